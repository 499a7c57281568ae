"""Checks an uploaded picture and stores it in the sizes that pages ask for.

Nothing of the upload is kept but its pixels: every file is encoded anew, so no metadata and nothing hidden behind the
picture reaches a visitor. What a file is, its bytes say; its name and declared type are never looked at.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from time import sleep
from typing import ClassVar, Protocol

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image, ImageCms, ImageOps

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
SHORTEST_SIDE = 200
WIDTHS = (320, 640, 960, 1600)
SHARED_SIZE = (1200, 630)  # what link previews ask for
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
FOLDER = "events"
ATTEMPTS = 5  # at writing one file, while others upload the same picture
LOOKS, LOOK_EVERY = 25, 0.02  # seconds; half a second is long for writing one such file
SRGB = ImageCms.createProfile("sRGB")


class ImageRefused(ValueError):
    """A picture that can't be taken, with a sentence for the person who chose it. `status` is HTTP's word for it."""

    status: ClassVar[int] = 400


class NotAPicture(ImageRefused):
    status = 415

    def __init__(self) -> None:
        super().__init__("Choose a JPEG, PNG, WebP or AVIF picture.")


class TooManyBytes(ImageRefused):
    status = 413

    def __init__(self) -> None:
        super().__init__("The picture is larger than 10 MB.")


class TooManyPixels(ImageRefused):
    def __init__(self) -> None:
        super().__init__("Choose a picture of at most 40 megapixels and 12,000 pixels a side.")


class Upload(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def store_image(upload: Upload) -> str:
    """Check and store a picture; the name of its JPEG in the storage, "events/<hash>.jpg". Raises ImageRefused.

    The hash is of the upload's bytes, so the same file gets the same name. Beside the JPEG (at most 1600 pixels wide)
    lie `<hash>-<width>.webp` and `.avif` for every one of WIDTHS, never wider than the original, and `<hash>-og.jpg`.
    """
    content = upload.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise TooManyBytes
    picture = decode(content)
    stem = f"{FOLDER}/{hashlib.sha256(content).hexdigest()[:32]}"
    # The JPEG comes last and its name is answered last: whoever has the name has the whole set.
    for suffix, encoded in encode_all(picture):
        write(stem + suffix, encoded)
    return f"{stem}.jpg"


def decode(content: bytes) -> Image.Image:
    """The picture as a visitor sees it: upright, in sRGB, on white, at most 1600 pixels wide, without metadata."""
    picture = open_checked(content)
    # A JPEG can be decoded at half or a quarter of its size, with enough left to scale down well.
    picture.draft(None, (2 * WIDTHS[-1], 2 * WIDTHS[-1]))
    try:
        picture.load()  # the first frame, where it moves
        profile = picture.info.get("icc_profile")
        return on_white(to_srgb(at_width(in_full_colour(upright(picture)), WIDTHS[-1]), profile))
    except Exception as broken:  # decoders answer broken files with errors of every kind
        raise ImageRefused("The picture is damaged. Save it again and choose the new file.") from broken


def open_checked(content: bytes) -> Image.Image:
    """The picture with only its header read. Sizes are checked here, before a single pixel takes memory."""
    try:
        picture = Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
        raise TooManyPixels from bomb
    except Exception as unknown:  # headers too are broken in every way
        raise NotAPicture from unknown
    if max(picture.size) > LONGEST_SIDE or picture.width * picture.height > MOST_PIXELS:
        raise TooManyPixels
    if min(picture.size) < SHORTEST_SIDE:
        raise ImageRefused("Choose a picture at least 200 pixels wide and high.")
    return picture


def upright(picture: Image.Image) -> Image.Image:
    with suppress(Exception):  # metadata is broken in every way; the pixels are not worse for it
        ImageOps.exif_transpose(picture, in_place=True)  # 40 megapixels need not be in memory twice
    return picture


def in_full_colour(picture: Image.Image) -> Image.Image:
    if picture.mode.startswith("I"):  # 16 bits of grey; converting would cut off what is above 255
        return picture.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if picture.mode in {"L", "RGB", "RGBA", "CMYK"} and "transparency" not in picture.info:
        return picture
    return picture.convert("RGBA" if picture.has_transparency_data else "RGB")


def at_width(picture: Image.Image, width: int) -> Image.Image:
    if picture.width <= width:
        return picture
    height = max(1, round(picture.height * width / picture.width))
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def to_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Colours as the picture's own profile means them; phones write wider ones than sRGB."""
    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(picture, source, SRGB, outputMode=mode)
        except (ImageCms.PyCMSError, OSError, ValueError):  # a broken profile is no reason to refuse the picture
            converted = None
        if converted is not None:
            return converted
    return picture.convert(mode)


def on_white(picture: Image.Image) -> Image.Image:
    """The pixels alone, in a new image that has inherited no metadata."""
    page = Image.new("RGB", picture.size, "white")
    page.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    return page


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
    yield "-og.jpg", as_jpeg(ImageOps.fit(picture, SHARED_SIZE, Image.Resampling.LANCZOS))
    yield ".jpg", as_jpeg(picture)


def as_jpeg(picture: Image.Image) -> bytes:
    return in_format(picture, "JPEG", quality=82, optimize=True, progressive=True)


def as_webp(picture: Image.Image) -> bytes:
    return in_format(picture, "WEBP", quality=78, method=4)


def as_avif(picture: Image.Image) -> bytes:
    return in_format(picture, "AVIF", quality=60, speed=8)


def in_format(picture: Image.Image, format_name: str, **options: int) -> bytes:
    file = BytesIO()
    picture.save(file, format_name, **options)
    return file.getvalue()


def write(name: str, content: bytes) -> None:
    """Store under exactly this name. What an earlier upload left there stays if it is whole, and is replaced if not."""
    for _ in range(ATTEMPTS):
        if is_whole_soon(name, content):
            return
        default_storage.delete(name)
        with suppress(FileNotFoundError):  # another upload of this picture took ours for one cut off
            saved = default_storage.save(name, ContentFile(content))
            if saved == name:
                return
            default_storage.delete(saved)  # another upload was quicker, and it is the name asked for that counts
    raise OSError(f"{name} could not be stored: other uploads of this picture keep replacing it.")


def is_whole_soon(name: str, content: bytes) -> bool:
    """Whether the file is there and whole, or becomes so: another upload of the same picture may be writing it."""
    for _ in range(LOOKS):
        try:
            if default_storage.size(name) == len(content):
                return True
        except FileNotFoundError:
            return False
        sleep(LOOK_EVERY)
    return False  # a crash cut it off
