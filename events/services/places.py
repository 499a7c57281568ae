"""Create, change, hide, merge and delete places, and the most seats that a date may have at one.

Events and dates change with their place, for calendars, feeds and sitemaps. They are locked before it, as when an event
is saved.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.transactions import Conflict, in_one_transaction, lock_rows
from charityshop.exceptions import InvalidField, Missing, NotPossible
from events.formatting import format_count, format_seats
from events.journal import follow_events
from events.models import NO_PLACE, Event, Occurrence, Place, count_capacity

Fields = Mapping[str, Any]
COLUMNS = (
    *("name", "address", "seats", "tax_rate", "step_free", "accessible_toilet", "quiet_corner", "parking"),
    *("access_note", "contact_email", "hidden_at"),
)
TAKEN = "There is a place with this name and address already. Merge the two instead."


@in_one_transaction
def create_place(*, fields: Fields, by: User | None) -> Place:
    """`fields` maps columns, and `is_hidden`, to values. Raise InvalidField if there is such a place."""
    place = Place()
    apply_changes(place, fields)
    save_unless_taken(place)
    audit.record("place created", place, by=by, after=audit.columns(place, COLUMNS), action=audit.CREATED)
    return place


@in_one_transaction
def find_or_make_place(text: str, *, by: User | None) -> Place:
    """Return the place with this text, in sight. Make it if there is none."""
    found = find_or_build_place(text)
    if not found._state.adding and not lock_places([found.pk]):  # somebody else just deleted it
        raise Conflict
    if found._state.adding:
        try:
            return create_place(fields={"name": found.name, "address": found.address}, by=by)
        except InvalidField:  # somebody else just made it
            raise Conflict from None
    return change_place(place_id=found.pk, fields={"is_hidden": False}, by=by) if found.hidden_at else found


def find_or_build_place(text: str) -> Place:
    """Return the place with this text, or what would be made of it: what is before the first comma is its name."""
    text = text or NO_PLACE
    if found := Place.objects.filter(text=text).first():
        return found
    name, _, address = text.partition(", ")
    place = Place(name=name, address=address) if name and address else Place(name=text)
    place.text = text
    return place


@in_one_transaction
def change_place(*, place_id: int, fields: Fields, seen: Seen | None = None, by: User | None) -> Place:
    """Change or hide a place. Missing fields keep their values.

    Raise Changed, or InvalidField if there is such a place, or if its dates have more seats.
    """
    place = lock_place(place_id)
    refuse_unseen(place, seen)
    before = audit.columns(place, COLUMNS)
    apply_changes(place, fields)
    if "seats" in fields:
        refuse_too_few_seats(place, [place])
    save_unless_taken(place)
    touch(place)
    audit.record("place saved", place, by=by, before=before, after=audit.columns(place, COLUMNS))
    return place


@in_one_transaction
def merge_places(*, place_id: int, into_id: int, seen: Seen | None = None, by: User) -> Place:
    """Move all events and dates of a place to another one, and hide it. Return the other one.

    Nobody is told: it is one place with two rows. The journal of dates keeps what it was called. Raise Changed,
    or InvalidField if it is the same one, is hidden, or has fewer seats than the dates.
    """
    if place_id == into_id:
        raise InvalidField("into", "Choose another place.")
    for pk in sorted((place_id, into_id)):  # as others lock two
        lock_place(pk)
    place, into = lock_place(place_id), lock_place(into_id)
    refuse_unseen(place, seen)
    if into.hidden_at:
        raise InvalidField("into", f"{into.name} is hidden. Show it first, or choose another place.")
    refuse_too_few_seats(into, [place], "into")
    before = audit.columns(place, COLUMNS)
    events = Event.objects.filter(place=place).update(place=into)
    Occurrence.objects.filter(place=place).update(place=into)
    follow_events(list(into.events.values_list("pk", flat=True)), into.pk)
    place.hidden_at = place.hidden_at or timezone.now()
    place.save(update_fields=["hidden_at"])
    after = audit.columns(place, COLUMNS)
    audit.record("place merged", place, by=by, before=before, after=after, into=into.text, count=events)
    return into


@in_one_transaction
def delete_place(*, place_id: int, seen: Seen | None = None, by: User) -> None:
    """Delete a place at which nothing ever was. Raise Changed and NotPossible."""
    place = lock_place(place_id)
    refuse_unseen(place, seen)
    audit.record("place deleted", place, by=by, before=audit.columns(place, COLUMNS), action=audit.DELETED)
    try:
        place.delete()
    except ProtectedError:
        events = place.events.count()
        are = f"{format_count(events, 'event')} {'is' if events == 1 else 'are'}" if events else "Dates were"
        message = f"{are} at {place.name}. You can't delete it; hide it, or merge it with another place."
        raise NotPossible(message, code="place_in_use") from None


def lock_places(place_ids: Collection[int]) -> dict[int, Place]:
    """Lock places after the dates and events that change with them: nobody deletes them or lowers their seats now."""
    places = Place.objects.filter(pk__in=place_ids)
    lock_rows(places)
    return places.in_bulk()


def lock_place(place_id: int) -> Place:
    """Lock what changes with a place in the order in which an event is saved: its own dates, its events, the place."""
    lock_rows(Occurrence.objects.filter(place=place_id))
    lock_rows(Event.objects.filter(place=place_id))
    if not (locked := lock_places([place_id])):
        raise Missing("This place was deleted.", code="not_found")
    return locked[place_id]


def apply_changes(place: Place, fields: Fields) -> None:
    columns = dict(fields)
    if (is_hidden := columns.pop("is_hidden", None)) is not None:
        place.hidden_at = (place.hidden_at or timezone.now()) if is_hidden else None
    for name, value in columns.items():
        setattr(place, name, value)


def save_unless_taken(place: Place) -> None:
    try:
        with transaction.atomic():
            place.save()
    except IntegrityError:
        raise InvalidField("name", TAKEN) from None
    place.refresh_from_db()


def touch(place: Place) -> None:
    """Raise the revision of what is at a place, because calendars and feeds show it."""
    Event.objects.filter(place=place).update()
    Occurrence.objects.filter(place=place).update()


# --- Seats -----------------------------------------------------------------------------------------------------------


def refuse_too_many_seats(place: Place, seats: int, field: str) -> None:
    """Raise InvalidField if a date would have more seats than its place."""
    if place.seats is not None and seats > place.seats:
        raise InvalidField(field, f"{place.name} has {format_seats(place.seats)}. Enter {place.seats} or fewer.")


def refuse_too_few_seats(place: Place, there: list[Place], field: str = "seats") -> None:
    """Raise InvalidField if an upcoming date of these places, or a series there, has more seats than this one."""
    series = Event.objects.filter(place__in=there, is_recurring=True).order_by("-maximum_event_capacity").first()
    if series and place.seats is not None and series.maximum_event_capacity > place.seats:
        has = f"{series.name} has {format_seats(series.maximum_event_capacity)}"
        raise InvalidField(field, f"{has}, and {place.name} {place.seats}. Lower them first.")
    most = list_upcoming_dates(there).order_by("-most").first()
    if most and place.seats is not None and most.most > place.seats:
        message = f"{most.event.name} has {format_seats(most.most)}, and {place.name} {place.seats}. Lower them first."
        raise InvalidField(field, message)


def list_upcoming_dates(places: list[Place]) -> QuerySet[Any]:
    here = Q(place__in=places) | Q(place=None, event__place__in=places)
    dates = Occurrence.objects.filter(here, starts_at__gt=timezone.now(), status=Occurrence.Status.SCHEDULED)
    return dates.annotate(most=count_capacity()).select_related("event")
