"""Cancel or move one date of an event, or give it another place or number of seats, from its dialog."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from bookings.selectors.events import has_room, list_dates_by_event
from bookings.selectors.free_seats import count_taken_seats
from bookings.services import events as event_services
from bookings.services import offers, seats
from bookings.services.event_dates import move_date, refuse_clash
from changes.services.date_changes.affected import CONCERNED_CHANGED, NOBODY, Affected, read_affected
from changes.services.date_changes.change_dates import Terms, change_dates, read_newest
from changes.services.date_changes.locks import lock_date, refuse_undecided, retry_after_new_orders
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import Changed, NotPossible
from events.formatting import format_day, format_seats, format_seats_are, format_when
from events.journal import Cause, Kind, Room, Source
from events.models import DateChange, Event, Occurrence, Place, Setting
from events.recurrence import Span
from events.selectors import find_date, find_moved_date
from events.services.places import lock_places


@dataclass(frozen=True, slots=True)
class DateChangeRequest:
    """What staff want. `to` is the new start of a date to move. Without it and without a new room, it is canceled."""

    when: date | datetime  # the date's start, or its day
    to: datetime | None = None
    terms: Terms = field(default_factory=Terms)
    room: Mapping[str, Any] = field(default_factory=dict)  # the `place` (its public ID) and the `seats` that change

    @property
    def cancels(self) -> bool:
        return self.to is None and not self.room


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
    terms = change_request.terms
    if change_request.room:
        lock_room(occurrence, change_request.room)
    new, room = get_new_setting(occurrence, change_request), get_new_room(occurrence, change_request.room)

    def write() -> None:
        cause = Cause(Source.DIALOG, by, terms.reason, terms.get_answer_until(timezone.now()))
        if new:
            move_date(occurrence, new.span, cause, room)
        else:
            event_services.cancel_or_restore(occurrence, Kind.CANCELED, cause)

    if new == occurrence.setting:  # only the number of seats changes
        write()
        offers.offer_seats(occurrence_ids=[occurrence.pk])
        return read_newest([occurrence.pk])[occurrence.pk]
    (change,), _ = change_dates({occurrence: new}, terms=terms, by=by, write=write)
    return change


def lock_room(date: Occurrence, changes: Mapping[str, Any]) -> None:
    """Lock the event of a locked date, then its place, so that the place has as many seats until this is done."""
    lock_rows(Event.objects.filter(pk=date.event_id))
    date.event = Event.objects.select_related("place").get(pk=date.event_id)
    place = get_place(changes["place"]) if "place" in changes else date.venue
    lock_places([place.pk])


def get_new_setting(date: Occurrence, change_request: DateChangeRequest) -> Setting | None:
    """Return when and where the date takes place instead, or None if it doesn't. Raise DateUnavailable, NotPossible."""
    if change_request.cancels:
        return None
    to, room = change_request.to, get_new_room(date, change_request.room)
    if (to and to <= timezone.now()) or to == date.starts_at:
        raise seats.DateUnavailable("Choose another time in the future.")
    if to is None and room == Room(date.place_id, date.seats):
        raise seats.DateUnavailable("Choose another place or number of seats.")
    span = Span(to, to + (date.ends_at - date.starts_at)) if to else date.setting.span
    return date.setting.at(span)._replace(place=room.place or date.event.place_id)


def get_new_room(date: Occurrence, changes: Mapping[str, Any]) -> Room:
    """Return the date's own place and seats after these changes.

    Raise NotPossible (`over_capacity`) if more seats are taken, or if the place has fewer.
    """
    event, place = date.event, date.venue
    if "place" in changes:
        place = get_place(changes["place"])
    own = changes.get("seats", date.seats)
    room = Room(None if place.pk == event.place_id else place.pk, None if own == event.maximum_event_capacity else own)
    if changes:
        refuse_other_number(date, place, event.maximum_event_capacity if room.seats is None else room.seats)
    return room


def get_place(public_id: str) -> Place:
    place = Place.objects.filter(public_id=public_id, hidden_at=None).first()
    if place is None:
        raise NotPossible("This place is hidden or gone.", errors={"placeId": ["Choose another place."]})
    return place


def refuse_other_number(date: Occurrence, place: Place, capacity: int) -> None:
    if place.seats is not None and capacity > place.seats:
        raise over_capacity(f"{place.name} has {format_seats(place.seats)}.", f"At most {place.seats}.")
    taken = count_taken_seats([date.pk], timezone.now()).get(date.pk, 0)
    if capacity < min(taken, date.capacity):
        raise over_capacity(f"{format_seats_are(taken)} taken on {format_day(date.starts_at)}.", f"At least {taken}.")


def refuse_full_place(date: Occurrence) -> None:
    """Raise NotPossible (`over_capacity`) if the place of a canceled date has fewer seats than the date by now."""
    place = lock_places([date.venue.pk])[date.venue.pk]
    if place.seats is not None and date.capacity > place.seats:
        has = f"{place.name} has {format_seats(place.seats)}, and this date {date.capacity}."
        raise over_capacity(has, "Lower the seats of its event first.")


def over_capacity(sentence: str, limit: str) -> NotPossible:
    return NotPossible(f"{sentence} {limit}", code="over_capacity", errors={"seats": [limit]})


@dataclass(frozen=True, kw_only=True)
class DateChangePreview(Affected):
    date: Occurrence
    was_place: str = ""  # the texts and numbers are empty if they stay
    now_place: str = ""
    was_seats: int | None = None
    now_seats: int | None = None
    has_no_other_date: bool  # of the event, with enough seats for one of the buyers

    @property
    def digest(self) -> str:
        """Return the digest of what the page shows before staff confirm."""
        room = (self.was_place, self.now_place, self.was_seats, self.now_seats)
        return make_digest(self.date.pk, *self.date.setting, *self.numbers, *room, self.has_no_other_date)


def preview_date_change(*, event_id: int, change_request: DateChangeRequest) -> DateChangePreview:
    """Return whom a change would concern. Raise what `begin_date_change` would raise now."""
    now = timezone.now()
    occurrence = event_services.get_date_to_change(event_id, change_request.when)
    seats.refuse_unless_ahead({occurrence.pk: occurrence}, now)
    refuse_undecided(occurrence)
    new = get_new_setting(occurrence, change_request)
    if new and change_request.to:
        refuse_clash(occurrence, new.span)
    affected = NOBODY if new == occurrence.setting else read_affected([occurrence.pk])[occurrence.pk]
    dates = list_dates_by_event([event_id], now)[event_id]
    has_other_date = any(has_room(dates, line.booking) for line in affected.lines)
    room = describe_room(occurrence, new, change_request.room) if new else {}
    return DateChangePreview(**vars(affected), **room, date=occurrence, has_no_other_date=not has_other_date)


def describe_room(date: Occurrence, new: Setting, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the former and the new place and number of seats, if they change."""
    found: dict[str, Any] = {}
    if new.place != date.setting.place:
        found |= {"was_place": date.venue.text, "now_place": Place.objects.get(pk=new.place).text}
    own = get_new_room(date, changes).seats
    capacity = date.event.maximum_event_capacity if own is None else own
    return found if capacity == date.capacity else found | {"was_seats": date.capacity, "now_seats": capacity}
