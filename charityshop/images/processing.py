"""Check, decode and re-encode uploaded images.

Only the pixels of an upload are used, so that no metadata or hidden data reaches visitors. The format is detected from
the content; the file name and declared type are ignored.
"""

from contextlib import suppress
from io import BytesIO
from typing import ClassVar, Protocol

from PIL import Image, ImageCms, ImageOps

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
WIDEST = 1600  # pixels that are kept of a picture's width
SHARED_SIZE = (1200, 630)  # what link previews ask for
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
SRGB = ImageCms.createProfile("sRGB")


class ImageRefused(ValueError):
    """A rejected image, with a message for the user and an HTTP status."""

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


def read_upload(upload: Upload) -> bytes:
    content = upload.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise TooManyBytes
    return content


def decode(content: bytes, *, shortest: int = 1) -> Image.Image:
    """Decode an image: upright, in sRGB, on white, at most 1600 pixels wide, without metadata.

    Raises ImageRefused, also if a side has fewer than `shortest` pixels.
    """
    return on_white(decode_with_gaps(content, shortest=shortest))


def decode_with_gaps(content: bytes, *, shortest: int = 1) -> Image.Image:
    """Decode an image and keep transparency: RGBA, or RGB if it has none."""
    picture = open_checked(content, shortest)
    # A JPEG can be decoded at half or a quarter of its size, with enough left to scale down well.
    picture.draft(None, (2 * WIDEST, 2 * WIDEST))
    try:
        picture.load()  # the first frame, where it moves
        profile = picture.info.get("icc_profile")
        return to_srgb(at_width(in_full_colour(upright(picture)), WIDEST), profile)
    except Exception as broken:  # decoders answer broken files with errors of every kind
        raise ImageRefused("The picture is damaged. Save it again and choose the new file.") from broken


def open_checked(content: bytes, shortest: int) -> Image.Image:
    """Read an image's header and check its size before decoding takes memory."""
    try:
        picture = Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
        raise TooManyPixels from bomb
    except Exception as unknown:  # headers too are broken in every way
        raise NotAPicture from unknown
    if max(picture.size) > LONGEST_SIDE or picture.width * picture.height > MOST_PIXELS:
        raise TooManyPixels
    if min(picture.size) < shortest:
        raise ImageRefused(f"Choose a picture at least {shortest} pixels wide and high.")
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
    """Convert to sRGB using the image's color profile. Phones use wider color spaces."""
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
    """Paste the pixels on white in a new image, without metadata."""
    page = Image.new("RGB", picture.size, "white")
    page.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    return page


def bare(picture: Image.Image) -> Image.Image:
    """Paste the pixels in a new RGBA image, without metadata."""
    page = Image.new("RGBA", picture.size)
    page.paste(picture)
    return page


def for_sharing(picture: Image.Image) -> Image.Image:
    """Crop the middle in the size for link previews."""
    return ImageOps.fit(picture, SHARED_SIZE, Image.Resampling.LANCZOS)


def as_jpeg(picture: Image.Image) -> bytes:
    return in_format(picture, "JPEG", quality=82, optimize=True, progressive=True)


def as_webp(picture: Image.Image) -> bytes:
    return in_format(picture, "WEBP", quality=78, method=4)


def as_avif(picture: Image.Image) -> bytes:
    # A fifth smaller than at 60 and 8, for 0.5 dB and 0.2 s of processor time for all sizes of an upload.
    return in_format(picture, "AVIF", quality=55, speed=7)


def as_png(picture: Image.Image) -> bytes:
    return in_format(picture, "PNG", optimize=True)


def in_format(picture: Image.Image, format_name: str, **options: int) -> bytes:
    file = BytesIO()
    picture.save(file, format_name, **options)
    return file.getvalue()
