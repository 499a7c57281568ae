from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import Pattern, end_of_day, from_rrule, to_rrule

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
    assert from_rrule(text, zone=VENUE) == pattern


def test_a_single_date_is_two_lines_in_utc_that_expand_to_itself():
    text = to_rrule(None, start=START, zone=VENUE)

    assert text == "DTSTART:20261121T030000Z\nRRULE:FREQ=DAILY;COUNT=1"
    assert from_rrule(text, zone=VENUE) is None


def test_the_start_is_written_in_the_shops_zone_whatever_zone_it_came_in():
    assert to_rrule(Pattern("daily"), start=START.astimezone(UTC), zone=VENUE) == to_rrule(
        Pattern("daily"), start=START, zone=VENUE
    )


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("FREQ=DAILY", Pattern("daily")),
        ("RRULE:FREQ=DAILY;INTERVAL=1;WKST=SU", Pattern("daily")),
        ("rrule:freq=daily", Pattern("daily")),
        ("  RRULE:FREQ=WEEKLY;  \r\n", Pattern("weekly")),
        ("RRULE:BYDAY=FR;FREQ=WEEKLY", Pattern("weekly")),
        ("DTSTART:20261121T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=FR", Pattern("weekly")),  # a Friday at the venue
        ("DTSTART;TZID=America/Los_Angeles:20261120T190000\r\nRRULE:FREQ=WEEKLY;BYDAY=FR\r\n", Pattern("weekly")),
        ("dtstart;tzid=america/los_angeles:20261120t190000\nrrule:freq=weekly;byday=fr", Pattern("weekly")),
        ("FREQ=WEEKLY;DTSTART=20261121T030000Z;BYDAY=FR", Pattern("weekly")),
        ("FREQ=MONTHLY;BYMONTHDAY=20", Pattern("monthly")),
        ("DTSTART;VALUE=DATE:20261120\nRRULE:FREQ=MONTHLY;BYMONTHDAY=20", Pattern("monthly")),
        ("FREQ=MONTHLY;BYDAY=+2FR,-1FR", Pattern("custom", FRIDAY, (2, 5))),
        ("BYDAY=-1FR,2FR;INTERVAL=1;FREQ=MONTHLY", Pattern("custom", FRIDAY, (2, 5))),
        ("FREQ=MONTHLY;BYDAY=1MO", Pattern("custom", 0, (1,))),
        ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=2,-1", Pattern("custom", FRIDAY, (2, 5))),
        ("FREQ=MONTHLY;BYSETPOS=1;BYDAY=SU", Pattern("custom", 6, (1,))),
        ("FREQ=DAILY;UNTIL=20270101T000000Z", Pattern("daily", until=datetime(2027, 1, 1, tzinfo=UTC))),
        ("FREQ=DAILY;UNTIL=20270101T000000", Pattern("daily", until=datetime(2027, 1, 1, 8, tzinfo=UTC))),
        ("FREQ=DAILY;UNTIL=20270101", Pattern("daily", until=datetime(2027, 1, 2, 7, 59, tzinfo=UTC))),
        ("FREQ=DAILY;UNTIL=99991231T235959Z", Pattern("daily", until=datetime(9999, 12, 31, 23, 59, tzinfo=UTC))),
        ("FREQ=DAILY;UNTIL=99991231T235959", Pattern("daily", until=datetime(9999, 12, 31, 23, 59, tzinfo=UTC))),
    ],
)
def test_rules_as_calendar_clients_write_them_are_read(text, pattern):
    assert from_rrule(text, zone=VENUE) == pattern


@pytest.mark.parametrize(
    "text",
    [
        "FREQ=YEARLY",
        "FREQ=HOURLY",
        "FREQ=DAILY;INTERVAL=2",
        "FREQ=DAILY;COUNT=10",
        "FREQ=WEEKLY;COUNT=1",
        "FREQ=DAILY;BYDAY=MO",
        "FREQ=DAILY;BYMONTHDAY=3",
        "FREQ=DAILY;BYHOUR=19",
        "FREQ=WEEKLY;BYDAY=MO,TU",
        "FREQ=WEEKLY;BYDAY=2FR",
        "FREQ=WEEKLY;BYDAY=FR;BYSETPOS=1",
        "FREQ=WEEKLY;BYMONTHDAY=3",
        "FREQ=WEEKLY;INTERVAL=2;WKST=MO",
        "FREQ=MONTHLY;BYDAY=FR",  # every Friday, with no week
        "FREQ=MONTHLY;BYDAY=5FR",  # not always the last
        "FREQ=MONTHLY;BYDAY=-2FR",
        "FREQ=MONTHLY;BYDAY=0FR",
        "FREQ=MONTHLY;BYDAY=1FR,1SA",
        "FREQ=MONTHLY;BYDAY=1XX",
        "FREQ=MONTHLY;BYDAY=FR,SA;BYSETPOS=1",
        "FREQ=MONTHLY;BYDAY=1FR;BYSETPOS=1",
        "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=5",
        "FREQ=MONTHLY;BYSETPOS=1",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=1FR",
        "FREQ=MONTHLY;BYMONTH=6",
        "DTSTART:20261121T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=SA",  # the start is a Friday at the venue
        "DTSTART;TZID=America/Los_Angeles:20261120T190000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=21",
    ],
)
def test_rules_that_no_pattern_can_express_are_refused_with_what_to_choose(text):
    with pytest.raises(ValueError, match=r"Choose daily, weekly, monthly or custom\."):
        from_rrule(text, zone=VENUE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "RRULE:",
        "FREQ=",
        "BYDAY=2FR",
        "DTSTART:20261121T030000Z",
        "FREQ=DAILY;FREQ=WEEKLY",
        "FREQ=DAILY;;WKST=MO",
        "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY",
        "RRULE:FREQ=DAILY\nEXDATE:20261121T030000Z",
        "DTSTART:20261121\nDTSTART:20261122\nRRULE:FREQ=DAILY",
        "DTSTART:tomorrow\nRRULE:FREQ=DAILY",
        "FREQ=DAILY;UNTIL=soon",
        "FREQ=DAILY;UNTIL=20270231",
        "FREQ=DAILY;UNTIL=00000101",
        "FREQ=DAILY;UNTIL=20270101T250000Z",
        "FREQ=DAILY;UNTIL=20270101Z",
        "FREQ=DAILY;UNTIL=٢٠٢٧٠١٠١",
    ],
)
def test_text_that_is_no_rule_is_refused_with_an_example_of_one(text):
    with pytest.raises(ValueError, match="A repeat rule reads like RRULE:FREQ=WEEKLY"):
        from_rrule(text, zone=VENUE)
