"""A club's logo, the icons made from it, and the image for link previews."""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.templatetags.static import static
from PIL import Image, ImageOps

from charityshop.images.processing import (
    Upload,
    as_jpeg,
    as_png,
    decode,
    decode_with_alpha,
    for_sharing,
    read_upload,
    without_metadata,
)
from charityshop.images.storage import name_of, write

FOLDER = "brand"
MAX_LOGO_SIZE = (1024, 512)  # pixels of the stored logo
PAGE_HEIGHT = 144  # pixels: three times the 48 CSS pixels on pages
MAIL_HEIGHT = 80  # pixels: twice the 40 CSS pixels in emails
MIN_LOGO_SIDE = 64  # pixels
MIN_SHARED_SIDE = 200  # pixels; link previews ignore smaller images
DEFAULT_SHARED_IMAGE = f"{settings.STATIC_URL}brand/og-default.jpg"
DEFAULT_MARK = Path(settings.BASE_DIR) / "static" / "brand" / "icon-512.png"
# Icons by the suffix of their file names: size in pixels, and the logo's share. Apple's icon (180) and the maskable
# one (512) have the header color as background; a phone may cut off the outer tenth of a maskable icon.
ICONS = {"32": (32, 1.0), "192": (192, 1.0), "512": (512, 1.0)}
ICONS_ON_FELT = {"180": (180, 0.8), "512": (512, 0.7)}


@dataclass(frozen=True, slots=True)
class Logo:
    """A stored logo: its name in the storage, and the size of the file that pages show."""

    name: str
    width: int
    height: int

    @property
    def path(self) -> str:
        return media_url(self.name.replace(".png", f"-{PAGE_HEIGHT}.png"))

    def within(self, box: tuple[int, int]) -> tuple[int, int]:
        """Return the logo's width and height when scaled to fit the box."""
        share = min(box[0] / self.width, box[1] / self.height)
        return max(1, round(self.width * share)), max(1, round(self.height * share))


def media_url(name: str) -> str:
    return f"{settings.MEDIA_URL}{name}"


def store_logo(upload: Upload) -> Logo:
    """Check and store a logo with its icons, keeping transparency. Raises ImageRefused."""
    content = read_upload(upload)
    image = without_metadata(decode_with_alpha(content, min_side=MIN_LOGO_SIDE))
    image.thumbnail(MAX_LOGO_SIZE, Image.Resampling.LANCZOS)
    shown = image.copy()
    shown.thumbnail((MAX_LOGO_SIZE[0], PAGE_HEIGHT), Image.Resampling.LANCZOS)
    stem = f"{FOLDER}/{name_of(content)}"
    write(f"{stem}-{PAGE_HEIGHT}.png", as_png(shown))
    write(f"{stem}-{MAIL_HEIGHT}.png", as_png(for_mails(image)))
    for suffix, (size, share) in ICONS.items():
        write(f"{stem}-{suffix}.png", as_png(square(image, size, share)))
    write(f"{stem}.png", as_png(image))
    return Logo(f"{stem}.png", shown.width, shown.height)


def for_mails(image: Image.Image) -> Image.Image:
    small = image.copy()
    small.thumbnail((4 * MAIL_HEIGHT, MAIL_HEIGHT), Image.Resampling.LANCZOS)
    return small


def mail_logo(logo: str) -> bytes:
    """Return the PNG for emails, or the default one if the logo's file is missing."""
    if logo:
        with suppress(OSError), default_storage.open(logo.replace(".png", f"-{MAIL_HEIGHT}.png")) as file:
            content: bytes = file.read()
            return content
    return default_mail_logo()


@lru_cache(maxsize=1)
def default_mail_logo() -> bytes:
    with Image.open(DEFAULT_MARK) as mark:
        return as_png(for_mails(mark))


def store_shared_image(upload: Upload) -> str:
    """Check and store an image for link previews, 1200 by 630. Return its name. Raises ImageRefused."""
    content = read_upload(upload)
    name = f"{FOLDER}/{name_of(content)}.jpg"
    write(name, as_jpeg(for_sharing(decode(content, min_side=MIN_SHARED_SIDE))))
    return name


# --- Icons -----------------------------------------------------------------------------------------------------------


def describe_icon(path: str, size: int, purpose: str = "any") -> dict[str, str]:
    """Return an icon as the web app manifest lists it."""
    return {"src": path, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@dataclass(frozen=True, slots=True)
class Icons:
    """URLs of the icons. `svg` is empty for a club's own logo, which is a PNG."""

    tab: str
    svg: str
    touch: str
    for_phones: tuple[dict[str, str], ...]


def default_icons() -> Icons:
    names = {name: static(f"brand/{name}.png") for name in ("icon-192", "icon-512", "icon-maskable-512")}
    return Icons(
        tab=static("brand/favicon.ico"),
        svg=static("brand/favicon.svg"),
        touch=static("brand/apple-touch-icon.png"),
        for_phones=(
            describe_icon(names["icon-192"], 192),
            describe_icon(names["icon-512"], 512),
            describe_icon(names["icon-maskable-512"], 512, "maskable"),
        ),
    )


def icons_of(logo: str, felt: str) -> Icons:
    """Return the icons of a stored logo, or of the default one, with the header color as background where needed."""
    default, stem = default_icons(), stem_of(logo)
    touch, maskable = (media_url(f"{stem}-{suffix_on(felt, size)}.png") for size in ICONS_ON_FELT)
    plain = (describe_icon(media_url(f"{stem}-192.png"), 192), describe_icon(media_url(f"{stem}-512.png"), 512))
    return Icons(
        tab=media_url(f"{stem}-32.png") if logo else default.tab,
        svg="" if logo else default.svg,
        touch=touch,
        for_phones=(*(plain if logo else default.for_phones[:2]), describe_icon(maskable, 512, "maskable")),
    )


def store_icons_on(logo: str, felt: str) -> None:
    """Store the icons with the header color as background. The color may change without the logo."""
    stem, image = stem_of(logo), without_metadata(Image.open(BytesIO(content_of(logo))))
    for name, (size, share) in ICONS_ON_FELT.items():
        write(f"{stem}-{suffix_on(felt, name)}.png", as_png(square(image, size, share, felt)))


def suffix_on(felt: str, size: str) -> str:
    return f"{size}on{felt.removeprefix('#').lower()}"


def content_of(logo: str) -> bytes:
    if not logo:
        return DEFAULT_MARK.read_bytes()
    with default_storage.open(logo) as file:
        content: bytes = file.read()
    return content


def stem_of(logo: str) -> str:
    return logo.removesuffix(".png") or default_mark_stem()


@lru_cache(maxsize=1)
def default_mark_stem() -> str:
    return f"{FOLDER}/{name_of(DEFAULT_MARK.read_bytes())}"


def square(image: Image.Image, size: int, share: float, background: str = "") -> Image.Image:
    """Center the image in a square that is transparent or has a background color. `share` scales the image."""
    inner = round(size * share)
    fitted = ImageOps.contain(image, (inner, inner), Image.Resampling.LANCZOS)
    tile = Image.new("RGBA", (size, size), background or (0, 0, 0, 0))
    tile.alpha_composite(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2))
    return without_alpha(tile) if background else tile


def without_alpha(tile: Image.Image) -> Image.Image:
    opaque: Image.Image = tile.convert("RGB")
    return opaque
