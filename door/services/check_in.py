"""Check guests in from the guest list, without a phone."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from bookings.models import Pass
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField, Missing
from door.closed_doors import find_refusal
from door.models import MAX_NAME_LENGTH, DoorEntry, Phone
from door.selectors.doors import group_by_guest, sum_inside
from door.selectors.log import Log, get_log
from door.services.doors import add_own_entry, get_own_phone, lock_date_and_door


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """How many people are in with a guest's seats now, and what was recorded, for undoing it."""

    inside: int
    entries: list[DoorEntry]


@in_one_transaction
def check_in_guest(*, door_id: int, guest: str, inside: int, by: User) -> CheckedIn:
    """Let people in until so many are in with the seats of a guest, named as on the guest list.

    Saying how many are in, rather than how many come, makes repeating it harmless. Nobody is sent out: if as many are
    in already, nothing changes. Raise DoorClosed, DoorOver or DomainError (`canceled`), and Missing without a valid
    ticket.
    """
    door = lock_date_and_door(door_id)
    if refusal := find_refusal(door, timezone.now()):
        raise refusal
    log = get_log(door)
    passes = group_by_guest(log).get(guest, [])
    valid = [each for each in passes if each.state == "valid" and not log.is_moved(each)]
    if not valid:
        raise Missing("This guest has no ticket for this date.", code="not_found")
    seats, before = sum(each.seats for each in valid), sum_inside(passes, log)
    if inside > max(seats, before):
        raise InvalidField("inside", f"Choose 1 to {seats} seats." if seats > 1 else "Choose 1 seat.")
    entries = add_admissions(get_own_phone(door), valid, inside - before, log, by)
    if entries:
        audit.record("guest checked in", door, by=by, guest=guest, seats=inside - before)
    return CheckedIn(max(inside, before), entries)


def add_admissions(own: Phone, passes: list[Pass], coming: int, log: Log, by: User) -> list[DoorEntry]:
    """Fill one ticket after the other."""
    found = []
    for each in passes:
        seats = min(coming, each.seats - log.attendance.by_ticket.get(each.pk, 0))
        if seats <= 0:
            continue
        coming -= seats
        entry = add_own_entry(
            own,
            kind=DoorEntry.Kind.IN,
            h=each.h,
            ticket=each,
            seats=seats,
            body={"how": "search", "forced": False},
            name=by.first_name[:MAX_NAME_LENGTH],
        )
        found.append(entry)
    return found
