"""The dates of a pattern, across clock changes too, how far they reach, its iCalendar rule, and invalid patterns."""

import calendar
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import example, given
from hypothesis import strategies as st

from events.recurrence import LAST_WEEK, Pattern, expand, get_horizon, to_rrule, to_wall_clock

VENUE, APIA = ZoneInfo("America/Los_Angeles"), ZoneInfo("Pacific/Apia")
FRIDAY = 4


def at(text: str, zone: ZoneInfo = VENUE) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def starts(pattern: Pattern, start: str, *, until: str, zone: ZoneInfo = VENUE, **options) -> list[str]:
    """Return the local start times of a three-hour event's dates."""
    begin = at(start, zone)
    end = begin.astimezone(UTC) + timedelta(hours=3)
    rows = expand(pattern, start=begin, end=end, until=at(until, zone), zone=zone, **options)
    return [f"{row.starts_at.astimezone(zone):%Y-%m-%d %H:%M}" for row in rows]


def test_every_date_keeps_the_elapsed_length_of_the_first():
    begin = at("2026-10-30 23:00")
    end = datetime.fromisoformat("2026-10-31T05:00-07:00")

    rows = expand(Pattern("daily"), start=begin, end=end, until=at("2026-11-02 12:00"), zone=VENUE)

    assert {row.ends_at - row.starts_at for row in rows} == {timedelta(hours=6)}
    assert f"{rows[1].ends_at.astimezone(VENUE):%d %H:%M}" == "01 04:00"  # this day has 25 hours


ZONES = [
    "UTC", "America/Los_Angeles", "America/New_York", "America/Havana", "America/Sao_Paulo", "America/St_Johns",
    "Europe/London", "Europe/Dublin", "Atlantic/Azores", "Africa/Casablanca", "Africa/Cairo", "Asia/Tehran",
    "Asia/Kathmandu", "Asia/Gaza", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati",
    "Antarctica/Troll",
]  # fmt: skip
HOUR = timedelta(hours=1)

