"""The HTML of a page's first view, from templates that the build renders with the app's own components."""

import os
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote_plus

from django.conf import settings
from django.http import HttpRequest
from django.template.base import Template
from django.template.engine import Engine


def first_view(name: str) -> Template | None:
    """Return the template, or None if the app is not built."""
    file = Path(settings.FIRST_VIEWS) / f"{name}.html"
    try:
        return read_template(file, file.stat().st_mtime_ns)
    except OSError:
        return None


def first_views_written() -> tuple[int, ...]:
    """Return when the templates were written, in nanoseconds, or nothing if the app is not built."""
    try:
        with os.scandir(settings.FIRST_VIEWS) as files:
            return tuple(sorted(file.stat().st_mtime_ns for file in files))
    except OSError:
        return ()


@lru_cache(maxsize=8)
def read_template(file: Path, written: int) -> Template:
    """Return the template, read again only after a new build."""
    return Engine.get_default().from_string(file.read_text())


def sign_in_path(request: HttpRequest) -> str:
    """Return the URL of the header's "Log In" link, exactly as the app renders it."""
    query = request.META.get("QUERY_STRING", "")
    here = f"{request.path}?{query}" if query else request.path
    return "/login" if here == "/" else f"/login?redirect={form_encoded(here)}"


def form_encoded(text: str) -> str:
    """Encode as URLSearchParams does in browsers."""
    return quote_plus(text, safe="*").replace("~", "%7E")
