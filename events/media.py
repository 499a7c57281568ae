"""Pictures on their way to browsers: their address, and the view that streams them."""

import re

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.views.decorators.http import require_safe

from events.images import WIDTHS

# Names are made by the shop: folders and files of letters, digits and dashes, and an image's ending.
NAME = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.(?:jpg|png|webp|avif)")
HASHED = re.compile(r"(?:^|/)[0-9a-f]{16,}(?:-[a-z0-9]+)?\.[a-z]+$")
YEAR = 31_536_000  # seconds
TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp", "avif": "image/avif"}


def media_path(name: str) -> str:
    """The address of a stored picture, on this site; empty for no picture."""
    return f"{settings.MEDIA_URL}{name}" if name else ""


def shared_picture_path(name: str) -> str:
    """The address of the size that link previews ask for; empty for no picture."""
    return media_path(name.removesuffix(".jpg") + "-og.jpg") if name else ""


def picture_srcset(name: str, form: str) -> str:
    """Every width of a picture, "avif" or "webp", as <source srcset> names them; empty for no picture."""
    stem = media_path(name.removesuffix(".jpg"))
    return ", ".join(f"{stem}-{width}.{form} {width}w" for width in WIDTHS) if name else ""


def media_name(path: str) -> str | None:
    """The storage's name of a picture from its address; empty for an empty one, None for what is no picture of ours."""
    if not path:
        return ""
    name = path.removeprefix(settings.MEDIA_URL)
    return name if name != path and NAME.fullmatch(name) else None


@require_safe
def media(request: HttpRequest, name: str) -> HttpResponseBase:
    """Stream a stored picture. Only names the shop makes are looked up, so no path leads out of the storage."""
    if not NAME.fullmatch(name) or not default_storage.exists(name):
        return HttpResponseNotFound("Not found.", content_type="text/plain; charset=utf-8")
    ending = name.rsplit(".", 1)[1]
    answer = FileResponse(default_storage.open(name), content_type=TYPES[ending])
    answer["Content-Security-Policy"] = f"{settings.DATA_POLICY}; sandbox"  # nothing in a picture is ever run
    answer["Content-Disposition"] = "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites may show our pictures, as shared links do
    answer["Cache-Control"] = f"public, max-age={YEAR}, immutable" if HASHED.search(name) else "public, max-age=3600"
    return answer
