"""QR codes as SVG path and as PNG."""

import re
from io import BytesIO

import segno
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bookings.pass_codes import build_code
from charityshop.images.qr_code import BORDER, PNG_SCALE, draw_qr_code, draw_qr_png
from charityshop.text import BASE32

codes = st.text(BASE32, min_size=16, max_size=16).map(build_code)


def read_path(path: str) -> set[tuple[int, int]]:
    """Return the dark modules that the path fills."""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{width}v1h-{back}z" for x, y, width, back in runs) == path
    assert all(width == back for _, _, width, back in runs)
    return {(int(x) + step, int(y)) for x, y, width, _ in runs for step in range(int(width))}


def read_png(content: bytes) -> tuple[int, set[tuple[int, int]]]:
    """Return the width in modules, and the dark ones."""
    image = Image.open(BytesIO(content)).convert("L")
    side = image.width // PNG_SCALE
    assert image.size == (side * PNG_SCALE, side * PNG_SCALE)
    small = image.resize((side, side), Image.Resampling.NEAREST)
    shades = {(x, y): small.getpixel((x, y)) for x in range(side) for y in range(side)}
    assert set(shades.values()) == {0, 255}  # black on white, with no transparency that a dark theme shines through
    return side, {module for module, shade in shades.items() if not shade}


@given(codes)
def test_a_tickets_code_fits_the_smallest_size_with_a_border_of_four(code):
    drawn = draw_qr_code(code)

    symbol = segno.make_qr(code, version=1, error="m", boost_error=False)
    expected = {(x + BORDER, y + BORDER) for y, row in enumerate(symbol.matrix) for x, dark in enumerate(row) if dark}
    assert drawn.size == 29
    assert read_path(drawn.path) == expected


@given(codes)
def test_the_image_of_emails_shows_the_same_code(code):
    drawn = draw_qr_code(code)

    assert read_png(draw_qr_png(code)) == (drawn.size, read_path(drawn.path))
