"""Stream stored images to browsers."""

import re

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.urls import path
from django.views.decorators.http import require_safe

from events.images import NAME

HASHED = re.compile(r"(?:^|/)[0-9a-f]{16,}(?:-[a-z0-9]+)?\.[a-z]+$")
YEAR = 31_536_000  # seconds
TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp", "avif": "image/avif"}


@require_safe
def media(request: HttpRequest, name: str) -> HttpResponseBase:
    """Stream a stored image. Only names that the shop generates are looked up, which prevents path traversal."""
    if not NAME.fullmatch(name) or not default_storage.exists(name):
        return HttpResponseNotFound("Not found.", content_type="text/plain; charset=utf-8")
    extension = name.rsplit(".", 1)[1]
    response = FileResponse(default_storage.open(name), content_type=TYPES[extension])
    response["Content-Security-Policy"] = f"{settings.DATA_POLICY}; sandbox"  # no script in a file is executed
    response["Content-Disposition"] = "inline"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # link previews on other sites show the images
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable" if HASHED.search(name) else "public, max-age=3600"
    return response


urlpatterns = [path("media/<path:name>", media)]
