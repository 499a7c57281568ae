"""Pictures to upload."""

from io import BytesIO

from PIL import Image, ImageDraw

from events.images import WIDTHS, store_image

SUFFIXES = {".jpg", "-og.jpg"} | {f"-{width}.{extension}" for width in WIDTHS for extension in ("webp", "avif")}
RED, BLUE = (255, 0, 0), (0, 0, 255)


def a_picture(width: int = 800, height: int = 450) -> Image.Image:
    """Red on its left half and blue on its right."""
    picture = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(picture).rectangle((width // 2, 0, width, height), fill=BLUE)
    return picture


def file_of(picture: Image.Image, format_name: str = "JPEG", **options: object) -> bytes:
    file = BytesIO()
    picture.save(file, format_name, **options)
    return file.getvalue()


def store(content: bytes) -> str:
    return store_image(BytesIO(content))
