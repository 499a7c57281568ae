"""A club's logo, the icons made from it, and the image for link previews."""

from collections.abc import Iterator
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
    bare,
    decode,
    decode_with_gaps,
    for_sharing,
    read_upload,
)
from charityshop.images.storage import name_of, write

FOLDER = "brand"
LARGEST = (1024, 512)  # what is kept of a logo
SHOWN_HIGH = 144  # pixels: three for each of the 48 that pages give it
SHORTEST_SIDE = 64  # pixels of a logo
SHORTEST_SHARED_SIDE = 200  # pixels; link previews show nothing smaller
SHARED_PICTURE = f"{settings.STATIC_URL}brand/og-default.jpg"
OWN_MARK = Path(settings.BASE_DIR) / "static" / "brand" / "icon-512.png"
MAILED_HIGH = 80  # pixels: two for each of the 40 that mails give it
# Squares by the name of their file, and how much of the square the logo takes. A phone may cut off the outer tenth of
# a maskable one, so that one and Apple's stand on the header colour.
SQUARES = {"32": (32, 1.0), "192": (192, 1.0), "512": (512, 1.0)}
SQUARES_ON_FELT = {"180": (180, 0.8), "512": (512, 0.7)}


@dataclass(frozen=True, slots=True)
class Logo:
    """A stored logo: its name in the storage, and the size of the file that pages show."""

    name: str
    width: int
    height: int

    @property
    def path(self) -> str:
        return address(self.name.replace(".png", f"-{SHOWN_HIGH}.png"))

    def within(self, box: tuple[int, int]) -> tuple[int, int]:
        """Its width and height where it may be at most so wide and so high."""
        share = min(box[0] / self.width, box[1] / self.height)
        return max(1, round(self.width * share)), max(1, round(self.height * share))


def address(name: str) -> str:
    return f"{settings.MEDIA_URL}{name}"


def store_logo(upload: Upload) -> Logo:
    """Check and store a logo; what is see-through stays so. Raises ImageRefused."""
    content = read_upload(upload)
    picture = bare(decode_with_gaps(content, shortest=SHORTEST_SIDE))
    picture.thumbnail(LARGEST, Image.Resampling.LANCZOS)
    shown = picture.copy()
    shown.thumbnail((LARGEST[0], SHOWN_HIGH), Image.Resampling.LANCZOS)
    stem = f"{FOLDER}/{name_of(content)}"
    write(f"{stem}-{SHOWN_HIGH}.png", as_png(shown))
    write(f"{stem}-{MAILED_HIGH}.png", as_png(for_mails(picture)))
    for suffix, (size, share) in SQUARES.items():
        write(f"{stem}-{suffix}.png", as_png(square(picture, size, share)))
    write(f"{stem}.png", as_png(picture))
    return Logo(f"{stem}.png", shown.width, shown.height)


def for_mails(picture: Image.Image) -> Image.Image:
    small = picture.copy()
    small.thumbnail((4 * MAILED_HIGH, MAILED_HIGH), Image.Resampling.LANCZOS)
    return small


def mail_logo(logo: str) -> bytes:
    """The PNG that mails bring along."""
    if logo:
        with suppress(OSError), default_storage.open(logo.replace(".png", f"-{MAILED_HIGH}.png")) as file:
            content: bytes = file.read()
            return content
    return own_mark_for_mails()


@lru_cache(maxsize=1)
def own_mark_for_mails() -> bytes:
    with Image.open(OWN_MARK) as mark:
        return as_png(for_mails(mark))


def store_shared_picture(upload: Upload) -> str:
    """Check and store the picture for link previews, 1200 by 630; its name in the storage. Raises ImageRefused."""
    content = read_upload(upload)
    name = f"{FOLDER}/{name_of(content)}.jpg"
    write(name, as_jpeg(for_sharing(decode(content, shortest=SHORTEST_SHARED_SIDE))))
    return name


# --- Icons -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Icon:
    """One for the web manifest."""

    path: str
    size: int
    purpose: str = "any"

    def on_the_wire(self) -> dict[str, str]:
        sizes = f"{self.size}x{self.size}"
        return {"src": self.path, "sizes": sizes, "type": "image/png", "purpose": self.purpose}


@dataclass(frozen=True, slots=True)
class Icons:
    """Addresses on this site. `ico` and `svg` are empty for a logo of the club's own: it has pixels only."""

    tab: str
    svg: str
    touch: str
    for_phones: tuple[Icon, ...]


def shops_icons() -> Icons:
    names = {name: static(f"brand/{name}.png") for name in ("icon-192", "icon-512", "icon-maskable-512")}
    return Icons(
        tab=static("brand/favicon.ico"),
        svg=static("brand/favicon.svg"),
        touch=static("brand/apple-touch-icon.png"),
        for_phones=(
            Icon(names["icon-192"], 192),
            Icon(names["icon-512"], 512),
            Icon(names["icon-maskable-512"], 512, "maskable"),
        ),
    )


def icons_of(logo: str, felt: str) -> Icons:
    """Icons of a stored logo (its name) on the header colour; without one, the shop's own mark on it."""
    shops, stem = shops_icons(), stem_of(logo)
    touch, maskable = (address(f"{stem}-{suffix_on(felt, size)}.png") for size in SQUARES_ON_FELT)
    plain = (Icon(address(f"{stem}-192.png"), 192), Icon(address(f"{stem}-512.png"), 512))
    return Icons(
        tab=address(f"{stem}-32.png") if logo else shops.tab,
        svg="" if logo else shops.svg,
        touch=touch,
        for_phones=(*(plain if logo else shops.for_phones[:2]), Icon(maskable, 512, "maskable")),
    )


def store_icons_on(logo: str, felt: str) -> None:
    """Draw the icons that stand on the header colour; it may change without the logo."""
    stem = stem_of(logo)
    for suffix, content in icons_on(felt, content_of(logo)):
        write(f"{stem}-{suffix}.png", content)


def icons_on(felt: str, mark: bytes) -> Iterator[tuple[str, bytes]]:
    picture = bare(Image.open(BytesIO(mark)))
    for name, (size, share) in SQUARES_ON_FELT.items():
        yield suffix_on(felt, name), as_png(square(picture, size, share, felt))


def suffix_on(felt: str, size: str) -> str:
    return f"{size}on{felt.removeprefix('#').lower()}"


def content_of(logo: str) -> bytes:
    if not logo:
        return OWN_MARK.read_bytes()
    with default_storage.open(logo) as file:
        content: bytes = file.read()
    return content


def stem_of(logo: str) -> str:
    return logo.removesuffix(".png") or own_mark_stem()


@lru_cache(maxsize=1)
def own_mark_stem() -> str:
    return f"{FOLDER}/{name_of(OWN_MARK.read_bytes())}"


def square(picture: Image.Image, size: int, share: float, ground: str = "") -> Image.Image:
    """The picture in the middle of a square, `share` of it wide or high; on nothing, or on a colour."""
    inner = round(size * share)
    fitted = ImageOps.contain(picture, (inner, inner), Image.Resampling.LANCZOS)
    tile = Image.new("RGBA", (size, size), ground or (0, 0, 0, 0))
    tile.alpha_composite(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2))
    return only_colours(tile) if ground else tile


def only_colours(tile: Image.Image) -> Image.Image:
    opaque: Image.Image = tile.convert("RGB")
    return opaque
