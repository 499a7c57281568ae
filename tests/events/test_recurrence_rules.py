from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import Pattern, end_of_day, to_rrule

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
            Pattern("weekly", until=end_of_day(date(2027, 11, 20), zone=VENUE)),
            "FREQ=WEEKLY;UNTIL=20271121T075900Z",
        ),
        (
            Pattern("custom", FRIDAY, (3,), until=datetime(2027, 1, 1, tzinfo=UTC)),
            "FREQ=MONTHLY;BYDAY=3FR;UNTIL=20270101T000000Z",
        ),
    ],
)
def test_a_series_is_two_lines_with_the_shops_zone_and_one_rule(pattern, rule):
    text = to_rrule(pattern, start=START, zone=VENUE)

    assert text == f"DTSTART;TZID=America/Los_Angeles:20261120T190000\nRRULE:{rule}"


def test_a_single_date_is_two_lines_in_utc_that_expand_to_itself():
    text = to_rrule(None, start=START, zone=VENUE)

    assert text == "DTSTART:20261121T030000Z\nRRULE:FREQ=DAILY;COUNT=1"


def test_the_start_is_written_in_the_shops_zone_whatever_zone_it_came_in():
    assert to_rrule(Pattern("daily"), start=START.astimezone(UTC), zone=VENUE) == to_rrule(
        Pattern("daily"), start=START, zone=VENUE
    )
