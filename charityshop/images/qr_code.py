"""QR codes, as one SVG path for pages and as PNG for emails. Always black on white, so that cameras read them."""

from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode as Symbol

BORDER = 4  # modules of white around a code, which the standard requires
PNG_SCALE = 8  # pixels for each module


@dataclass(frozen=True, slots=True)
class QRCode:
    """A QR code as one filled SVG path. `size` is the width in modules, including the white border."""

    size: int
    path: str


def draw_qr_code(text: str) -> QRCode:
    matrix = make_symbol(text).matrix
    path = "".join(draw_row(row, y + BORDER) for y, row in enumerate(matrix))
    return QRCode(len(matrix) + 2 * BORDER, path)


def draw_row(row: bytearray, y: int) -> str:
    """Draw each run of dark modules as a rectangle."""
    parts, x = [], BORDER
    for is_dark, run in groupby(row, key=bool):
        width = len(list(run))
        if is_dark:
            parts.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(parts)


def draw_qr_png(text: str) -> bytes:
    file = BytesIO()
    make_symbol(text).save(file, kind="png", scale=PNG_SCALE, border=BORDER, dark="#000", light="#fff")
    return file.getvalue()


def make_symbol(text: str) -> "Symbol":
    """Return the smallest QR code with error correction M. A ticket's code needs the smallest size, version 1."""
    import segno  # noqa: PLC0415 - large, and most processes draw no QR code

    return segno.make(text, error="m", micro=False, boost_error=False)
