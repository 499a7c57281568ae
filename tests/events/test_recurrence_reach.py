"""How far back and ahead a pattern has dates."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import LATEST, MAX_DATES, Pattern, expand, get_horizon, list_dates
from tests.events.patterns import FRIDAY, VENUE, at, starts


def test_a_series_ends_at_the_patterns_end_if_it_is_before_until():
    pattern = Pattern("daily", until=at("2026-11-21 19:00"))

    assert starts(pattern, "2026-11-20 19:00", until="2027-11-20 19:00") == ["2026-11-20 19:00", "2026-11-21 19:00"]


def test_an_end_at_the_last_minute_of_a_day_includes_that_day():
    pattern = Pattern("daily", until=at("2026-11-21 23:59"))

    assert starts(pattern, "2026-11-20 23:59", until="2027-01-01 00:00") == ["2026-11-20 23:59", "2026-11-21 23:59"]


def test_dates_reach_a_year_past_the_end_or_today_whichever_is_later():
    now = at("2026-11-20 12:00")

    for end, expected in [("2026-12-24 22:00", "2027-12-24 22:00"), ("2020-01-01 22:00", "2027-11-20 12:00")]:
        assert get_horizon(Pattern("weekly"), end=at(end), now=now, zone=VENUE) == at(expected)


def test_a_year_from_now_is_the_same_evening_although_summer_time_begins_on_another_day():
    summer = at("2026-03-10 19:00")

    assert get_horizon(Pattern("daily"), end=summer, now=summer, zone=VENUE) == at("2027-03-10 19:00")


def test_a_year_from_the_leap_day_is_the_28th():
    leap = at("2028-02-29 19:00")

    assert get_horizon(Pattern("daily"), end=leap, now=leap, zone=VENUE) == at("2029-02-28 19:00")


def test_a_pattern_with_an_end_reaches_to_that_end():
    pattern = Pattern("weekly", until=at("2031-01-01 00:00"))

    assert get_horizon(pattern, end=at("2026-11-20 22:00"), now=at("2026-11-20 12:00"), zone=VENUE) == at(
        "2031-01-01 00:00"
    )


def test_at_most_400_upcoming_dates_are_returned():
    days = starts(Pattern("daily"), "2026-11-20 19:00", until="2036-01-01 00:00")

    assert len(days) == MAX_DATES == 400
    assert days[-1] == "2027-12-24 19:00"


def test_the_limit_of_400_counts_from_after():
    days = starts(Pattern("daily"), "2016-11-20 19:00", until="2036-01-01 00:00", after=at("2026-11-20 19:00"))

    assert days[0] == "2026-11-21 19:00"
    assert len(days) == 400


def test_after_before_the_start_returns_all_dates():
    days = starts(Pattern("daily"), "2026-11-20 19:00", until="2026-11-21 19:00", after=at("2020-01-01 00:00"))

    assert days == ["2026-11-20 19:00", "2026-11-21 19:00"]


def test_a_series_with_a_past_start_has_its_past_and_upcoming_dates():
    begin, now = at("2026-11-06 19:00"), at("2026-11-20 19:00")

    rows = list_dates(Pattern("weekly"), start=begin, end=begin + timedelta(hours=3), now=now, zone=VENUE)

    assert [row.starts_at for row in rows[:4]] == [
        at("2026-11-06 19:00"), at("2026-11-13 19:00"), at("2026-11-20 19:00"), at("2026-11-27 19:00"),
    ]  # fmt: skip
    assert rows[-1].starts_at == at("2027-11-19 19:00")


@pytest.mark.parametrize("interval", ["daily", "weekly", "monthly", "custom"])
def test_a_series_that_began_long_ago_has_its_latest_400_past_dates_without_a_gap(interval):
    begin, now = at("1900-01-31 19:00"), at("2026-11-20 12:00")
    pattern = Pattern(interval, weekday=FRIDAY, weeks=(5,))

    rows = list_dates(pattern, start=begin, end=begin, now=now, zone=VENUE)

    past = [row for row in rows if row.starts_at <= now]
    assert len(past) == 400
    assert (
        rows == expand(pattern, start=begin, end=begin, until=rows[-1].starts_at, zone=VENUE, limit=None)[-len(rows) :]
    )
    assert rows[-1].starts_at > now + timedelta(days=300)


def test_a_series_that_is_over_has_no_upcoming_dates():
    pattern = Pattern("daily", until=at("2026-11-02 23:00"))
    begin = at("2026-11-01 19:00")

    rows = list_dates(pattern, start=begin, end=begin, now=at("2026-11-20 12:00"), zone=VENUE)

    assert [row.starts_at for row in rows] == [begin, at("2026-11-02 19:00")]


def test_extending_an_old_series_is_as_fast_as_a_new_one():
    now = at("2026-11-20 12:00")
    old = {"start": at("0100-01-01 19:00"), "end": at("0100-01-01 22:00")}

    clock = datetime.now(UTC)
    rows = expand(Pattern("daily"), **old, until=now + timedelta(days=30), zone=VENUE, after=now)

    assert len(rows) == 30
    assert datetime.now(UTC) - clock < timedelta(seconds=1)  # starting from the first date would take many


@pytest.mark.parametrize("interval", ["daily", "weekly", "monthly", "custom"])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
@pytest.mark.parametrize(
    "start",
    [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC), datetime.max.replace(tzinfo=VENUE),
     datetime.min.replace(tzinfo=ZoneInfo("Asia/Tokyo")), datetime(9998, 12, 1, 19, tzinfo=UTC)],
)  # fmt: skip
def test_dates_at_the_limits_of_datetime_raise_no_error(interval, zone, start):
    pattern = Pattern(interval, weekday=FRIDAY, weeks=(5,), until=datetime.max.replace(tzinfo=VENUE))
    place = ZoneInfo(zone)

    assert len(list_dates(pattern, start=start, end=start, now=at("2026-11-20 12:00"), zone=place)) <= 800
    assert get_horizon(Pattern(interval, FRIDAY, (1,)), end=start, now=start, zone=place) <= LATEST
    expand(pattern, start=start, end=LATEST, until=LATEST, zone=place, after=start)


def test_an_event_that_lasts_to_the_maximum_datetime_has_one_date():
    begin = at("2026-11-20 19:00")

    assert len(expand(Pattern("daily"), start=begin, end=LATEST, until=LATEST, zone=VENUE)) == 1
