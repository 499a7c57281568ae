"""Create and change events and their dates. Lock the dates first; only then read and decide."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Count, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.event_plan import Plan, Row, Status
from bookings.models import Booking, seats_taken
from bookings.services.event_dates import (
    END_AFTER_START,
    Changes,
    add_missing_dates,
    apply_changes,
    lock_event,
    lock_rows,
    rewrite,
    write_plan,
)
from charityshop import audit
from charityshop.db.retries import rows_to_retry, run_each
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, NotPossible
from events.datetimes import format_day, format_utc
from events.models import Event, Occurrence
from events.recurrence import Span, to_minute
from events.recurrence_rules import has_length, list_draft_reasons
from events.selectors.occurrences import find_date

NEW_EVENT: Changes = {
    "name": "Edit me!", "description": "Edit me!", "category": "DEF", "card_set": "DEF", "price": Decimal(0),
    "event_location": "Default", "maximum_event_capacity": 0, "kind": "event",
}  # fmt: skip

ON_RECORD = (  # what a save may change
    "status", "name", "description", "image", "category", "card_set", "format", "brand", "kind", "price",
    "event_location", "maximum_event_capacity", "starts_at", "ends_at", "is_recurring", "repeat_interval",
    "repeat_weekday", "repeat_weeks", "repeat_until",
)  # fmt: skip


# --- Nights ----------------------------------------------------------------------------------------------------------


@in_one_transaction
def create_event(*, fields: Changes, by: User | None) -> Event:
    """A draft, with the shop's defaults for what is not given. It has no dates until its first save."""
    now = to_minute(timezone.now())
    starts_at = fields.get("starts_at", now)
    event = Event(**NEW_EVENT, starts_at=starts_at, ends_at=starts_at)
    apply_changes(event, fields)
    event.save()
    audit.record("event created", event, by=by, after=on_record(event), action=audit.CREATED)
    return event


@in_one_transaction
def update_event(*, event_id: int, changes: Changes, move_bookings: bool | None, by: User | None) -> Event:
    """Save an event and rewrite its upcoming dates. This publishes a draft, unless `list_draft_reasons` names a reason.

    `changes` names the event's columns, and `pattern`. Raises NotPossible where seats or booked dates are in the way:
    `over_capacity`, `booked_dates` (until `move_bookings` says yes or no) or `date_taken`.
    """
    event = lock_event(event_id)
    before, had_length = on_record(event), has_length(event)
    now = timezone.now()
    rewriting = rewrite(event, changes, move_bookings, now)
    refuse_to_lose_length(event, had_length=had_length)
    refuse_to_shrink_below_taken(event, rewriting.rows, rewriting.plan, now)
    refuse_unanswered(rewriting.plan)
    if event.status == Event.Status.DRAFT and not list_draft_reasons(event):
        event.status = Event.Status.PUBLISHED
    event.save()
    write_plan(event, rewriting.plan)
    mails.dates_moved(event, rewriting.plan.move, now=now)
    moves = [f"{format_utc(row.span.starts_at)} → {format_utc(span.starts_at)}" for row, span in rewriting.plan.move]
    moved = ", ".join(moves) or None
    audit.record("event saved", event, by=by, before=before, after=on_record(event), dates_moved=moved)
    return event


@dataclass(frozen=True, slots=True)
class Preview:
    """What a save would do: the dates there would be, and what becomes of booked ones."""

    dates: list[Span]
    skipped: list[Span]
    plan: Plan
    overbooked: list[Row]


@in_one_transaction
def preview_event(*, event_id: int, changes: Changes, move_bookings: bool | None) -> Preview:
    """What `update_event` would do; saves nothing."""
    event = lock_event(event_id)
    now = timezone.now()
    rewriting = rewrite(event, changes, move_bookings, now)
    plan, rows = rewriting.plan, rewriting.rows
    ahead, skipped = (
        [span for span in spans if span.starts_at > now] for spans in (plan.dates(rows), plan.skipped(rows))
    )
    return Preview(ahead, skipped, plan, overbooked(event, rows, now))


