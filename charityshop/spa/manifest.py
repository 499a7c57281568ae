"""The files of the built React app, from Vite's manifest."""

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

logger = logging.getLogger(__name__)

ENTRY = "src/shop/main.tsx"
CONSOLE_STYLE = "src/common/styles/console.css"

Manifest = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Assets:
    """The URLs of a page's files, and its style."""

    entry: str
    styles: list[str]
    style: str  # the content of `styles`, inline on pages with a first view to save a round trip
    fonts: list[str]
    chunks: list[str]  # the other scripts that the page needs, loaded in parallel with the entry


def assets_for(module: str = "", *, entry: str = ENTRY) -> Assets | None:
    """Return the files of the app and of a page's module, or None if the app is not built."""
    manifest = current_manifest()
    if entry not in manifest:
        return None
    found = manifest[entry]
    try:
        style = text_of(manifest_file(), tuple(found.get("css", ())))
    except OSError as error:
        logger.error("The browser app's build is incomplete: %s.", error)
        return None
    modules = list(dict.fromkeys(imports_of(manifest, [entry, module])))
    return Assets(
        entry=address(found["file"]),
        styles=[address(name) for name in found.get("css", ())],
        style=style,
        fonts=[address(name) for name in found.get("assets", ()) if name.endswith(".woff2")],
        chunks=[address(manifest[key]["file"]) for key in modules if key != entry],
    )


def list_files(entry: str) -> list[str]:
    """Return the URLs of all files that an app may ever load: scripts, also those that load later, styles and fonts."""
    manifest = current_manifest()
    parts = [manifest[key] for key in imports_of(manifest, [entry], kinds=("imports", "dynamicImports"))]
    names = [name for part in parts for name in (part["file"], *part.get("css", ()), *part.get("assets", ()))]
    return [address(name) for name in dict.fromkeys(names)]


def console_style() -> str:
    """Return the URL of the console's stylesheet, or an empty string if nothing is built."""
    return address(manifest[CONSOLE_STYLE]["file"]) if CONSOLE_STYLE in (manifest := current_manifest()) else ""


def imports_of(manifest: Manifest, keys: list[str], kinds: Sequence[str] = ("imports",)) -> Iterator[str]:
    waiting, seen = list(keys), set[str]()
    while waiting:
        key = waiting.pop(0)
        if key in manifest and key not in seen:
            seen.add(key)
            yield key
            waiting += [name for kind in kinds for name in manifest[key].get(kind, ())]


def current_manifest() -> Manifest:
    """Return the manifest, read again only after a new build."""
    file = manifest_file()
    try:
        return read_manifest(file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        logger.error("The browser app is not built: %s cannot be read.", file)
        return {}


def manifest_file() -> Path:
    return Path(str(settings.DJANGO_VITE["default"]["manifest_path"]))


def manifest_written() -> tuple[int, ...]:
    """Return when the manifest was written, in nanoseconds, or nothing if the app is not built."""
    try:
        return (manifest_file().stat().st_mtime_ns,)
    except OSError:
        return ()


@lru_cache(maxsize=2)
def read_manifest(file: Path, written: int) -> Manifest:
    manifest: Manifest = json.loads(file.read_text())
    return manifest


@lru_cache(maxsize=4)
def text_of(manifest: Path, names: tuple[str, ...]) -> str:
    """Return the contents of these files. Their names contain hashes, so they can be cached."""
    return "".join((manifest.parent.parent / name).read_text() for name in names)


def style_of_build() -> str:
    """Return the app's inline style, or an empty string if the app is not built."""
    assets = assets_for()
    return assets.style if assets else ""


def address(name: str) -> str:
    prefix = settings.DJANGO_VITE["default"].get("static_url_prefix", "")
    return static(f"{prefix}/{name}" if prefix else name)
