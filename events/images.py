"""Store an event's image in several sizes, and return the URLs of the files."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from django.conf import settings
from PIL import Image

from charityshop.images.processing import (
    MAX_WIDTH,
    Upload,
    as_avif,
    as_jpeg,
    as_webp,
    at_width,
    decode,
    for_sharing,
    read_upload,
)
from charityshop.images.storage import name_of, write

WIDTHS = (320, 640, 960, MAX_WIDTH)
FOLDER = "events"
# The names that the shop generates: letters, digits and dashes, with an image's extension.
NAME = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.(?:jpg|png|webp|avif)")


def store_image(upload: Upload) -> str:
    """Check and store an image. Return the name of its JPEG in the storage, "events/<hash>.jpg".

    The hash is that of the uploaded bytes, so the same file gets the same name. Next to the JPEG (at most 1600 pixels
    wide) are `<hash>-<width>.webp` and `.avif` for each of WIDTHS, never wider than the original, and `<hash>-og.jpg`
    for link previews. Raise ImageRefused, or OSError if the storage is full or not writable.
    """
    content = read_upload(upload)
    image = decode(content)
    stem = f"{FOLDER}/{name_of(content)}"
    # The plain JPEG comes last: if it exists, every size exists.
    for suffix, encode in list_encodings(image):
        write(stem + suffix, encode())
    return f"{stem}.jpg"


def list_encodings(image: Image.Image) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the suffix of each file, and a function that returns its content; the plain JPEG last."""
    encodings: dict[str, Callable[[Image.Image], bytes]] = {"webp": as_webp, "avif": as_avif}
    for extension, encode in encodings.items():
        encode_at = cache(partial(encode_width, image, encode))  # a narrow original is encoded once for several names
        for width in WIDTHS:
            yield f"-{width}.{extension}", partial(encode_at, min(width, image.width))
    yield "-og.jpg", lambda: as_jpeg(for_sharing(image))
    yield ".jpg", lambda: as_jpeg(image)


def encode_width(image: Image.Image, encode: Callable[[Image.Image], bytes], width: int) -> bytes:
    return encode(at_width(image, width))


def get_media_path(name: str) -> str:
    """Return the URL path of a stored image, or "" for no image."""
    return f"{settings.MEDIA_URL}{name}" if name else ""


def get_sharing_path(name: str) -> str:
    """Return the URL path of the size for link previews, or "" for no image."""
    return get_media_path(name.removesuffix(".jpg") + "-og.jpg") if name else ""


def format_srcset(name: str, extension: str) -> str:
    """Format the srcset attribute with every width of an image as "avif" or "webp"; empty for no image."""
    stem = get_media_path(name.removesuffix(".jpg"))
    return ", ".join(f"{stem}-{width}.{extension} {width}w" for width in WIDTHS) if name else ""


def parse_media_path(path: str) -> str | None:
    """Return the storage name for a URL path, "" for an empty path, or None if the path is not a stored image's."""
    if not path:
        return ""
    name = path.removeprefix(settings.MEDIA_URL)
    return name if name != path and NAME.fullmatch(name) else None
