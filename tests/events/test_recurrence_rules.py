"""Format a pattern as an iCalendar rule."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import Pattern, to_rrule

VENUE = ZoneInfo("America/Los_Angeles")
START = datetime(2026, 11, 20, 19, tzinfo=VENUE)  # the third Friday of November
FRIDAY = 4


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        (Pattern("daily"), "FREQ=DAILY"),
        (Pattern("weekly"), "FREQ=WEEKLY"),
        (Pattern("monthly"), "FREQ=MONTHLY"),
        (Pattern("custom", FRIDAY, (2, 5)), "FREQ=MONTHLY;BYDAY=2FR,-1FR"),
        (Pattern("custom", 6, (1, 2, 3, 4, 5)), "FREQ=MONTHLY;BYDAY=1SU,2SU,3SU,4SU,-1SU"),
        (
            Pattern("weekly", until=datetime(2027, 11, 20, 23, 59, tzinfo=VENUE)),
            "FREQ=WEEKLY;UNTIL=20271121T075900Z",
        ),
        (
            Pattern("custom", FRIDAY, (3,), until=datetime(2027, 1, 1, tzinfo=UTC)),
            "FREQ=MONTHLY;BYDAY=3FR;UNTIL=20270101T000000Z",
        ),
    ],
)
def test_a_series_is_formatted_with_the_shops_zone_and_one_rule(pattern, rule):
    text = to_rrule(pattern, start=START, zone=VENUE)

    assert text == f"DTSTART;TZID=America/Los_Angeles:20261120T190000\nRRULE:{rule}"


def test_a_single_date_is_formatted_in_utc():
    text = to_rrule(None, start=START, zone=VENUE)

    assert text == "DTSTART:20261121T030000Z\nRRULE:FREQ=DAILY;COUNT=1"


def test_the_start_is_formatted_in_the_shops_zone_whatever_its_own():
    assert to_rrule(Pattern("daily"), start=START.astimezone(UTC), zone=VENUE) == to_rrule(
        Pattern("daily"), start=START, zone=VENUE
    )
