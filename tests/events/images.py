"""Images to upload."""

from io import BytesIO

from PIL import Image, ImageDraw

from events.images import WIDTHS, store_image

SUFFIXES = {".jpg", "-og.jpg"} | {f"-{width}.{extension}" for width in WIDTHS for extension in ("webp", "avif")}
RED, BLUE = (255, 0, 0), (0, 0, 255)


def make_image(width: int = 800, height: int = 450) -> Image.Image:
    """Return an image that is red on its left half and blue on its right."""
    image = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(image).rectangle((width // 2, 0, width, height), fill=BLUE)
    return image


def encode(image: Image.Image, format_name: str = "JPEG", **options: object) -> bytes:
    file = BytesIO()
    image.save(file, format_name, **options)
    return file.getvalue()


def store(content: bytes) -> str:
    return store_image(BytesIO(content))
