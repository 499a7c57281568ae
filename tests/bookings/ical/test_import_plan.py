"""Calendars as other programs write them, beside another reader: recurring-ical-events expands the same files."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from time import thread_time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import recurring_ical_events
from icalendar import Calendar

from bookings.ical.import_plan import TOO_MUCH, TOO_SLOW, CalendarPlan, NewEvent, plan_calendar
from events.recurrence import Pattern, expand

FILES = sorted((Path(__file__).parents[2] / "events" / "import").glob("*.ics"))
ZONE = ZoneInfo("America/Los_Angeles")
NOW = datetime(2026, 12, 1, 17, tzinfo=UTC)
A_YEAR = timedelta(days=364)
Date = tuple[str, datetime, datetime]


def plan(text: str) -> CalendarPlan:
    return plan_calendar(text, now=NOW, zone=ZONE)


def calendar(*events: str, before: str = "") -> str:
    bodies = "".join(f"BEGIN:VEVENT\n{event.strip()}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n{before}{bodies}END:VCALENDAR\n"


def weekly(*more: str, start: str = "DTSTART;TZID=America/Los_Angeles:20261002T190000", uid: str = "1") -> str:
    return "\n".join([f"UID:{uid}", "SUMMARY:Draft", "DTSTAMP:20261101T000000Z", start, "DURATION:PT3H", *more])


def list_dates(new: NewEvent) -> Iterator[tuple[datetime, datetime]]:
    """Yield the dates of a draft that take place within a year."""
    start, end = new.fields["starts_at"], new.fields["ends_at"]
    pattern: Pattern | None = new.fields.get("pattern")
    if pattern is None:
        yield start, end
        return
    for span in expand(pattern, start=start, end=end, until=NOW + A_YEAR, zone=ZONE):
        if (found := new.changes.get(span.starts_at, span)) is not None:
            yield found.starts_at, found.ends_at


def list_ours(found: CalendarPlan) -> list[Date]:
    dates = [(new.fields["name"], *date) for new in found.made for date in list_dates(new)]
    return sorted(date for date in dates if date[1] <= NOW + A_YEAR)


def list_theirs(text: str, *, repeats: bool = True) -> list[Date]:
    """Return the coming dates of a file as another reader finds them. Times without a zone are the club's.

    It reads the lengths of those that repeat on the wall clock: a date during which clocks change is an hour longer.
    """
    dates = []
    for event in recurring_ical_events.of(Calendar.from_ical(text)).between(NOW - timedelta(1), NOW + A_YEAR):
        start, end = event["DTSTART"].dt, event["DTEND"].dt
        if isinstance(start, datetime) and event.get("STATUS") != "CANCELLED":
            start, end = (each if each.tzinfo else each.replace(tzinfo=ZONE) for each in (start, end))
            if NOW < start.astimezone(UTC) <= NOW + A_YEAR:
                ends_at = start.astimezone(UTC) + (end - start) if repeats else end.astimezone(UTC)
                dates.append((str(event["SUMMARY"]), start.astimezone(UTC), ends_at))
    return sorted(dates)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_date_of_a_file_is_taken_over_at_its_time(file: Path) -> None:
    text = file.read_text("utf-8")

    found = plan(text)

    assert found.errors == []
    assert list_ours(found) == list_theirs(text, repeats=False) != []


def test_google_s_series_keep_their_exceptions_and_all_texts_are_clean() -> None:
    text = (FILES[0].parent / "google.ics").read_text("utf-8")

    draft, tournament, tuesdays, thursdays = sorted(plan(text).made, key=lambda new: new.line)

    assert draft.fields["name"] == "Friday Night Draft 🎴"
    assert draft.fields["description"] == (
        "Bring your deck 🃏 or borrow one.\n\nNewcomers are welcome; we explain the rules, every time.\xa0".strip()
    )
    assert draft.fields["place"] == "The Copper Kettle, 12 Main St, Port Alder, WA 98221, USA"
    assert draft.fields["pattern"] == Pattern("weekly")
    assert sorted(span is None for span in draft.changes.values()) == [False, True, True]
    assert tournament.fields["name"].endswith("so that Google folds it across lines")
    assert {tuesdays.fields["pattern"], thursdays.fields["pattern"]} == {Pattern("weekly")}
    assert "place" not in tuesdays.fields
    assert [(note.name, note.message) for note in plan(text).notes] == [
        ("", "This lasts whole days, and is left out."),
        ("Learn to play", "Every week, BYDAY=TU,TH: 2 series, by weekday."),
        ("", "1 event is over or canceled, and left out."),
    ]


def test_an_address_on_two_lines_is_one_and_what_cannot_be_said_is_listed() -> None:
    found = plan((FILES[0].parent / "apple.ics").read_text("utf-8"))

    assert found.made[0].fields["place"] == ("Fermata, 1907 Foundry Ave, Port Alder, WA 98221, United States")
    (note,) = found.notes
    assert (note.name, note.message) == ("Commander", "Every 2 weeks: 26 single dates until Wed, Dec 8, 2027.")
    assert note.line > 50


RULES = {
    "FREQ=WEEKLY": [Pattern("weekly")],
    "FREQ=DAILY": [Pattern("daily")],
    "FREQ=MONTHLY": [Pattern("monthly")],
    "FREQ=MONTHLY;BYDAY=1FR": [Pattern("custom", weekday=4, weeks=(1,))],
    "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=1,3": [Pattern("custom", weekday=4, weeks=(1, 3))],
    "FREQ=MONTHLY;BYDAY=-1FR": [Pattern("custom", weekday=4, weeks=(5,))],
    "FREQ=MONTHLY;BYDAY=1FR,-1FR": [Pattern("custom", weekday=4, weeks=(1, 5))],
    "FREQ=MONTHLY;BYDAY=4FR,5FR": [Pattern("custom", weekday=4, weeks=(4, 5))],
    "FREQ=MONTHLY;BYDAY=5FR": None,
    "FREQ=YEARLY": None,
    "FREQ=WEEKLY;INTERVAL=3": None,
    "FREQ=WEEKLY;BYMONTH=9,10,11,12,1,2,3,4,5": None,
    "FREQ=WEEKLY;BYDAY=MO,WE,FR": [Pattern("weekly")] * 3,
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_becomes_a_series_only_if_the_shop_has_it(rule: str) -> None:
    found = plan(calendar(weekly(f"RRULE:{rule}")))

    patterns = [new.fields.get("pattern") for new in found.made]
    assert patterns == (RULES[rule] or [None] * len(patterns)) != []
    assert found.errors == []
    assert bool(found.notes) == (RULES[rule] is None or len(patterns) > 1)


def test_a_series_by_another_clock_that_drifts_is_single_dates() -> None:
    """In London, clocks change two weeks after the club's."""
    london = calendar(weekly("RRULE:FREQ=WEEKLY", start="DTSTART;TZID=Europe/London:20261002T190000"))
    denver = calendar(weekly("RRULE:FREQ=WEEKLY", start="DTSTART;TZID=America/Denver:20261002T190000"))

    assert len(plan(london).made) == 52
    assert [new.fields["pattern"] for new in plan(denver).made] == [Pattern("weekly")]
    assert list_ours(plan(london)) == list_theirs(london)
    assert list_ours(plan(denver)) == list_theirs(denver)