patterns = st.builds(
    Pattern,
    st.sampled_from(["daily", "weekly", "monthly", "custom"]),
    st.integers(0, 6),
    st.sets(st.integers(1, 5), min_size=1).map(tuple),
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
# Any minute of forty years, often near midnight or on days on which clocks change.
days = st.dates(date(2000, 1, 1), date(2040, 12, 31)) | st.sampled_from(
    [date(2011, 12, 30), date(2024, 2, 29), date(2028, 1, 31), date(2026, 11, 1), date(2027, 3, 14), date(2018, 2, 17)]
)
minutes = st.integers(0, 1439) | st.integers(0, 200)
any_starts = st.builds(
    lambda day, minute: datetime(day.year, day.month, day.day, tzinfo=UTC) + minute * HOUR / 60, days, minutes
)
spans = st.integers(0, 800).map(lambda number: timedelta(days=number))


def get_first_time(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return when this local time occurs first, or would without the clock change that skips it."""
    around = [wall.replace(tzinfo=UTC) + hours * HOUR for hours in range(-36, 37)]
    offsets = [near.astimezone(zone).utcoffset() for near in around]
    guesses = sorted({(wall - offset).replace(tzinfo=UTC) for offset in offsets})
    shown = [guess for guess in guesses if guess.astimezone(zone).replace(tzinfo=None) == wall]
    return shown[0] if shown else (wall - offsets[0]).replace(tzinfo=UTC)


def fits(day: date, pattern: Pattern, first: date) -> bool:
    if pattern.interval == "daily":
        return True
    if pattern.interval == "weekly":
        return day.weekday() == first.weekday()
    if pattern.interval == "monthly":
        return day.day == first.day
    is_last = day.day + 7 > calendar.monthrange(day.year, day.month)[1]
    week = (day.day - 1) // 7 + 1
    return day.weekday() == pattern.weekday and (
        week in pattern.weeks[: -1 if LAST_WEEK in pattern.weeks else None] or (is_last and LAST_WEEK in pattern.weeks)
    )


def skipped(start: str, zone: str) -> tuple[Pattern, datetime, timedelta, ZoneInfo]:
    """Return a daily series whose local time is skipped by a clock change on its second day."""
    return Pattern("daily"), at(start, ZoneInfo(zone)), timedelta(days=3), ZoneInfo(zone)


def list_by_day(pattern: Pattern, start: datetime, until: datetime, zone: ZoneInfo) -> list[datetime]:
    first = to_wall_clock(start, zone)
    walls = [first + timedelta(days=number) for number in range((until - start).days + 3)]
    chosen = [wall for wall in walls if fits(wall.date(), pattern, first.date())]
    starts = {start if wall == first else get_first_time(wall, zone) for wall in chosen}
    return sorted(start for start in starts if start <= until)


@given(patterns, any_starts, spans, zones)
@example(Pattern("custom", 0, (4, 5)), datetime(2027, 2, 1, 3, tzinfo=UTC), timedelta(days=60), ZoneInfo("UTC"))
@example(Pattern("monthly"), datetime(2027, 1, 29, 3, tzinfo=UTC), timedelta(days=700), ZoneInfo("Asia/Kathmandu"))
@example(Pattern("daily"), at("2011-12-28 19:00", APIA), timedelta(days=9), APIA)  # had no 30 December 2011
@example(*skipped("2027-03-13 02:30", "America/Los_Angeles"))
@example(*skipped("2026-10-03 02:10", "Australia/Lord_Howe"))  # half an hour
@example(*skipped("2017-10-14 00:30", "America/Sao_Paulo"))  # at midnight
@example(*skipped("2027-03-27 01:30", "Europe/Dublin"))
@example(*skipped("2027-03-13 02:30", "Africa/Casablanca"))  # back from Ramadan's hour
@example(*skipped("2027-03-27 01:30", "Antarctica/Troll"))  # two hours
@example(Pattern("weekly"), at("2011-12-23 19:00", APIA), timedelta(days=20), APIA)
@example(Pattern("daily"), at("2026-10-31 01:30"), timedelta(days=3), VENUE)  # a local time that occurs twice
@example(Pattern("daily"), datetime(2026, 11, 1, 9, 30, tzinfo=UTC), timedelta(days=1), VENUE)  # the second of the two
def test_dates_equal_those_of_checking_every_day(pattern, start, span, zone):
    rows = expand(pattern, start=start, end=start + HOUR, until=start + span, zone=zone, limit=None)

    assert [row.starts_at for row in rows] == list_by_day(pattern, start, start + span, zone)


@given(patterns, any_starts, spans, zones)
def test_the_formatted_rule_expands_to_the_same_dates(pattern, start, span, zone):
    until = start + span
    pattern = Pattern(pattern.interval, pattern.weekday, pattern.weeks, until=until)
    text = to_rrule(pattern, start=start, zone=zone)

    theirs = {start.astimezone(UTC) for start in rrulestr(text, tzids=ZoneInfo)}

    rows = expand(pattern, start=start, end=start, until=until, zone=zone, limit=None)
    ours = {row.starts_at for row in rows}
    # A rule can't say that its start is the second of two equal local times.
    assert ours - {start} == theirs - {start, start.astimezone(zone).replace(fold=0).astimezone(UTC)}


THIRD_FRIDAY = datetime(2026, 11, 20, 19, tzinfo=VENUE)
LOCAL = "DTSTART;TZID=America/Los_Angeles:20261120T190000"


@pytest.mark.parametrize(
    ("pattern", "start", "rule"),
    [
        (None, "DTSTART:20261121T030000Z", "FREQ=DAILY;COUNT=1"),
        (Pattern("daily"), LOCAL, "FREQ=DAILY"),
        (Pattern("monthly"), LOCAL, "FREQ=MONTHLY"),
        (Pattern("custom", 6, (1, 2, 3, 4, 5)), LOCAL, "FREQ=MONTHLY;BYDAY=1SU,2SU,3SU,4SU,-1SU"),
        (Pattern("weekly", until=at("2027-11-20 23:59")), LOCAL, "FREQ=WEEKLY;UNTIL=20271121T075900Z"),
    ],
)
def test_a_series_is_formatted_with_the_shops_zone_and_one_rule(pattern, start, rule):
    assert to_rrule(pattern, start=THIRD_FRIDAY, zone=VENUE) == f"{start}\nRRULE:{rule}"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"interval": "yearly"}, "Choose daily, weekly, monthly or custom."),
        ({"interval": "custom", "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": 7, "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": -1, "weeks": (1,)}, "Choose a day of the week."),
        ({"interval": "custom", "weekday": FRIDAY}, "Choose at least one week of the month."),
        *(
            ({"interval": "custom", "weekday": FRIDAY, "weeks": weeks}, "Choose weeks of the month from 1st to 4th, or")
            for weeks in ((0,), (1, 6))
        ),
        ({"interval": "daily", "until": datetime(2026, 1, 1)}, "A time needs its zone."),  # noqa: DTZ001
    ],
)
def test_invalid_patterns_raise_an_error_with_a_message(parts, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Pattern(**parts)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("2026-12-24 22:00", "2027-12-24 22:00"),
        ("2020-01-01 22:00", "2027-11-20 12:00"),
        ("2028-02-29 19:00", "2029-02-28 19:00"),
    ],
)
def test_dates_reach_a_year_past_the_end_or_today_whichever_is_later(end, expected):
    horizon = get_horizon(Pattern("weekly"), end=at(end), now=at("2026-11-20 12:00"), zone=VENUE)

    assert horizon == at(expected)


@pytest.mark.parametrize(
    ("start", "after", "first", "last"),
    [
        ("2026-11-20 19:00", None, "2026-11-20 19:00", "2027-12-24 19:00"),
        ("2016-11-20 19:00", at("2026-11-20 19:00"), "2026-11-21 19:00", "2027-12-25 19:00"),
    ],
)
def test_at_most_400_upcoming_dates_are_returned(start, after, first, last):
    days = starts(Pattern("daily"), start, until="2036-01-01 00:00", after=after)

    assert (len(days), days[0], days[-1]) == (400, first, last)
