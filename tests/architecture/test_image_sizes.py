"""The server preloads an image only usefully if the app shows it at the same sizes."""

from pathlib import Path

import pytest

from bookings.site.pages import CARD_SIZES, IMAGE_SIZES

SOURCE = Path(__file__).resolve().parents[2] / "frontend/src"


@pytest.mark.parametrize(
    ("file", "name", "sizes"),
    [("features/event/EventPage.tsx", "faceSizes", IMAGE_SIZES), ("shared/card/DateCard.tsx", "cardSizes", CARD_SIZES)],
)
def test_the_app_and_the_server_name_the_same_sizes_of_images(file: str, name: str, sizes: str) -> None:
    assert f'const {name} = "{sizes}"' in (SOURCE / file).read_text()
