"""The names of the built browser app's files, from the manifest that its build writes."""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

logger = logging.getLogger(__name__)

ENTRY = "src/main.tsx"
CONSOLE_STYLE = "src/styles/console.css"

Manifest = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Assets:
    """For one page: addresses on this site, and the style."""

    entry: str
    styles: list[str]
    style: str  # their text: a page that is drawn brings it along, and waits for one answer before it shows, not two
    fonts: list[str]
    chunks: list[str]  # what else the first view needs, to be fetched beside the entry


def assets_for(module: str = "") -> Assets | None:
    """The app's files and those of a page's own module; None while the app is not built."""
    manifest = manifest_now()
    if ENTRY not in manifest:
        return None
    entry = manifest[ENTRY]
    try:
        style = text_of(manifest_file(), tuple(entry.get("css", ())))
    except OSError as error:
        logger.error("The browser app's build is not whole: %s.", error)
        return None
    modules = list(dict.fromkeys(imports_of(manifest, [ENTRY, module])))
    return Assets(
        entry=address(entry["file"]),
        styles=[address(name) for name in entry.get("css", ())],
        style=style,
        fonts=[address(name) for name in entry.get("assets", ()) if name.endswith(".woff2")],
        chunks=[address(manifest[key]["file"]) for key in modules if key != ENTRY],
    )


def console_style() -> str:
    """The address of the console's stylesheet; empty while nothing is built, and then it looks as Django does."""
    return address(manifest[CONSOLE_STYLE]["file"]) if CONSOLE_STYLE in (manifest := manifest_now()) else ""


def imports_of(manifest: Manifest, keys: list[str]) -> Iterator[str]:
    waiting, seen = list(keys), set[str]()
    while waiting:
        key = waiting.pop(0)
        if key in manifest and key not in seen:
            seen.add(key)
            yield key
            waiting += manifest[key].get("imports", ())


def manifest_now() -> Manifest:
    """Read again only when a new build has written it."""
    file = manifest_file()
    try:
        return read_manifest(file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        logger.error("The browser app is not built: %s cannot be read.", file)
        return {}


def manifest_file() -> Path:
    return Path(str(settings.DJANGO_VITE["default"]["manifest_path"]))


def manifest_written() -> tuple[int, ...]:
    """When, in nanoseconds; nothing while the app is not built."""
    try:
        return (manifest_file().stat().st_mtime_ns,)
    except OSError:
        return ()


@lru_cache(maxsize=2)
def read_manifest(file: Path, written: int) -> Manifest:
    manifest: Manifest = json.loads(file.read_text())
    return manifest


@lru_cache(maxsize=2)
def text_of(manifest: Path, names: tuple[str, ...]) -> str:
    """What these files of the build say; their names tell of every change."""
    return "".join((manifest.parent.parent / name).read_text() for name in names)


def style_of_build() -> str:
    """Empty while the app is not built."""
    assets = assets_for()
    return assets.style if assets else ""


def address(name: str) -> str:
    prefix = settings.DJANGO_VITE["default"].get("static_url_prefix", "")
    return static(f"{prefix}/{name}" if prefix else name)