@in_one_transaction
def delete_event(*, event_id: int, by: User | None) -> None:
    """Raises NotPossible if anybody ever booked it: then it can only be archived."""
    event = lock_event(event_id)
    bookings = Booking.objects.filter(occurrence__event=event)
    if people := bookings.aggregate(people=Count("user", distinct=True))["people"]:
        who = "1 person" if people == 1 else f"{people} people"
        raise NotPossible(f"{who} booked this. You can't delete it; archive it instead.", code="archive_instead")
    audit.record("event deleted", event, by=by, before=on_record(event), action=audit.DELETED)
    event.occurrences.all().delete()
    event.delete()


@in_one_transaction
def archive_event(*, event_id: int, by: User | None) -> Event:
    """Hide an event from visitors. Bookings and orders stay as they are."""
    event = lock_event(event_id)
    was = event.status
    event.status = Event.Status.ARCHIVED
    event.save(update_fields=["status"])
    audit.record("event archived", event, by=by, before={"status": was}, after={"status": event.status})
    return event


@in_one_transaction
def restore_event(*, event_id: int, by: User | None) -> Event:
    """Bring an archived event back. It is a draft if it was never saved, or if it could not be published now."""
    event = lock_event(event_id)
    if event.status != Event.Status.ARCHIVED:
        return event
    is_publishable = event.occurrences.exists() and not list_draft_reasons(event)
    event.status = Event.Status.PUBLISHED if is_publishable else Event.Status.DRAFT
    event.save(update_fields=["status"])
    add_missing_dates(event, timezone.now())
    before = {"status": Event.Status.ARCHIVED}
    audit.record("event restored", event, by=by, before=before, after={"status": event.status})
    return event


def roll_forward(*, now: datetime) -> int:
    """Write the dates that every series has gained by time going on; return how many. One transaction per series."""
    return extend_each(list(published_series()), now)


def retry_series(*, now: datetime) -> int:
    """Extend the series that could not be extended when all were; return how many dates that wrote."""
    failed = rows_to_retry("series")
    return extend_each([pk for pk in published_series() if str(pk) in failed], now) if failed else 0


def published_series() -> QuerySet[Event, int]:
    return Event.objects.published().filter(is_recurring=True).values_list("pk", flat=True)


def extend_each(event_ids: list[int], now: datetime) -> int:
    return sum(run_each("series", event_ids, lambda event_id: extend_series(event_id=event_id, now=now)))


@in_one_transaction
def extend_series(*, event_id: int, now: datetime) -> int:
    event = lock_event(event_id)
    return add_missing_dates(event, now)


# --- Dates -----------------------------------------------------------------------------------------------------------


@in_one_transaction
def snooze_date(*, event_id: int, when: date | datetime, by: User | None) -> Occurrence:
    """Skip one coming date. Raises NotPossible, saying how many seats are booked, where some are."""
    occurrence = lock_date(event_id, when)
    now = timezone.now()
    if taken := seats_taken([occurrence.pk], now).get(occurrence.pk, 0):
        seats = "1 seat is" if taken == 1 else f"{taken} seats are"
        raise NotPossible(
            f"{seats} booked on {format_day(occurrence.starts_at)}. Refund them before skipping this date.",
            code="date_has_bookings", totalReservations=taken, bookingDate=format_utc(occurrence.starts_at),
        )  # fmt: skip
    return set_status(occurrence, Status.SKIPPED, by)


@in_one_transaction
def unsnooze_date(*, event_id: int, when: date | datetime, by: User | None) -> Occurrence:
    """Bring a skipped date back."""
    return set_status(lock_date(event_id, when), Status.SCHEDULED, by)


