"""An event's stored rule as a pattern, and the dates it gives."""

from datetime import datetime
from typing import cast

from events.datetimes import shop_zone
from events.models import Event
from events.recurrence import Interval, Pattern, Span, dates_to_write, expand, horizon, to_rrule


def pattern_of(event: Event) -> Pattern | None:
    """How the event repeats; None for a single night."""
    if not event.is_recurring:
        return None
    return Pattern(
        cast(Interval, event.repeat_interval),
        weekday=event.repeat_weekday,
        weeks=tuple(event.repeat_weeks),
        until=event.repeat_until,
    )


def set_pattern(event: Event, pattern: Pattern | None) -> None:
    event.is_recurring = pattern is not None
    event.repeat_interval = pattern.interval if pattern else ""
    event.repeat_weekday = pattern.weekday if pattern else None
    event.repeat_weeks = list(pattern.weeks) if pattern else []
    event.repeat_until = pattern.until if pattern else None


def rule_text(event: Event) -> str:
    return to_rrule(pattern_of(event), start=event.starts_at, zone=shop_zone())


def one_date_text(starts_at: datetime) -> str:
    """The rule of a single date, so that a client which expands rules gets that date and no other."""
    return to_rrule(None, start=starts_at, zone=shop_zone())


def list_draft_reasons(event: Event) -> list[str]:
    """Why a save leaves this event a draft, as sentences for staff; empty if the save publishes it."""
    if has_length(event):
        return []
    return ["The end time is the same as the start time. Set a later end time to publish this event."]


def has_length(event: Event) -> bool:
    return event.ends_at > event.starts_at


def first_dates(event: Event, now: datetime) -> list[Span]:
    """The dates of an event that has none yet, past ones too."""
    pattern, zone = pattern_of(event), shop_zone()
    if pattern is None:
        return [Span(event.starts_at, event.ends_at)]
    return dates_to_write(pattern, start=event.starts_at, end=event.ends_at, now=now, zone=zone)


def coming_dates(event: Event, now: datetime) -> list[Span]:
    """The dates the rule gives from now on."""
    pattern, zone = pattern_of(event), shop_zone()
    if pattern is None:
        return [Span(event.starts_at, event.ends_at)] if event.starts_at > now else []
    until = horizon(pattern, end=event.ends_at, now=now, zone=zone)
    return expand(pattern, start=event.starts_at, end=event.ends_at, until=until, zone=zone, after=now)
