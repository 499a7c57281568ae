"""The dates of a pattern, across clock changes too, how far they reach, and invalid patterns."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import LATEST, MAX_DATES, Pattern, expand, get_horizon, list_dates
from tests.events.patterns import FRIDAY, VENUE, at, starts

# --- Clock changes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "start", "moved"),
    [
        ("America/Los_Angeles", "2027-03-13 02:30", "2027-03-14 03:30"),
        ("Australia/Lord_Howe", "2026-10-03 02:10", "2026-10-04 02:40"),  # half an hour
        ("America/Sao_Paulo", "2017-10-14 00:30", "2017-10-15 01:30"),  # at midnight
        ("Europe/Dublin", "2027-03-27 01:30", "2027-03-28 02:30"),
        ("Africa/Casablanca", "2027-03-13 02:30", "2027-03-14 03:30"),  # back from Ramadan's hour
        ("Antarctica/Troll", "2027-03-27 01:30", "2027-03-28 03:30"),  # two hours
    ],
)
def test_a_skipped_local_time_moves_forward_for_one_day_only(zone, start, moved):
    zone_info = ZoneInfo(zone)
    begin = at(start, zone_info)

    days = starts(Pattern("daily"), start, until=(begin + timedelta(days=3)).strftime("%Y-%m-%d %H:%M"), zone=zone_info)

    assert days[1] == moved
    assert {day[-5:] for day in (days[0], *days[2:])} == {start[-5:]}


def test_a_day_that_the_zone_skips_gives_no_second_date_on_the_next():
    apia = ZoneInfo("Pacific/Apia")  # had no 30 December 2011

    assert starts(Pattern("daily"), "2011-12-28 19:00", until="2012-01-01 19:00", zone=apia) == [
        "2011-12-28 19:00",
        "2011-12-29 19:00",
        "2011-12-31 19:00",
        "2012-01-01 19:00",
    ]
    assert starts(Pattern("weekly"), "2011-12-23 19:00", until="2012-01-06 19:00", zone=apia) == [
        "2011-12-23 19:00",
        "2011-12-31 19:00",
        "2012-01-06 19:00",
    ]


def test_of_a_local_time_that_occurs_twice_the_first_is_used():
    begin = at("2026-10-31 01:30")

    rows = expand(Pattern("daily"), start=begin, end=begin, until=at("2026-11-02 12:00"), zone=VENUE)

    assert [row.starts_at for row in rows] == [
        datetime(2026, 10, 31, 8, 30, tzinfo=UTC),
        datetime(2026, 11, 1, 8, 30, tzinfo=UTC),
        datetime(2026, 11, 2, 9, 30, tzinfo=UTC),
    ]


def test_a_start_in_the_second_of_two_equal_hours_is_not_changed():
    second = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)  # 01:30 for the second time

    rows = expand(Pattern("daily"), start=second, end=second, until=second + timedelta(days=1), zone=VENUE)

    assert [row.starts_at for row in rows] == [second, second + timedelta(days=1)]


def test_every_date_keeps_the_elapsed_length_of_the_first():
    begin = at("2026-10-30 23:00")
    end = datetime.fromisoformat("2026-10-31T05:00-07:00")

    rows = expand(Pattern("daily"), start=begin, end=end, until=at("2026-11-02 12:00"), zone=VENUE)

    assert {row.ends_at - row.starts_at for row in rows} == {timedelta(hours=6)}
    assert f"{rows[1].ends_at.astimezone(VENUE):%d %H:%M}" == "01 04:00"  # this day has 25 hours


# --- Invalid patterns ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"interval": "yearly"}, "Choose daily, weekly, monthly or custom."),
        ({"interval": "custom", "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": 7, "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": -1, "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": FRIDAY}, "Choose at least one week of the month."),
        (
            {"interval": "custom", "weekday": FRIDAY, "weeks": (0,)},
            "Choose weeks of the month from 1st to 4th, or Last.",
        ),
        (
            {"interval": "custom", "weekday": FRIDAY, "weeks": (1, 6)},
            "Choose weeks of the month from 1st to 4th, or Last.",
        ),
        ({"interval": "daily", "until": datetime(2026, 1, 1)}, "A time needs its zone."),  # noqa: DTZ001
    ],
)
def test_invalid_patterns_raise_an_error_with_a_message(parts, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Pattern(**parts)


def test_dates_reach_a_year_past_the_end_or_today_whichever_is_later():
    now = at("2026-11-20 12:00")

    for end, expected in [("2026-12-24 22:00", "2027-12-24 22:00"), ("2020-01-01 22:00", "2027-11-20 12:00")]:
        assert get_horizon(Pattern("weekly"), end=at(end), now=now, zone=VENUE) == at(expected)


def test_a_year_from_the_leap_day_is_the_28th():
    leap = at("2028-02-29 19:00")

    assert get_horizon(Pattern("daily"), end=leap, now=leap, zone=VENUE) == at("2029-02-28 19:00")


def test_at_most_400_upcoming_dates_are_returned():
    days = starts(Pattern("daily"), "2026-11-20 19:00", until="2036-01-01 00:00")

    assert len(days) == MAX_DATES == 400
    assert days[-1] == "2027-12-24 19:00"


def test_the_limit_of_400_counts_from_after():
    days = starts(Pattern("daily"), "2016-11-20 19:00", until="2036-01-01 00:00", after=at("2026-11-20 19:00"))

    assert days[0] == "2026-11-21 19:00"
    assert len(days) == 400


def test_a_series_with_a_past_start_has_its_past_and_upcoming_dates():
    begin, now = at("2026-11-06 19:00"), at("2026-11-20 19:00")

    rows = list_dates(Pattern("weekly"), start=begin, end=begin + timedelta(hours=3), now=now, zone=VENUE)

    assert [row.starts_at for row in rows[:4]] == [
        at("2026-11-06 19:00"),
        at("2026-11-13 19:00"),
        at("2026-11-20 19:00"),
        at("2026-11-27 19:00"),
    ]
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


@pytest.mark.parametrize("interval", ["daily", "weekly", "monthly", "custom"])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"])
@pytest.mark.parametrize(
    "start",
    [
        datetime.min.replace(tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
        datetime.max.replace(tzinfo=VENUE),
        datetime.min.replace(tzinfo=ZoneInfo("Asia/Tokyo")),
        datetime(9998, 12, 1, 19, tzinfo=UTC),
    ],
)
def test_dates_at_the_limits_of_datetime_raise_no_error(interval, zone, start):
    pattern = Pattern(interval, weekday=FRIDAY, weeks=(5,), until=datetime.max.replace(tzinfo=VENUE))
    place = ZoneInfo(zone)

    assert len(list_dates(pattern, start=start, end=start, now=at("2026-11-20 12:00"), zone=place)) <= 800
    assert get_horizon(Pattern(interval, FRIDAY, (1,)), end=start, now=start, zone=place) <= LATEST
    expand(pattern, start=start, end=LATEST, until=LATEST, zone=place, after=start)
