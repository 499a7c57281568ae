"""The server's first view has the same texts as the app, which the browser's tests compare with the same cases."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bookings.site.first_view import choose_date, describe_date, describe_event_page, split_place

CASES = json.loads((Path(__file__).parent.parent / "word_cases.json").read_text(), parse_float=Decimal)
# Browsers name time zones outside the United States by their offset, as "GMT+1". The server keeps their names.
AMERICAN = [case for case in CASES if case["timeZone"].startswith("America/")]


@pytest.mark.parametrize("case", AMERICAN, ids=lambda case: str(case["name"]))
def test_texts_equal_those_of_the_app(case: dict[str, Any], settings: Any) -> None:
    settings.SHOP_TIME_ZONE, settings.TAX_RATE = case["timeZone"], case["taxRate"]

    texts = describe_event_page(case["date"] | {"eventLocation": ""})

    assert {
        "frame": texts["frame"],
        "typeLine": texts["type_line"],
        "badge": [texts["month"], str(texts["month_day"])],
        "when": [texts["day"], texts["hours"]],
        "day": texts["long_day"],
        "price": texts["price"],
        "taxed": texts["taxed"],
        "seats": texts["seats"],
        "seatsTaken": texts["seats_taken"],
        "fewLeft": texts["few_left"],
        "seatsLeft": texts["seats_left"],
        "next": texts["next"] and [texts["next"]["day"], texts["next"]["long_day"]],
    }.items() <= case.items()


@pytest.mark.parametrize(  # as in frontend/src/ui/parts.test.tsx
    ("place", "parts"),
    [
        ("The Kettle, 4 Dock St, Port Alder, WA", ["The Kettle,", "4 Dock St,", "Port Alder, WA"]),
        ("4 Dock St, Port Alder, WA 98101", ["4 Dock St,", "Port Alder, WA 98101"]),
        ("The Kettle, Wharf", ["The Kettle,", "Wharf"]),
    ],
)
def test_a_place_is_split_after_commas_but_not_between_a_city_and_its_state(place: str, parts: list[str]) -> None:
    assert split_place(place) == parts


def test_an_image_of_the_shop_has_its_sizes_and_another_address_has_none() -> None:
    date = AMERICAN[0]["date"]

    own, foreign = describe_date(date)["image"], describe_date(date | {"image": "https://example.com/a.jpg"})["image"]

    assert own["avif"].startswith("/media/events/0123456789abcdef-320.avif 320w, ")
    assert foreign == {"path": "https://example.com/a.jpg", "avif": "", "webp": ""}


def test_the_requested_date_is_shown_and_by_default_the_next_one_with_seats() -> None:
    full, free = {"startTime": "a", "countInStock": 0}, {"startTime": "b", "countInStock": 2}
    product = {"occurrences": [full, free]}

    assert choose_date(product, "a") is full
    assert choose_date(product, None) is free
    assert choose_date({"occurrences": [full]}, None) is full
    assert choose_date(product, "some other spelling") is None
    assert choose_date({"occurrences": []}, None) is None
