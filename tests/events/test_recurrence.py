"""The dates of a pattern, across clock changes too, and invalid patterns."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from events.recurrence import Pattern, Span, expand, from_wall_clock
from tests.events.patterns import FRIDAY, VENUE, at, starts

# --- Intervals -------------------------------------------------------------------------------------------------------


def test_daily_is_every_day_up_to_and_including_the_end():
    assert starts(Pattern("daily"), "2026-11-20 19:00", until="2026-11-22 19:00") == [
        "2026-11-20 19:00", "2026-11-21 19:00", "2026-11-22 19:00",
    ]  # fmt: skip


def test_weekly_keeps_the_weekday_of_the_start_in_the_shops_zone():
    # Friday evening at the venue is Saturday already in UTC.
    assert starts(Pattern("weekly"), "2026-11-20 19:00", until="2026-12-05 00:00") == [
        "2026-11-20 19:00", "2026-11-27 19:00", "2026-12-04 19:00",
    ]  # fmt: skip


def test_monthly_keeps_the_day_of_the_month_and_skips_months_without_it():
    assert starts(Pattern("monthly"), "2027-01-31 19:00", until="2027-08-31 19:00") == [
        "2027-01-31 19:00", "2027-03-31 19:00", "2027-05-31 19:00", "2027-07-31 19:00", "2027-08-31 19:00",
    ]  # fmt: skip


def test_monthly_on_the_29th_has_a_february_only_in_leap_years():
    february = [
        day for day in starts(Pattern("monthly"), "2027-01-29 19:00", until="2028-12-31 19:00") if "-02-" in day
    ]

    assert february == ["2028-02-29 19:00"]


def test_custom_is_the_chosen_weeks_of_the_month():
    pattern = Pattern("custom", weekday=FRIDAY, weeks=(2, 5))

    assert starts(pattern, "2026-12-01 19:00", until="2027-01-31 19:00") == [
        "2026-12-11 19:00", "2026-12-25 19:00", "2027-01-08 19:00", "2027-01-29 19:00",
    ]  # fmt: skip


def test_a_start_that_does_not_fit_the_rule_is_not_a_date():
    first_friday = Pattern("custom", weekday=FRIDAY, weeks=(1,))

    assert starts(first_friday, "2026-11-20 19:00", until="2026-12-31 19:00") == ["2026-12-04 19:00"]


def test_a_start_that_fits_the_rule_is_the_first_date():
    third_friday = Pattern("custom", weekday=FRIDAY, weeks=(3,))

    assert starts(third_friday, "2026-11-20 19:00", until="2026-12-01 19:00") == ["2026-11-20 19:00"]


def test_the_4th_week_that_is_also_the_last_gives_one_date():
    fourth_and_last = Pattern("custom", weekday=FRIDAY, weeks=(4, 5))

    # November 2026 has four Fridays, January 2027 has five.
    assert starts(fourth_and_last, "2026-11-20 19:00", until="2026-11-30 19:00") == ["2026-11-27 19:00"]
    assert starts(fourth_and_last, "2027-01-01 19:00", until="2027-01-31 19:00") == [
        "2027-01-22 19:00", "2027-01-29 19:00",
    ]  # fmt: skip


# --- Clock changes ---------------------------------------------------------------------------------------------------


def test_an_event_at_19_00_stays_at_19_00_when_the_clocks_change():
    begin = at("2026-10-30 19:00")

    rows = expand(
        Pattern("weekly"), start=begin, end=begin + timedelta(hours=3), until=at("2026-11-07 00:00"), zone=VENUE
    )

    assert [row.starts_at for row in rows] == [
        datetime(2026, 10, 31, 2, tzinfo=UTC),
        datetime(2026, 11, 7, 3, tzinfo=UTC),
    ]


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
        "2011-12-28 19:00", "2011-12-29 19:00", "2011-12-31 19:00", "2012-01-01 19:00",
    ]  # fmt: skip
    assert starts(Pattern("weekly"), "2011-12-23 19:00", until="2012-01-06 19:00", zone=apia) == [
        "2011-12-23 19:00", "2011-12-31 19:00", "2012-01-06 19:00",
    ]  # fmt: skip


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


def test_seconds_are_dropped():
    begin = datetime(2026, 11, 20, 19, 0, 59, 999_999, tzinfo=VENUE)

    row = expand(Pattern("daily"), start=begin, end=begin + timedelta(hours=1), until=begin, zone=VENUE)[0]

    assert row == Span(datetime(2026, 11, 21, 3, tzinfo=UTC), datetime(2026, 11, 21, 4, tzinfo=UTC))


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


def test_weeks_are_sorted_without_duplicates_and_only_custom_has_them():
    assert Pattern("custom", FRIDAY, (5, 2, 2)) == Pattern("custom", FRIDAY, (2, 5))
    assert Pattern("weekly", FRIDAY, (2, 5)) == Pattern("weekly")


def test_an_event_cannot_end_before_it_starts():
    begin = at("2026-11-20 19:00")

    with pytest.raises(ValueError, match="End time must be after start time"):
        expand(Pattern("daily"), start=begin, end=begin - timedelta(minutes=1), until=begin, zone=VENUE)


def test_a_naive_datetime_raises_an_error():
    naive = datetime(2026, 11, 20, 19)  # noqa: DTZ001

    with pytest.raises(ValueError, match="needs its zone"):
        expand(Pattern("daily"), start=naive, end=naive, until=naive, zone=VENUE)


def test_a_local_time_is_converted_to_utc():
    assert from_wall_clock(datetime(2026, 11, 20, 19), VENUE) == datetime(2026, 11, 21, 3, tzinfo=UTC)  # noqa: DTZ001
