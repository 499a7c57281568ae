"""The server's first view has the same texts as the app, which the browser's tests compare with the same cases."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from bookings.site.first_view import choose_date, describe_date, describe_event_page, get_first_heading, split_place
from bookings.site.pages import choose_dates

CASES = json.loads((Path(__file__).parent.parent / "word_cases.json").read_text(), parse_float=Decimal)
NOVEMBER, DECEMBER, JANUARY = "November 2026", "December 2026", "January 2027"


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_texts_equal_those_of_the_app(case: dict[str, Any], settings: Any) -> None:
    settings.SHOP_TIME_ZONE, settings.TAX_RATE = case["timeZone"], case["taxRate"]

    texts = describe_event_page(case["date"])

    assert {
        "frame": texts["frame"],
        "category": texts["category"],
        "setAndFormat": texts["set_and_format"],
        "badge": [texts["month"], str(texts["month_day"])],
        "when": [texts["day"], texts["hours"]],
        "day": texts["long_day"],
        "venue": texts["venue"],
        "price": texts["price"],
        "seats": texts["seats"],
        "seatsTaken": texts["seats_taken"],
        "fewLeft": texts["few_left"],
        "seatsLeft": texts["seats_left"],
        "next": texts["next"] and [texts["next"]["day"], texts["next"]["long_day"]],
    }.items() <= case.items()


@pytest.mark.parametrize(  # as in frontend/src/common/ui/parts.test.tsx
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
    date = CASES[0]["date"]

    own, foreign = describe_date(date)["image"], describe_date(date | {"image": "https://example.com/a.jpg"})["image"]

    assert own["avif"].startswith("/media/events/0123456789abcdef-320.avif 320w, ")
    assert foreign == {"path": "https://example.com/a.jpg", "avif": "", "webp": ""}


@pytest.mark.parametrize(("minutes", "left", "is_shown"), [(120, 0, True), (120, 1, False), (59, 0, False)])
def test_the_card_of_a_full_date_leads_to_its_waiting_list_until_that_closes(minutes, left, is_shown):
    start = timezone.now() + timedelta(minutes=minutes)
    date = CASES[0]["date"] | {"startTime": start.isoformat(), "endTime": start.isoformat(), "countInStock": left}

    card = render_to_string("first_view/card.html", {"date": describe_date(date), "heading": "h3"})

    assert ('#waiting-list" aria-label="Join the waiting list for Friday Commander Night' in card) is is_shown
    assert ("Sold Out!" in card) is (left == 0)


def test_the_first_view_of_a_card_says_where_and_one_price_with_tax() -> None:
    card = render_to_string("first_view/card.html", {"date": describe_date(CASES[0]["date"]), "heading": "h3"})

    assert '<span class="event-card-venue">The Kettle</span>' in card
    assert re.findall(r"\$[\d.]+", card) == ["$13.80"]


def rows(*numbers: int) -> list[dict[str, Any]]:
    """Return dates with these seats left, each of another event."""
    return [{"_id": str(at), "inStock": left > 0} for at, left in enumerate(numbers)]


@pytest.mark.parametrize(
    ("left", "hero", "cards"),
    [
        ([1, 1, 1, 1, 1, 1, 1], "0", "12345"),
        ([0, 1, 0, 1, 1, 1, 1], "1", "34560"),
        ([0, 1, 0, 1], "1", "302"),
        ([0, 0, 0, 0, 0, 1, 1], "5", "60123"),
    ],
)
def test_the_home_page_shows_dates_with_seats_first(left: list[int], hero: str, cards: str) -> None:
    first, others = choose_dates(rows(*left))

    assert first is not None
    assert (first["_id"], "".join(row["_id"] for row in others)) == (hero, cards)


def test_no_event_takes_two_cards_of_a_row_before_all_others_with_seats_have_one() -> None:
    hero, *others = rows(1, 1, 1, 0)
    again = others[0] | {"number": 2}

    assert choose_dates([hero, others[0], again, *others[1:]])[1] == [others[0], others[1], again, others[2]]

    third, weekly = others[0] | {"number": 3}, others[1] | {"number": 2}
    assert choose_dates([hero, others[0], again, third, others[1], weekly])[1] == [
        others[0],
        others[1],
        again,
        weekly,
        third,
    ]


def test_an_event_beside_the_welcome_is_on_no_card_unless_it_is_the_only_one() -> None:
    weekly = [{"_id": "weekly", "inStock": True, "number": number} for number in range(2)]

    assert choose_dates([*weekly, *rows(1)])[1] == rows(1)
    assert choose_dates(weekly) == (weekly[0], weekly[1:])
    assert choose_dates([]) == (None, [])


def test_the_requested_date_is_shown_and_by_default_the_next_one_with_seats() -> None:
    full, free = {"startTime": "a", "countInStock": 0}, {"startTime": "b", "countInStock": 2}
    product = {"occurrences": [full, free]}

    assert choose_date(product, "a") is full
    assert choose_date(product, None) is free
    assert choose_date({"occurrences": [full]}, None) is full
    assert choose_date(product, "some other spelling") is None
    assert choose_date({"occurrences": []}, None) is None


@pytest.mark.parametrize(
    ("months", "heading"),
    [
        ([NOVEMBER] * 3 + [DECEMBER] * 3, NOVEMBER),
        ([NOVEMBER] + [DECEMBER] * 2, "November – December 2026"),
        ([DECEMBER] * 3 + [JANUARY], "December 2026 – January 2027"),
        ([NOVEMBER] * 3 + [DECEMBER] + [JANUARY] * 2, NOVEMBER),
        ([NOVEMBER], NOVEMBER),
        ([], ""),
    ],
)
def test_months_without_a_full_row_of_cards_share_a_heading(months: list[str], heading: str) -> None:
    assert get_first_heading(months) == heading
