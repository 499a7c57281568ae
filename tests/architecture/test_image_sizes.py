"""The server preloads an image only usefully if the app shows it at the same sizes."""

from pathlib import Path

import pytest

from bookings.site.pages import CARD_SIZES, IMAGE_SIZES

EVENTS = Path(__file__).resolve().parents[2] / "frontend/src/features/events"


@pytest.mark.parametrize(
    ("file", "name", "sizes"),
    [("EventView.tsx", "faceSizes", IMAGE_SIZES), ("DateCard.tsx", "cardSizes", CARD_SIZES)],
)
def test_the_app_and_the_server_name_the_same_sizes_of_images(file: str, name: str, sizes: str) -> None:
    assert f'export const {name} = "{sizes}"' in (EVENTS / file).read_text()
