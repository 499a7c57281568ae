"""Compare the dates with those of two other methods: dateutil reading the formatted rule, and checking every day."""

import calendar
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import example, given
from hypothesis import strategies as st

from events.recurrence import LAST_WEEK, Pattern, expand, to_rrule, to_wall_clock

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
starts = st.builds(
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


def list_by_day(pattern: Pattern, start: datetime, until: datetime, zone: ZoneInfo) -> list[datetime]:
    first = to_wall_clock(start, zone)
    walls = [first + timedelta(days=number) for number in range((until - start).days + 3)]
    chosen = [wall for wall in walls if fits(wall.date(), pattern, first.date())]
    starts = {start if wall == first else get_first_time(wall, zone) for wall in chosen}
    return sorted(start for start in starts if start <= until)


@given(patterns, starts, spans, zones)
@example(Pattern("daily"), datetime(2011, 12, 28, 19, tzinfo=UTC), timedelta(days=9), ZoneInfo("Pacific/Apia"))
@example(Pattern("custom", 0, (4, 5)), datetime(2027, 2, 1, 3, tzinfo=UTC), timedelta(days=60), ZoneInfo("UTC"))
@example(Pattern("monthly"), datetime(2027, 1, 29, 3, tzinfo=UTC), timedelta(days=700), ZoneInfo("Asia/Kathmandu"))
def test_dates_equal_those_of_checking_every_day(pattern, start, span, zone):
    rows = expand(pattern, start=start, end=start + HOUR, until=start + span, zone=zone, limit=None)

    assert [row.starts_at for row in rows] == list_by_day(pattern, start, start + span, zone)


@given(patterns, starts, spans, zones)
def test_the_formatted_rule_expands_to_the_same_dates(pattern, start, span, zone):
    until = start + span
    pattern = Pattern(pattern.interval, pattern.weekday, pattern.weeks, until=until)
    text = to_rrule(pattern, start=start, zone=zone)

    theirs = {start.astimezone(UTC) for start in rrulestr(text, tzids=ZoneInfo)}

    rows = expand(pattern, start=start, end=start, until=until, zone=zone, limit=None)
    ours = {row.starts_at for row in rows}
    # A rule can't say that its start is the second of two equal local times.
    assert ours - {start} == theirs - {start, start.astimezone(zone).replace(fold=0).astimezone(UTC)}


@pytest.mark.parametrize("zone", ZONES)
def test_in_every_zone_an_evening_event_keeps_its_hour_for_a_year(zone):
    place = ZoneInfo(zone)
    begin = datetime(2026, 1, 1, 19, tzinfo=place)

    rows = expand(Pattern("daily"), start=begin, end=begin + 3 * HOUR, until=begin + timedelta(days=364), zone=place)

    assert len(rows) == 365
    assert {f"{row.starts_at.astimezone(place):%H:%M}" for row in rows} == {"19:00"}
