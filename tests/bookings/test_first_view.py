"""The texts of first views equal those of the app. Both run the cases of word_cases.json."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bookings.first_view import get_about, get_box, get_event_texts, get_face, get_tile

CASES = json.loads((Path(__file__).parent.parent / "word_cases.json").read_text(), parse_float=Decimal)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_texts_equal_those_of_the_app(case: dict[str, Any], settings: Any) -> None:
    settings.TAX_RATE = case["taxRate"]
    date, zone = case["date"], ZoneInfo(case["timeZone"])
    occurrence = date | {"totalReservations": date["maximumEventCapacity"] - date["countInStock"]}
    product = date | {"occurrences": [occurrence], "eventLocation": ""}

    tile = get_tile(date, zone)
    face = get_face(product, occurrence, zone)
    box = get_box(product, occurrence, zone)

    said = {
        "frame": tile["frame"],
        "typeLine": tile["typeLine"],
        "badge": [tile["month"], tile["monthDay"]],
        "when": [tile["whenDay"], tile["whenHours"]],
        "heading": box["months"][0]["heading"],
        "option": box["months"][0]["dates"][0]["text"],
        "zoneHint": box["zoneHint"],
        "share": face["share"],
        "sum": box["sum"],
        "taxed": box["taxed"],
        "next": tile["next"] and [tile["next"]["day"], tile["next"]["longDay"]],
    } | {name: tile[name] for name in ("day", "price", "seats", "seatsTaken", "fewLeft")}
    assert said == {name: text for name, text in case.items() if name not in ("name", "timeZone", "date", "taxRate")}
    assert [face["whenDay"], face["whenHours"]] == case["when"]
    assert (face["month"], face["monthDay"]) == (tile["month"], tile["monthDay"])


def test_paragraphs_are_split_and_the_default_location_has_no_map() -> None:
    texts = get_about({"description": " One.\r\n \r\nTwo,\nstill two.\n\n\n", "eventLocation": "Default"})

    assert texts["paragraphs"] == ["One.", "Two,\nstill two."]
    assert not texts["map"]
    assert (
        get_about({"description": "", "eventLocation": "12 Dock St & Co/ü"})["placeQuery"]
        == "12%20Dock%20St%20%26%20Co%2F%C3%BC"
    )


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("The Kettle, 4 Dock St, Port Alder, WA", ["The Kettle,", "4 Dock St,", "Port Alder, WA"]),
        ("4 Dock St, Port Alder, WA 98101", ["4 Dock St,", "Port Alder, WA 98101"]),
        ("The Kettle, Wharf", ["The Kettle,", "Wharf"]),
        (" The Kettle ", ["The Kettle"]),
    ],
)
def test_a_location_breaks_after_commas_except_before_a_state(place: str, parts: list[str]) -> None:
    assert get_about({"description": "", "eventLocation": place})["placeParts"] == parts


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [(None, "open"), ("", "open"), ("2030-01-01T00:00:00Z", "full"), ("2030-01-02T00:00:00Z", "open"),
     ("2030-01-02", None), ("2030-01-02T00:00:00.000Z", None), ("yesterday", None)],
)  # fmt: skip
def test_only_an_exact_start_selects_a_date(asked: str | None, chosen: str | None) -> None:
    def date(start: str, left: int) -> dict[str, Any]:
        return {"startTime": start, "endTime": start, "countInStock": left, "totalReservations": 4 - left}

    case = CASES[0]["date"] | {"maximumEventCapacity": 4, "eventLocation": "Here"}
    dates = [date("2030-01-01T00:00:00Z", 0), date("2030-01-02T00:00:00Z", 2)]
    texts = get_event_texts(case | {"occurrences": dates}, asked)

    assert (texts and ("open" if texts["event"]["open"] else "full")) == chosen
