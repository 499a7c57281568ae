"""Deadlines end on a full hour, and never after the date's start."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bookings.deadlines import end_on_full_hour
from bookings.services.offers import get_offer_end
from events.formatting import format_deadline
from tests.support.factories import OccurrenceFactory

CASES = json.loads((Path(__file__).parents[1] / "deadline_cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_deadline_ends_on_the_next_full_hour_at_the_shop_but_not_after_the_start(case, settings):
    settings.SHOP_TIME_ZONE = case["timeZone"]
    start = datetime.fromisoformat(case["start"])

    deadline = end_on_full_hour(start - timedelta(hours=case["hours"]), start=start)

    assert deadline == datetime.fromisoformat(case["deadline"])


def test_a_deadline_names_its_day_its_time_and_its_zone():
    assert format_deadline(datetime.fromisoformat("2026-11-30T16:00:00Z")) == "Mon, Nov 30, 8:00 AM PST"


def test_seconds_and_less_are_rounded_up():
    exactly = datetime.fromisoformat("2026-12-02T03:00:00Z")

    assert end_on_full_hour(exactly) == exactly
    assert end_on_full_hour(exactly + timedelta(microseconds=1)) == exactly + timedelta(hours=1)


@pytest.mark.parametrize(
    ("made", "ends"), [("15:10", "17:00"), ("17:20", "18:00"), ("17:35", "18:05"), ("18:45", "19:00")]
)
def test_an_offer_ends_before_the_last_hour_in_which_seats_are_for_everybody_if_it_can(made, ends):
    """It lasts at least half an hour."""
    starts_at = datetime.fromisoformat("2027-12-04T19:00:00-08:00")
    date = OccurrenceFactory(starts_at=starts_at)

    end = get_offer_end(date, datetime.fromisoformat(f"2027-12-04T{made}:00-08:00"))

    assert end == datetime.fromisoformat(f"2027-12-04T{ends}:00-08:00")
