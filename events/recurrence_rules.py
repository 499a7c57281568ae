"""Convert an event's stored rule to a pattern, and list the dates that it gives."""

from datetime import datetime
from typing import cast

from events.datetimes import get_shop_zone
from events.models import Event
from events.recurrence import Interval, Pattern, Span, expand, get_horizon, list_dates, to_rrule


def get_pattern(event: Event) -> Pattern | None:
    """Return how the event repeats, or None if it has a single date."""
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


def format_rule(event: Event) -> str:
    return to_rrule(get_pattern(event), start=event.starts_at, zone=get_shop_zone())


def format_single_date_rule(starts_at: datetime) -> str:
    """Format a rule that gives only this date, for clients that expand the rule of every row."""
    return to_rrule(None, start=starts_at, zone=get_shop_zone())


def list_draft_reasons(event: Event) -> list[str]:
    """Return why saving leaves this event a draft, in sentences for staff; empty if saving publishes it."""
    if has_length(event):
        return []
    return ["The end time is the same as the start time. Set a later end time to publish this event."]


def has_length(event: Event) -> bool:
    return event.ends_at > event.starts_at


def list_first_dates(event: Event, now: datetime) -> list[Span]:
    """Return the dates of an event that has none yet, including past ones."""
    pattern, zone = get_pattern(event), get_shop_zone()
    if pattern is None:
        return [Span(event.starts_at, event.ends_at)]
    return list_dates(pattern, start=event.starts_at, end=event.ends_at, now=now, zone=zone)


def list_upcoming_dates(event: Event, now: datetime) -> list[Span]:
    """Return the dates that the rule gives after now."""
    pattern, zone = get_pattern(event), get_shop_zone()
    if pattern is None:
        return [Span(event.starts_at, event.ends_at)] if event.starts_at > now else []
    until = get_horizon(pattern, end=event.ends_at, now=now, zone=zone)
    return expand(pattern, start=event.starts_at, end=event.ends_at, until=until, zone=zone, after=now)
