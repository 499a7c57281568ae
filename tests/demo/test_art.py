"""The demo's encoded images, which the shop ships, are what it would make of its images."""

from pathlib import Path

import pytest
from PIL import Image

from bookings.demo.seed import read_encoded
from charityshop.images.processing import FORMATS
from charityshop.images.storage import name_of
from events.images import WIDTHS
from tools.demo_art.encode import ART, ENCODED, SHIPPED, encode

HOW = "Run `python -m tools.demo_art.encode`, and commit what it writes."
IMAGES = sorted(ART.glob("*.jpg"))


def test_each_image_has_every_shipped_file_and_no_file_is_left_of_another_image() -> None:
    stems = [name_of(art.read_bytes()) for art in IMAGES]
    wanted = {f"{stem}-{width}{extension}" for stem in stems for width in WIDTHS for extension in SHIPPED}

    assert {file.name for file in ENCODED.iterdir()} == wanted, HOW


@pytest.mark.parametrize("art", IMAGES, ids=lambda art: art.stem)
def test_a_shipped_file_is_what_the_shop_makes_of_the_image(art: Path) -> None:
    """Compare the smallest width alone, which is quick; a change of the encoding changes all of them."""
    narrowest = dict(encode(art, only=f"-{WIDTHS[0]}."))

    assert len(narrowest) == len(SHIPPED)
    for name, content in narrowest.items():
        assert (ENCODED / name).read_bytes() == content, HOW


@pytest.mark.parametrize("art", IMAGES, ids=lambda art: art.stem)
def test_every_shipped_file_has_its_width_and_format(art: Path) -> None:
    files = read_encoded(art)
    assert len(files) == len(WIDTHS) * len(SHIPPED)
    for suffix in files:
        width, _, extension = suffix.removeprefix("-").partition(".")
        with Image.open(ENCODED / f"{name_of(art.read_bytes())}{suffix}", formats=FORMATS) as image:
            assert (image.width, image.format) == (int(width), extension.upper())
