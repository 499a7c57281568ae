"""Cancel or move one date of an event, from its dialog."""

from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils import timezone

from accounts.models import User
from bookings.selectors.events import has_room, list_dates_by_event
from bookings.services import events as event_services
from bookings.services import seats
from bookings.services.event_dates import move_date, refuse_clash
from changes.services.date_changes.affected import CONCERNED_CHANGED, Affected, read_affected
from changes.services.date_changes.change_dates import Terms, change_dates
from changes.services.date_changes.locks import lock_date, refuse_undecided, retry_after_new_orders
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import Changed
from events.formatting import format_when
from events.journal import Cause, Kind, Source
from events.models import DateChange, Event, Occurrence
from events.recurrence import Span
from events.selectors import find_date, find_moved_date


@dataclass(frozen=True, slots=True)
class DateChangeRequest:
    """What staff want. `to` is the new start of a date to move; None cancels it."""

    when: date | datetime  # the date's start, or its day
    to: datetime | None = None
    terms: Terms = field(default_factory=Terms)


def begin_date_change(
    *,
    event_id: int,
    change_request: DateChangeRequest,
    digest: str | None = None,
    request_key: RequestKey | None = None,
    by: User,
) -> DateChange:
    """Change the date, and let `upkeep` do the rest. A repeated request key returns the existing change.

    `digest` is that of the preview: raise Changed if it says something else now. Raise DateUnavailable, NotPossible or
    DomainError (`payment_in_progress`), too, without changing anything.
    """
    return retry_after_new_orders(
        lambda: begin_in_transaction(
            event_id=event_id, change_request=change_request, digest=digest, request_key=request_key, by=by
        )
    )


@in_one_transaction
def begin_in_transaction(
    *, event_id: int, change_request: DateChangeRequest, digest: str | None, request_key: RequestKey | None, by: User
) -> DateChange:
    """Raise NewOrderFound if an order was placed before the date was locked."""
    lock_rows(User.objects.filter(pk=by.pk))
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return DateChange.objects.get(public_id=earlier[0])
    if digest is not None:
        refuse_changed_date(event_id, change_request.when)
    occurrence = lock_date(event_id, change_request.when)
    seats.refuse_unless_ahead({occurrence.pk: occurrence}, timezone.now())
    if digest is not None:
        preview = preview_date_change(event_id=event_id, change_request=change_request)
        refuse_other_digest(digest, preview.digest, CONCERNED_CHANGED)
    change = change_locked_date(occurrence, change_request, by)
    store_result(request_key, owner_id=by.pk, result=[change.public_id])
    return change


def refuse_changed_date(event_id: int, when: date | datetime) -> None:
    """Raise Changed, which says how, if the date that a page showed has moved or is canceled by now."""
    found = find_date(event_services.list_dates(event_id), when)
    if found and found.status == Occurrence.Status.CANCELED:
        raise Changed(f"{format_when(found.starts_at, found.ends_at)} is canceled since you looked.")
    if not found and (moved := find_moved_date(Event(pk=event_id), when)):
        date, was = moved.occurrence, format_when(moved.was_start, moved.was_end)
        raise Changed(f"{was} has moved to {format_when(date.starts_at, date.ends_at)} since you looked.")


def change_locked_date(occurrence: Occurrence, change_request: DateChangeRequest, by: User) -> DateChange:
    """Change a date that is locked with its orders."""
    span, terms = get_new_span(occurrence, change_request.to), change_request.terms

    def write() -> None:
        cause = Cause(Source.DIALOG, by, terms.reason, terms.get_answer_until(timezone.now()))
        if span:
            move_date(occurrence, span, cause)
        else:
            event_services.cancel_or_restore(occurrence, Kind.CANCELED, cause)

    (change,), _ = change_dates({occurrence: span}, terms=terms, by=by, write=write)
    return change


def get_new_span(occurrence: Occurrence, to: datetime | None) -> Span | None:
    """Return when the date takes place instead, or None if it doesn't."""
    if to is None:
        return None
    if to <= timezone.now() or to == occurrence.starts_at:
        raise seats.DateUnavailable("Choose another time in the future.")
    return Span(to, to + (occurrence.ends_at - occurrence.starts_at))


@dataclass(frozen=True, kw_only=True)
class DateChangePreview(Affected):
    date: Occurrence
    has_no_other_date: bool  # of the event, with enough seats for one of the buyers

    @property
    def digest(self) -> str:
        """Return the digest of what the page shows before staff confirm."""
        date = self.date
        return make_digest(date.pk, date.starts_at, date.ends_at, *self.numbers, self.has_no_other_date)


def preview_date_change(*, event_id: int, change_request: DateChangeRequest) -> DateChangePreview:
    """Return whom a change would concern. Raise what `begin_date_change` would raise now."""
    now = timezone.now()
    occurrence = event_services.get_date_to_change(event_id, change_request.when)
    seats.refuse_unless_ahead({occurrence.pk: occurrence}, now)
    refuse_undecided(occurrence)
    if span := get_new_span(occurrence, change_request.to):
        refuse_clash(occurrence, span)
    affected = read_affected([occurrence.pk])[occurrence.pk]
    dates = list_dates_by_event([event_id], now)[event_id]
    has_other_date = any(has_room(dates, line.booking) for line in affected.lines)
    return DateChangePreview(**vars(affected), date=occurrence, has_no_other_date=not has_other_date)
