"""How moments are read and written."""

from datetime import UTC, date, datetime

import pytest

from events.datetimes import day_bounds, read_day_or_moment, read_moment, wire_time

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
def test_a_moment_is_read_to_the_minute_in_the_shops_zone_where_none_is_given(text: str) -> None:
    assert read_moment(text) == SEVEN


def test_a_wall_time_that_the_clocks_skip_moves_forward() -> None:
    assert read_moment("2027-03-14T02:30") == datetime(2027, 3, 14, 10, 30, tzinfo=UTC)  # 03:30 in summer time


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "2026-13-01T00:00", "2026-02-30", "2026-12-04T25:00", "0000-01-01T00:00Z", "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-14:00", "10000-01-01T00:00Z", "2026-12-04T19:00+99:00", "9999-12-31", "0001-01-01", "\0",
    ],
)  # fmt: skip
def test_what_is_no_moment_of_ours_is_refused(text: str) -> None:
    assert not is_ours(text)


def is_ours(text: str) -> bool:
    try:
        when = read_day_or_moment(text)
        return isinstance(when, datetime) or bool(day_bounds(when))
    except ValueError:
        return False


def test_moments_go_out_in_utc() -> None:
    assert wire_time(read_moment("2026-12-04T19:00")) == "2026-12-05T03:00:00Z"


def test_a_day_is_as_long_as_the_clocks_make_it() -> None:
    start, end = day_bounds(date(2027, 3, 14))

    assert (end - start).total_seconds() == 23 * 3600