def test_what_goes_on_for_years_ends_when_its_file_says() -> None:
    ends = "20310103T025900Z"

    by_day, by_count = (
        plan(calendar(weekly(rule))).made for rule in (f"RRULE:FREQ=WEEKLY;UNTIL={ends}", "RRULE:FREQ=WEEKLY;COUNT=223")
    )

    assert [new.fields["pattern"].until for new in by_day] == [datetime(2030, 12, 28, 3, tzinfo=UTC)]
    assert [new.fields["pattern"].until for new in by_count] == [datetime(2031, 1, 4, 3, tzinfo=UTC)]


def test_a_date_that_moves_onto_another_one_makes_its_series_single_dates() -> None:
    onto = "DTSTART;TZID=America/Los_Angeles:20261218T200000"
    moved = weekly("RECURRENCE-ID;TZID=America/Los_Angeles:20261211T190000", start=onto)
    text = calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=14"), moved)

    found = plan(text)

    assert [new.fields.get("pattern") for new in found.made] == [None] * len(found.made)
    assert list_ours(found) == list_theirs(text)


def generate(chance: random.Random) -> str:
    """Return a calendar with events of all kinds: rules, ends, zones, dates that are canceled or moved."""
    events = []
    for uid in range(4):
        zone = chance.choice(["America/Los_Angeles", "America/Los_Angeles", "America/New_York", "UTC", "Europe/Paris"])
        tzid = f";TZID={zone}" if zone != "UTC" else ""
        mark = "Z" if zone == "UTC" else ""
        minutes = 60 * chance.randrange(24 * 150) + chance.choice([0, 30])
        start = datetime(2026, 9, 1, tzinfo=ZoneInfo(zone)) + timedelta(minutes=minutes)
        day = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][start.weekday()]
        nth = (start.day - 1) // 7 + 1
        rule = chance.choice(
            [
                "FREQ=DAILY", "FREQ=WEEKLY", f"FREQ=WEEKLY;BYDAY={day}", "FREQ=MONTHLY",
                f"FREQ=MONTHLY;BYDAY={nth}{day}",
                f"FREQ=MONTHLY;BYDAY={day};BYSETPOS={nth}", "FREQ=WEEKLY;INTERVAL=2", "FREQ=YEARLY",
                f"FREQ=WEEKLY;BYDAY={','.join(sorted({day, chance.choice(['TU', 'TH', 'SA'])}))}",
            ]
        )  # fmt: skip
        until = start + timedelta(chance.randrange(20, 300))
        rule += chance.choice(["", "", f";COUNT={chance.randrange(1, 60)}", f";UNTIL={until:%Y%m%dT%H%M%S}Z"])
        lines = [f"UID:{uid}", f"SUMMARY:{uid}", "DTSTAMP:20261101T000000Z"]
        text = "\n".join(
            [
                *lines,
                f"DTSTART{tzid}:{start:%Y%m%dT%H%M%S}{mark}",
                f"DURATION:PT{chance.randrange(1, 6)}H",
                f"RRULE:{rule}",
            ]
        )
        first = Calendar.from_ical(calendar(text))
        dates = [each["DTSTART"].dt for each in recurring_ical_events.of(first).between(NOW, NOW + timedelta(200))][:20]
        chosen = chance.sample(dates, min(len(dates), chance.randrange(4)))
        for number, date in enumerate(chosen):
            at = f"{tzid}:{date:%Y%m%dT%H%M%S}{mark}"
            if number % 2:
                text += f"\nEXDATE{at}"
            else:
                to = date + timedelta(hours=chance.choice([1, 2, 26]))
                moved = [f"DTSTART{tzid}:{to:%Y%m%dT%H%M%S}{mark}", "DURATION:PT2H"]
                events.append("\n".join([*lines, f"RECURRENCE-ID{at}", *moved]))
        events.append(text)
    chance.shuffle(events)
    return calendar(*events)


