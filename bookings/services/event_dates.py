"""An event's dates, read and written under the lock: the rows in id order, as buyers take it, then the event's row.

The event's row is locked for the sake of two people saving at once; buyers never wait for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from bookings.event_plan import Plan, Row, Shift, Status, plan_dates
from bookings.models import seats_taken
from charityshop.exceptions import BadRequest, Missing
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from events.recurrence import Pattern, Span, to_wall_clock
from events.recurrence_rules import get_pattern, list_coming_dates, list_first_dates, set_pattern

Changes = Mapping[str, Any]
END_AFTER_START = "End time must be after start time."


def lock_event(event_id: int) -> Event:
    """Lock an event's dates, then the event; and then read it."""
    lock_rows(Occurrence.objects.filter(event=event_id))
    lock_rows(Event.objects.filter(pk=event_id))
    # Dates that somebody added before we had the event's row. They come after ours in id order, as the rule wants it.
    lock_rows(Occurrence.objects.filter(event=event_id))
    try:
        return Event.objects.get(pk=event_id)
    except Event.DoesNotExist:  # deleted while we waited in line
        raise Missing("That event is gone.") from None


def lock_rows(rows: QuerySet[Any]) -> None:
    list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))


@dataclass(frozen=True, slots=True)
class Rewriting:
    rows: list[Row]
    plan: Plan


def rewrite(event: Event, changes: Changes, move_bookings: bool | None, now: datetime) -> Rewriting:
    """Change the event in memory and plan its dates."""
    rows = rows_of(event, now)
    before = (get_pattern(event), Span(event.starts_at, event.ends_at))
    given_before = list_coming_dates(event, now) if rows else []
    apply_changes(event, changes)
    wanted = list_coming_dates(event, now) if rows else list_first_dates(event, now)
    shift = shift_between(before, (get_pattern(event), Span(event.starts_at, event.ends_at)))
    plan = plan_dates(rows, wanted, now=now, given_before=given_before, shift=shift, move_bookings=move_bookings)
    return Rewriting(rows, plan)


def rows_of(event: Event, now: datetime) -> list[Row]:
    """The event's dates with what is booked on them. Two queries."""
    dates: list[Any] = list(event.occurrences.annotate(history=Count("bookings")).order_by("starts_at"))
    taken = seats_taken([date.pk for date in dates], now)
    return [
        Row(date.pk, Span(date.starts_at, date.ends_at), Status(date.status), taken.get(date.pk, 0), date.history > 0)
        for date in dates
    ]


def shift_between(before: tuple[Pattern | None, Span], after: tuple[Pattern | None, Span]) -> Shift | None:
    """How the times changed; None where they did not, and where the rule changed, for then booked dates stay."""
    (old_pattern, old), (new_pattern, new) = before, after
    if rule_of(old_pattern) != rule_of(new_pattern):
        return None
    zone = get_shop_zone()
    by = to_wall_clock(new.starts_at, zone) - to_wall_clock(old.starts_at, zone)
    length = new.ends_at - new.starts_at
    return Shift(by, length, zone) if by or length != old.ends_at - old.starts_at else None


def rule_of(pattern: Pattern | None) -> tuple[object, ...]:
    """A rule without its end: the form sends a new end with every save."""
    return (pattern.interval, pattern.weekday, pattern.weeks) if pattern else ()


def apply_changes(event: Event, changes: Changes) -> None:
    columns = {name: value for name, value in changes.items() if name not in ("pattern", "is_recurring")}
    for name, value in columns.items():
        setattr(event, name, value)
    if event.ends_at < event.starts_at:
        raise BadRequest(END_AFTER_START, errors={"endTime": [END_AFTER_START]})
    pattern = changes.get("pattern", get_pattern(event))
    if not changes.get("is_recurring", event.is_recurring):
        pattern = None
    elif pattern is None:
        problem = "Choose how the event repeats."
        raise BadRequest(problem, errors={"recurringPattern": [problem]})
    elif pattern.until is not None and pattern.until < event.starts_at:
        problem = "The series ends before its first date. Choose a later end date."
        raise BadRequest(problem, errors={"recurringPattern.endDate": [problem]})
    set_pattern(event, pattern)


def add_missing_dates(event: Event, now: datetime) -> int:
    rows = rows_of(event, now)
    plan = plan_dates(rows, list_coming_dates(event, now), now=now)
    only_new = Plan(add=plan.add, add_skipped=plan.add_skipped)
    write_plan(event, only_new)
    return len(only_new.add)


def write_plan(event: Event, plan: Plan) -> None:
    Occurrence.objects.filter(pk__in=plan.drop).delete()
    Occurrence.objects.filter(pk__in=plan.hide).update(status=Status.DROPPED)
    for row, span in plan.moves_in_order():
        Occurrence.objects.filter(pk=row.pk).update(starts_at=span.starts_at, ends_at=span.ends_at)
    for row, span in plan.revive:
        Occurrence.objects.filter(pk=row.pk).update(status=Status.SCHEDULED, ends_at=span.ends_at)
    added = [(span, Status.SCHEDULED) for span in plan.add] + [(span, Status.SKIPPED) for span in plan.add_skipped]
    Occurrence.objects.bulk_create(
        Occurrence(event=event, starts_at=span.starts_at, ends_at=span.ends_at, status=status) for span, status in added
    )
