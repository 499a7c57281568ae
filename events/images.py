"""Store an event's image in several sizes, and return the URLs of the files."""

import re
from collections.abc import Callable, Iterator

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
# The shop makes the names: folders and files of letters, digits and dashes, and an image's extension.
NAME = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.(?:jpg|png|webp|avif)")


def store_image(upload: Upload) -> str:
    """Check and store a picture; the name of its JPEG in the storage, "events/<hash>.jpg". Raises ImageRefused.

    The hash is of the upload's bytes, so the same file gets the same name. Beside the JPEG (at most 1600 pixels wide)
    lie `<hash>-<width>.webp` and `.avif` for every one of WIDTHS, never wider than the original, and `<hash>-og.jpg`.
    Raises OSError where the media folder is full or cannot be written.
    """
    content = read_upload(upload)
    picture = decode(content)
    stem = f"{FOLDER}/{name_of(content)}"
    # The JPEG comes last and its name is answered last: whoever has the name has the whole set.
    for suffix, encoded in encode_all(picture):
        write(stem + suffix, encoded)
    return f"{stem}.jpg"


def encode_all(picture: Image.Image) -> Iterator[tuple[str, bytes]]:
    """Every file's suffix and content, the plain JPEG last."""
    encodings: dict[str, Callable[[Image.Image], bytes]] = {"webp": as_webp, "avif": as_avif}
    for extension, encode in encodings.items():
        by_width: dict[int, bytes] = {}  # a narrow original gives several names the same file
        for width in WIDTHS:
            real_width = min(width, picture.width)
            if real_width not in by_width:
                by_width[real_width] = encode(at_width(picture, width))
            yield f"-{width}.{extension}", by_width[real_width]
    yield "-og.jpg", as_jpeg(for_sharing(picture))
    yield ".jpg", as_jpeg(picture)


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
