"""Parse and format datetimes."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from events.datetimes import get_day_bounds, parse_datetime, parse_day_or_datetime

SEVEN = datetime(2026, 12, 5, 3, tzinfo=UTC)  # 19:00 in the shop


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-05T03:00:00Z", "2026-12-05T03:00:59.999Z", "2026-12-05T03:00Z", "2026-12-04T19:00:00-08:00",
        "2026-12-04T19:00:00-0800", "2026-12-05T04:00:00+01:00", "2026-12-05T04:00:00 01:00",
        "2026-12-05T04:00:00.000 0100", "2026-12-04T19:00", "2026-12-04 19:00", " 2026-12-04T19:00:30 ",
        "20261204T190000",
    ],
)  # fmt: skip
def test_a_datetime_is_parsed_to_the_minute_in_the_shops_zone_by_default(text: str) -> None:
    assert parse_datetime(text) == SEVEN


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "2026-13-01T00:00", "2026-02-30", "2026-12-04T25:00", "0000-01-01T00:00Z", "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-14:00", "10000-01-01T00:00Z", "2026-12-04T19:00+99:00", "9999-12-31", "0001-01-01", "\0",
    ],
)  # fmt: skip
def test_other_texts_and_years_are_rejected(text: str) -> None:
    assert not is_valid(text)


def is_valid(text: str) -> bool:
    try:
        return bool(parse_day_or_datetime(text))
    except ValueError:
        return False


def test_a_day_on_which_summer_time_begins_has_23_hours() -> None:
    start, end = get_day_bounds(date(2027, 3, 14))

    assert (end - start).total_seconds() == 23 * 3600


@pytest.mark.parametrize(
    ("zone", "day", "end"),
    [
        ("America/Los_Angeles", date(2026, 11, 20), "2026-11-21T08:00Z"),
        ("America/Sao_Paulo", date(2018, 2, 17), "2018-02-18T03:00Z"),  # 23:00 to midnight occurs twice
        ("America/Sao_Paulo", date(2017, 10, 14), "2017-10-15T03:00Z"),  # the next day begins at 01:00
        ("Pacific/Kiritimati", date(2026, 1, 1), "2026-01-01T10:00Z"),
    ],
)
def test_a_day_ends_when_the_next_begins(zone: str, day: date, end: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert get_day_bounds(day)[1] == datetime.fromisoformat(end)
