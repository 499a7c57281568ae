"""The HTML of a page's first view: templates that the browser app's build draws from the app's own components."""

import os
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote_plus

from django.conf import settings
from django.http import HttpRequest
from django.template.base import Template
from django.template.engine import Engine


def first_view(name: str) -> Template | None:
    """None while the app is not built: then the page comes without, and the app draws it."""
    file = Path(settings.FIRST_VIEWS) / f"{name}.html"
    try:
        return read_template(file, file.stat().st_mtime_ns)
    except OSError:
        return None


def first_views_written() -> tuple[int, ...]:
    """When each of them was drawn, in nanoseconds; nothing while the app is not built."""
    try:
        with os.scandir(settings.FIRST_VIEWS) as files:
            return tuple(sorted(file.stat().st_mtime_ns for file in files))
    except OSError:
        return ()


@lru_cache(maxsize=8)
def read_template(file: Path, written: int) -> Template:
    """Read again only when a new build has written it."""
    return Engine.get_default().from_string(file.read_text())


def sign_in_path(request: HttpRequest) -> str:
    """Where the header's "Log In" leads, letter for letter as the app writes it."""
    query = request.META.get("QUERY_STRING", "")
    here = f"{request.path}?{query}" if query else request.path
    return "/login" if here == "/" else f"/login?redirect={form_encoded(here)}"


def form_encoded(text: str) -> str:
    """As the browser's URLSearchParams."""
    return quote_plus(text, safe="*").replace("~", "%7E")