def set_status(occurrence: Occurrence, status: str, by: User | None, reason: str | None = None) -> Occurrence:
    """Skip a locked date, or bring it back. One that is so already stays as it is."""
    if occurrence.status == status:
        return occurrence
    before = {"status": occurrence.status}
    occurrence.status = status
    occurrence.save(update_fields=["status"])
    audit.record(
        "date skipped" if status == Status.SKIPPED else "date brought back", occurrence.event, by=by,
        before=before, after={"status": status}, date=occurrence.starts_at, reason=reason,
    )  # fmt: skip
    return occurrence


# --- Under the lock --------------------------------------------------------------------------------------------------


def dates_of(event_id: int) -> QuerySet[Occurrence]:
    return Occurrence.objects.exclude(status=Status.DROPPED).filter(event=event_id)


def date_to_change(event_id: int, when: date | datetime) -> Occurrence:
    """One date of an event as it is before any lock, past or skipped ones too. Raises NotPossible for none."""
    try:
        found: Occurrence | None = find_date(dates_of(event_id), when)
    except ValueError:
        found = None
    if found is None:
        raise NotPossible("This event has no date at that time.", code="date_unavailable")
    return found


def lock_date(event_id: int, when: date | datetime) -> Occurrence:
    """Lock one coming date of an event. Raises NotPossible for a past one or none."""
    found = date_to_change(event_id, when)
    lock_rows(Occurrence.objects.filter(pk=found.pk))
    occurrence = dates_of(event_id).select_related("event").filter(pk=found.pk).first()
    if occurrence is None or occurrence.starts_at != found.starts_at or occurrence.starts_at <= timezone.now():
        raise NotPossible(f"{format_day(found.starts_at)} has passed or was moved.", code="date_unavailable")
    return occurrence


def overbooked(event: Event, rows: list[Row], now: datetime) -> list[Row]:
    """Dates, not over yet, on which more seats are taken than the event has."""
    return [row for row in rows if row.span.ends_at > now and row.taken > event.maximum_event_capacity]


def refuse_to_shrink_below_taken(event: Event, rows: list[Row], plan: Plan, now: datetime) -> None:
    if short := overbooked(event, rows, now):
        most = max(short, key=lambda row: row.taken)
        raise NotPossible(
            f"{most.taken} seats are taken on {format_day(most.span.starts_at)}. Offer at least as many.",
            code="over_capacity", errors={"maximumEventCapacity": [f"At least {most.taken}."]},
            bookedDates=[booked_date(row) for row in short],
        )  # fmt: skip


def refuse_to_lose_length(event: Event, *, had_length: bool) -> None:
    """A public event keeps its length. One that was published without any, before this rule, can still be saved."""
    if event.status == Event.Status.PUBLISHED and had_length and not has_length(event):
        raise BadRequest(END_AFTER_START, errors={"endTime": [END_AFTER_START]})


def refuse_unanswered(plan: Plan) -> None:
    if plan.clashes:
        row, span = plan.clashes[0]
        raise NotPossible(
            f"{format_day(row.span.starts_at)} can't move to {format_day(span.starts_at)}: "
            "there is another date at that time, or it has passed.",
            code="date_taken", bookedDates=[booked_date(row, span) for row, span in plan.clashes],
        )  # fmt: skip
    if plan.in_question:
        days = ", ".join(format_day(row.span.starts_at) for row, _ in plan.in_question)
        raise NotPossible(
            f"These dates have bookings: {days}. Say whether the bookings move to the new times.",
            code="booked_dates", bookedDates=[booked_date(row, span) for row, span in plan.in_question],
        )  # fmt: skip


def booked_date(row: Row, to: Span | None = None) -> dict[str, object]:
    """A booked date as refusals and previews name it."""
    moved = {"newStartTime": format_utc(to.starts_at), "newEndTime": format_utc(to.ends_at)} if to else {}
    return {
        "startTime": format_utc(row.span.starts_at), "endTime": format_utc(row.span.ends_at),
        "totalReservations": row.taken, **moved,
    }  # fmt: skip


def on_record(event: Event) -> dict[str, object]:
    """The event as the audit trail keeps it."""
    return audit.columns(event, ON_RECORD)
