"""Open and close the door of a date, create and revoke its links, and undo entries.

Links, phones and closing wait for each other at the row of the door.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from bookings.services.seats import lock_dates
from charityshop import audit
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import BadRequest, DomainError, Missing
from charityshop.observability import security_log
from door.closed_doors import DoorOver, refuse_closed
from door.models import Door, DoorEntry, DoorLink, Phone
from door.secrets import hash_key, new_key, new_pin, sign_pin
from door.selectors.drawers import is_drawer_to_close
from door.selectors.log import ADMISSIONS
from door.services.drawers import DrawerOpen
from door.services.sell_by_link import end_holds, lock_unpaid_orders
from events.models import Occurrence
from events.selectors import get_date


@in_one_transaction
def open_door(*, event_id: int, when: date | datetime, by: User) -> tuple[Door, bool]:
    """Return the door of an event's date, and whether it is new. Raise Missing if there is no such date.

    After its door was closed, a date that moves to another day gets a new one.
    """
    dates = Occurrence.objects.filter(event=event_id, status=Occurrence.Status.SCHEDULED)
    lock_dates([get_date(dates, when).pk])
    occurrence = get_date(dates, when)  # it may have been canceled or deleted meanwhile
    if door := Door.objects.get_of_date(occurrence):
        return door, False
    door = Door.objects.create(occurrence=occurrence)
    audit.record("door opened", door, by=by, action=audit.CREATED)
    return door, True


@in_one_transaction
def close_door(*, door_id: int, force: bool, by: User) -> None:
    """Close the door, which ends its links, holds of late guests, and what phones keep. Closing again changes nothing.

    Raise DrawerOpen before the cash is counted, and DomainError (`unsent_entries`) while phones still have entries to
    send, unless forced.
    """
    unpaid = lock_unpaid_orders(door_id)
    door = lock_date_and_door(door_id)
    if door.closed_at is not None:
        return
    if is_drawer_to_close(door):
        raise DrawerOpen("Count the drawer and close it first.")
    queued = list(door.phones.filter(queued__gt=0).values_list("queued", flat=True))
    if queued and not force:
        who = "1 phone still has" if len(queued) == 1 else f"{len(queued)} phones still have"
        entries = "1 entry" if sum(queued) == 1 else f"{sum(queued)} entries"
        raise DomainError(f"{who} {entries} to send.", code="unsent_entries")
    door.closed_at, door.closed_by = timezone.now(), by
    door.save(update_fields=["closed_at", "closed_by"])
    return_allotments(phone_ids=list(door.phones.values_list("pk", flat=True)))
    end_holds(door, unpaid)
    unsent = sum(queued) or None
    audit.record("door closed", door, by=by, after={"closedAt": door.closed_at}, unsent=unsent)
    security_log.note("door_closed", user=by, door=door.public_id, unsent=unsent)


@in_one_transaction
def undo_entry(*, door_id: int, phone: UUID | str, seq: int, reason: str, by: User) -> None:
    """Undo an admission for a phone, named by its number or public ID. Undoing it again changes nothing.

    Raise Missing for an unknown entry.
    """
    door = lock_door(door_id)
    found = DoorEntry.objects.filter(phone__door=door, seq=seq).select_related("phone")
    entry = next((each for each in found if str(phone) in (each.phone.public_id, str(each.phone.uuid))), None)
    if entry is None:
        raise Missing("There is no such entry.", code="not_found")
    if entry.kind not in ADMISSIONS:
        raise BadRequest("Only admissions can be undone.")
    own = get_own_phone(door)
    body = {"of": seq, "device": str(entry.phone.uuid)}
    if own.entries.filter(body=body).exists():
        return
    add_own_entry(own, kind=DoorEntry.Kind.UNDO, ticket=entry.ticket, body=body, note=reason)
    audit.record("entry undone", door, by=by, entry=f"{entry.phone.public_id} {seq}", reason=reason)


def get_own_phone(door: Door) -> Phone:
    """Return the phone that stands for the page of organizers. Unlike an organizer's phone, it has no name."""
    found = Phone.objects.filter(door=door, link=None, name="").first()
    return found or Phone.objects.create(door=door, uuid=uuid4())


def add_own_entry(own: Phone, **fields: Any) -> DoorEntry:
    """Add an entry of the page for organizers, now."""
    now = timezone.now()
    last = own.entries.aggregate(last=Max("seq"))["last"] or 0
    return DoorEntry.objects.create(phone=own, seq=last + 1, at=now, received_at=now, **fields)


# --- Links that sign phones in ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link with its secrets, which are shown once."""

    link: DoorLink
    url: str
    pin: str


@in_one_transaction
def create_link(*, door_id: int, role: DoorLink.Role, by: User) -> NewLink:
    """Create a link with a PIN. Raise DoorClosed or DoorOver if nobody could use it."""
    door = lock_door(door_id)
    refuse_closed(door)
    key, pin = new_key(), new_pin()
    key_hash = hash_key(key)
    link = DoorLink(door=door, role=role, key_hash=key_hash, pin_hmac=sign_pin(pin, key_hash))
    if not link.is_valid(timezone.now()):
        raise DoorOver
    link.save()
    audit.record("door link created", door, by=by, link=link.public_id, role=role)
    return NewLink(link, f"{settings.SITE_URL}/door/#k={key}", pin)


@in_one_transaction
def revoke_link(*, link_id: int, by: User) -> None:
    """End a link, sign its phones out and return the seats that they keep. Revoking it again changes nothing."""
    door = lock_date_and_door(DoorLink.objects.values_list("door_id", flat=True).get(pk=link_id))
    link = DoorLink.objects.get(pk=link_id)
    if link.revoked_at is not None:
        return
    return_allotments(phone_ids=list(link.phones.values_list("pk", flat=True)))
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    link.phones.update(token_hash=None)
    audit.record("door link revoked", door, by=by, link=link.public_id)
    security_log.note("door_link_revoked", user=by, link=link.public_id)


# --- Locking ---------------------------------------------------------------------------------------------------------


def lock_door(door_id: int) -> Door:
    lock_rows(Door.objects.filter(pk=door_id))
    return Door.objects.select_related("occurrence__event").get(pk=door_id)


def lock_date_and_door(door_id: int) -> Door:
    """Lock the date first, as sales do, and then its door."""
    lock_dates(Door.objects.filter(pk=door_id).values_list("occurrence_id", flat=True))
    return lock_door(door_id)


def return_allotments(*, phone_ids: Collection[int]) -> None:
    """Put the seats of phones that no longer sell back on sale. Call it with their date locked."""
    allotted = Booking.objects.filter(phone__in=phone_ids, status=Booking.Status.PENDING)
    seats.release_seats(booking_ids=list(allotted.values_list("pk", flat=True)))
