"""Our dates against two others: dateutil reading our own rule text, and the shop's rules counted out day by day."""

import calendar
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import example, given
from hypothesis import strategies as st

from events.recurrence import LAST, Pattern, expand, to_rrule, wall_clock

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
# Any minute of forty years, and often the hours around midnight and the days in which clocks change.
days = st.dates(date(2000, 1, 1), date(2040, 12, 31)) | st.sampled_from(
    [date(2011, 12, 30), date(2024, 2, 29), date(2028, 1, 31), date(2026, 11, 1), date(2027, 3, 14), date(2018, 2, 17)]
)
minutes = st.integers(0, 1439) | st.integers(0, 200)
starts = st.builds(
    lambda day, minute: datetime(day.year, day.month, day.day, tzinfo=UTC) + minute * HOUR / 60, days, minutes
)
spans = st.integers(0, 800).map(lambda number: timedelta(days=number))


def first_instant_of(wall: datetime, zone: ZoneInfo) -> datetime:
    """When the clock first shows this wall time, or would have without the change that skips it."""
    around = [wall.replace(tzinfo=UTC) + hours * HOUR for hours in range(-36, 37)]
    offsets = [moment.astimezone(zone).utcoffset() for moment in around]
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
    return day.weekday() == pattern.weekday and (week in pattern.weeks[: -1 if LAST in pattern.weeks else None]
                                                 or (is_last and LAST in pattern.weeks))  # fmt: skip


def counted_out(pattern: Pattern, start: datetime, until: datetime, zone: ZoneInfo) -> list[datetime]:
    first = wall_clock(start, zone)
    walls = [first + timedelta(days=number) for number in range((until - start).days + 3)]
    chosen = [wall for wall in walls if fits(wall.date(), pattern, first.date())]
    instants = {start if wall == first else first_instant_of(wall, zone) for wall in chosen}
    return sorted(moment for moment in instants if moment <= until)


@given(patterns, starts, spans, zones)
@example(Pattern("daily"), datetime(2011, 12, 28, 19, tzinfo=UTC), timedelta(days=9), ZoneInfo("Pacific/Apia"))
@example(Pattern("custom", 0, (4, 5)), datetime(2027, 2, 1, 3, tzinfo=UTC), timedelta(days=60), ZoneInfo("UTC"))
@example(Pattern("monthly"), datetime(2027, 1, 29, 3, tzinfo=UTC), timedelta(days=700), ZoneInfo("Asia/Kathmandu"))
def test_dates_are_what_counting_days_on_the_wall_gives(pattern, start, span, zone):
    rows = expand(pattern, start=start, end=start + HOUR, until=start + span, zone=zone, limit=None)

    assert [row.starts_at for row in rows] == counted_out(pattern, start, start + span, zone)


@given(patterns, starts, spans, zones)
def test_a_client_that_expands_our_rule_text_gets_our_dates(pattern, start, span, zone):
    until = start + span
    pattern = Pattern(pattern.interval, pattern.weekday, pattern.weeks, until=until)
    text = to_rrule(pattern, start=start, zone=zone)

    theirs = {moment.astimezone(UTC) for moment in rrulestr(text, tzids=ZoneInfo)}

    rows = expand(pattern, start=start, end=start, until=until, zone=zone, limit=None)
    ours = {row.starts_at for row in rows}
    # Rule text can't say that a start was the second of two equal times.
    assert ours - {start} == theirs - {start, start.astimezone(zone).replace(fold=0).astimezone(UTC)}


@given(patterns, starts, spans, st.timedeltas(timedelta(days=-30), timedelta(days=800)), zones)
def test_asking_after_a_moment_gives_the_rest_of_the_same_dates(pattern, start, span, later, zone):
    asked = {"start": start, "end": start + HOUR, "until": start + span, "zone": zone, "limit": None}
    after = start + later

    rest = expand(pattern, **asked, after=after)

    assert rest == [row for row in expand(pattern, **asked) if row.starts_at > after]


@given(patterns, starts, st.timedeltas(timedelta(0), timedelta(days=3)), zones)
def test_dates_rise_are_whole_minutes_and_last_as_long_as_the_first(pattern, start, length, zone):
    rows = expand(pattern, start=start, end=start + length, until=start + timedelta(days=3000), zone=zone)

    moments = [row.starts_at for row in rows]
    assert moments == sorted(set(moments))
    assert len(moments) <= 400
    assert all(moment.second == moment.microsecond == 0 for moment in moments)
    assert {row.ends_at - row.starts_at for row in rows} <= {timedelta(minutes=length // timedelta(minutes=1))}


@pytest.mark.parametrize("zone", ZONES)
def test_every_zone_keeps_its_evenings_over_a_year_of_clock_changes(zone):
    place = ZoneInfo(zone)
    begin = datetime(2026, 1, 1, 19, tzinfo=place)

    rows = expand(Pattern("daily"), start=begin, end=begin + 3 * HOUR, until=begin + timedelta(days=364), zone=place)

    assert len(rows) == 365
    assert {f"{row.starts_at.astimezone(place):%H:%M}" for row in rows} == {"19:00"}
