"""The demo's images are shipped with what the shop makes of them, which would take most of the first start."""

from charityshop.images.storage import name_of
from demo.data import ART, ENCODED
from events.images import WIDTHS

HOW = "After a change of an image or its encoding: copy what a demo that starts without these files has in media."
IMAGES = sorted(ART.glob("*.jpg"))
SHIPPED = ("og.jpg", *(f"{width}.{extension}" for width in WIDTHS for extension in ("avif", "webp")))


def test_each_image_has_every_shipped_file_and_no_file_is_left_of_another_image() -> None:
    stems = [name_of(art.read_bytes()) for art in IMAGES]
    wanted = {f"{stem}-{name}" for stem in stems for name in SHIPPED}

    assert {file.name for file in ENCODED.iterdir()} == wanted, HOW