@pytest.mark.parametrize("seed", range(40))
def test_generated_calendars_have_the_dates_that_another_reader_finds(seed: int) -> None:
    text = generate(random.Random(seed))

    found = plan(text)

    assert found.errors == []
    assert list_ours(found) == list_theirs(text)


# --- Bad input -------------------------------------------------------------------------------------------------------

NO_FILE = (1, "This is no calendar file. Choose one that ends with .ics.")
BROKEN = "The file ends in the middle. Export it again."
NEVER = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU"
CUSTOM = """BEGIN:VTIMEZONE
TZID:Ours
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
{}END:STANDARD
END:VTIMEZONE
"""
OURS = "DTSTART;TZID=Ours:20261211T190000"
BAD = {
    "empty": ("", NO_FILE),
    "a picture": ("\x89PNG\r\n\x1a\n\x00", NO_FILE),
    "a page": ("<!doctype html><title>Sign in</title>", NO_FILE),
    "cut off": (calendar(weekly())[:-60], (8, BROKEN)),
    "ends what didn't begin": ("BEGIN:VCALENDAR\nEND:VEVENT\n", (2, "This ends a VEVENT that didn't begin.")),
    "events in events": ("BEGIN:VCALENDAR\n" + "BEGIN:VEVENT\n" * 200_000, (3, "This begins inside another VEVENT.")),
    "10,000 events": (
        calendar(*[weekly("RRULE:FREQ=SECONDLY")] * 10_000),
        (8004, "Choose a file of at most 1,000 events, such as the coming dates."),
    ),
    "every second": (calendar(weekly("RRULE:FREQ=SECONDLY")), (10, "This event repeats more than once a day.")),
    "two rules": (
        calendar(weekly("RRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY")),
        (10, "The shop can't read the RRULE of this event."),
    ),
    "no rule": (calendar(weekly("RRULE:FREQ=SOMETIMES")), (10, "The shop can't read the RRULE of this event.")),
    "a rule without a unit": (calendar(weekly("RRULE:COUNT=3")), (10, "The shop can't read the RRULE of this event.")),
    "this date and those after it": (
        calendar(weekly("RRULE:FREQ=WEEKLY"), weekly("RECURRENCE-ID;RANGE=THISANDFUTURE:20261218T190000")),
        (18, "The shop can't read the RECURRENCE-ID of this event."),
    ),
    "every hour of the day": (
        calendar(weekly("RRULE:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=1,2,3")),
        (10, "“FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=1,2,3” is no rule that the shop can read."),
    ),
    "since 1901": (
        calendar(weekly("RRULE:FREQ=DAILY", start="DTSTART:19010101T190000")),
        (10, "This event repeats more than 20,000 times."),
    ),
    "no time": (calendar(weekly(start="DTSTART:tomorrow")), (8, "The shop can't read the DTSTART of this event.")),
    "no start": (calendar("UID:1\nSUMMARY:x"), (4, "The shop can't read the DTSTART of this event.")),
    "ends before": (
        calendar("UID:1\nDTSTART:20261211T190000\nDTEND:20261211T180000"),
        (6, "This event ends before it starts, or lasts more than a year."),
    ),
    "an unknown zone": (
        calendar(weekly(start="DTSTART;TZID=Middle/Earth:20261211T190000")),
        (8, "Nobody knows the time zone “Middle/Earth”. An example is America/New_York."),
    ),
    "a zone that changes every second": (
        calendar(weekly(start=OURS), before=CUSTOM.format("RRULE:FREQ=SECONDLY\n")),
        (17, "Nobody knows the time zone “Ours”. An example is America/New_York."),
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_its_line_within_two_seconds(name: str) -> None:
    text, expected = BAD[name]
    began = thread_time()

    found = plan(text)

    assert [(error.line, error.message) for error in found.errors] == [expected]
    assert thread_time() - began < 2


HEAVY = {
    "rules that give a date every 28 years": [weekly(f"RRULE:{NEVER}", uid=str(uid)) for uid in range(1000)],
    "each day of decades": [
        weekly("RRULE:FREQ=DAILY", start="DTSTART:19750101T190000Z", uid=str(uid)) for uid in range(1000)
    ],
    "single dates by the thousand": [weekly("RRULE:FREQ=DAILY;INTERVAL=2", uid=str(uid)) for uid in range(1000)],
    "exceptions by the thousand": [
        weekly("RRULE:FREQ=WEEKLY", *[f"EXDATE:202612{day:02}T190000" for day in range(1, 32)] * 20, uid=str(uid))
        for uid in range(300)
    ],
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_file_that_would_keep_the_shop_busy_is_refused_within_two_seconds(name: str) -> None:
    began = thread_time()

    found = plan(calendar(*HEAVY[name]))

    (error,) = found.errors
    assert error.message in (
        "Up to here, this is too much: 1,000 events can be made at once. Choose a file of fewer dates.",
        "Up to here, reading takes too long. Choose a file of fewer events.",
    )
    assert found.made == []
    assert thread_time() - began < 2


def test_only_a_file_that_takes_too_long_is_refused_for_that() -> None:
    fine, too_much = calendar(weekly()), calendar(*HEAVY["single dates by the thousand"][:20])

    found = [plan_calendar(text, now=NOW, zone=ZONE, within=inf) for text in (too_much, fine)]
    slow = plan_calendar(fine, now=NOW, zone=ZONE, within=0)

    assert [[error.message for error in each.errors] for each in found] == [[TOO_MUCH], []]
    assert [error.message for error in slow.errors] == [TOO_SLOW]


def test_a_text_that_goes_on_with_what_looks_like_an_end_is_a_text() -> None:
    (made,) = plan(
        calendar(weekly("DESCRIPTION:Bring:", " BEGIN:VEVENT", "  END:VEVENT", start="DTSTART:20261211T190000Z"))
    ).made

    assert made.fields["description"] == "Bring:BEGIN:VEVENT END:VEVENT"


def test_a_rule_that_never_gives_a_date_is_over_at_once() -> None:
    began = thread_time()

    found = plan(calendar(weekly("RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")))

    assert (found.made, [note.message for note in found.notes]) == ([], ["1 event is over or canceled, and left out."])
    assert thread_time() - began < 1


def test_zones_that_one_file_describes_are_not_those_of_the_next() -> None:
    at_zero, at_five = (CUSTOM.format("").replace("+0000", offset) for offset in ("+0000", "+0500"))
    start: Any = [
        plan(calendar(weekly(start=OURS), before=zone)).made[0].fields["starts_at"] for zone in (at_zero, at_five)
    ]

    assert [each.hour for each in start] == [19, 14]
