"""Find the date that a link to an event's page means, and say what became of it.

Links stay in emails, calendars and posts when a date has moved, was canceled or is over. A date that the event has at
that time now comes before one that moved away from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from bookings.selectors.events import DateSeats
from charityshop.text import format_time
from events.datetimes import get_day_bounds, get_shop_zone
from events.formatting import format_day
from events.models import Event, Occurrence
from events.selectors import When, find_date, find_moved_date, parse_when

MAX_NEAREST = 3


class State(StrEnum):
    UPCOMING = "upcoming"
    BEGUN = "begun"
    OVER = "over"
    CANCELED = "canceled"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Nearest:
    """A date to choose instead."""

    starts_at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class AskedDate:
    """What became of the date in a link."""

    state: State
    text: str
    """What became of it, in sentences; empty for an upcoming date that did not move."""
    date: Occurrence | None
    """None: the event has no such date."""
    nearest: Sequence[Nearest] = ()
    """The dates with seats that are nearest to it, soonest first: after it, if it has begun."""
    former_start: datetime | None = None
    """When it was to start, if it has moved since the link was made."""
    has_seats: bool = False


def find_asked_date(event: Event, dates: Sequence[DateSeats], asked: str, now: datetime) -> AskedDate:
    """`dates` are the event's upcoming dates, soonest first. Without a link, find the last date that has begun.

    At most two queries.
    """
    text = asked.strip()
    when = parse_when(text)
    date, former_start = (None, None) if when is None else find_date_of_link(event, when)
    if not text:
        date = list_known_dates(event).filter(starts_at__lte=now).order_by("starts_at").last()
    state = get_state(date, now)
    around = date.starts_at if date else get_start(when)
    nearest = [] if state == State.UPCOMING else list_nearest(dates, around, after=state in (State.BEGUN, State.OVER))
    sentences = [
        describe_move(former_start, date) if date and former_start else "",
        describe_state(date, state, now) if date else describe_unknown(when, now),
        "" if nearest or state == State.UPCOMING else "No next date is planned yet.",
    ]
    has_seats = any(each.is_open for each in dates if date and each.occurrence.pk == date.pk)
    return AskedDate(state, " ".join(filter(None, sentences)), date, nearest, former_start, has_seats)


def find_date_of_link(event: Event, when: When) -> tuple[Occurrence | None, datetime | None]:
    """Return the date, and its former start if the link has that one."""
    if found := find_date(list_known_dates(event), when):
        return found, None
    moved = find_moved_date(event, when)
    return (moved.occurrence, moved.was_start) if moved else (None, None)


def list_known_dates(event: Event) -> QuerySet[Occurrence]:
    return event.occurrences.exclude(status=Occurrence.Status.DROPPED).select_related("event")


def get_state(date: Occurrence | None, now: datetime) -> State:
    if date is None:
        return State.UNKNOWN
    if not date.takes_place:
        return State.CANCELED
    if date.starts_at > now:
        return State.UPCOMING
    return State.BEGUN if date.ends_at > now else State.OVER


def get_start(when: When | None) -> datetime | None:
    return when if when is None or isinstance(when, datetime) else get_day_bounds(when)[0]


def list_nearest(dates: Sequence[DateSeats], around: datetime | None, *, after: bool) -> list[Nearest]:
    """Return the nearest dates with seats, or full ones if there are no others: those have waiting lists."""
    found = [date for date in dates if date.is_open] or list(dates)
    if around is not None:
        found.sort(key=lambda date: abs(date.occurrence.starts_at - around))
    nearest = sorted(found[:MAX_NEAREST], key=lambda date: date.occurrence.starts_at)
    return [
        Nearest(
            date.occurrence.starts_at,
            f"{'Next: ' if after and number == 0 else ''}{format_start(date.occurrence.starts_at)}"
            f"{'' if date.is_open else ' (sold out)'}",
        )
        for number, date in enumerate(nearest)
    ]


# --- Sentences --------------------------------------------------------------------------------------------------------


def describe_move(former_start: datetime, date: Occurrence) -> str:
    """Return "Moved to Sat, Dec 5 (was Fri, Dec 4)." Within a day, the times are named. One line on a phone."""
    new, old = (value.astimezone(get_shop_zone()) for value in (date.starts_at, former_start))
    if new.date() == old.date():
        return f"Moved to {format_start(new)} (was {format_time(old)})."
    return f"Moved to {format_day(new)} (was {format_day(old)})."


def describe_state(date: Occurrence, state: State, now: datetime) -> str:
    day = format_day(date.starts_at)
    match state:
        case State.OVER:
            return f"{date.event.name} was on {day}."
        case State.BEGUN:
            return f"{date.event.name} has begun: {format_start(date.starts_at)}."
        case State.CANCELED:
            reason, verb = date.cancel_reason, "is" if date.starts_at > now else "was"
            return f"{day} {verb} canceled. {reason}{'' if not reason or reason[-1] in '.!?…' else '.'}".strip()
        case _:
            return ""


def describe_unknown(when: When | None, now: datetime) -> str:
    end = when if when is None or isinstance(when, datetime) else get_day_bounds(when)[1]
    return "This date has passed." if end and end < now else "This date is not on our calendar."


def format_start(value: datetime) -> str:
    """Format as "Fri, Dec 4 · 7:00 PM"."""
    return f"{format_day(value)} · {format_time(value.astimezone(get_shop_zone()))}"
