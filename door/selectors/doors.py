"""Read the door of a date, for organizers and for phones."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Max
from django.utils import timezone

from bookings.models import Pass, SeatLink
from bookings.selectors.questions import get_answers
from bookings.services.door_seats import count_left
from door.closed_doors import find_refusal
from door.models import Door, DoorEntry, DoorLink, Drawer, Phone
from door.selectors.drawers import count_allotment, get_drawer, get_state, list_cash_without_drawer
from door.selectors.evenings import Evening, get_door_price, read_evenings
from door.selectors.log import MAX_RECENT, Log, get_key, get_log, get_seen
from door.selectors.pay_links import format_pay_url, is_selling
from door.sent_entries import MAX_SEATS
from events.models import Occurrence
from events.prices import get_tax_rate
from orders.pricing import price_lines
from orders.services.place_order import build_priced_line, get_price_rules


def get_report(public_id: str) -> dict[str, Any]:
    """Return the door as organizers see it."""
    door = Door.objects.select_related("occurrence__event").get(public_id=public_id)
    log, drawer = get_log(door), get_drawer(door)
    phones = door.phones.filter(link__isnull=False).select_related("link")
    return {
        "door": door,
        "guests": log.guests,
        "inside": log.attendance.inside,
        "left": count_left(door.occurrence, timezone.now()),
        "price": get_door_price(door.occurrence),
        "links": list(door.links.all()),
        "phones": list(phones.annotate(last_entry_at=Max("entries__received_at")).order_by("pk")),
        "conflicts": [entry for entry in log.list_recent() if entry.conflict],
        "unusable": list(door.unusable_entries.select_related("phone")),
        "drawer": get_state(drawer) if drawer else None,
        "cash": list_cash_without_drawer(door),
    }


UNDO_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class UndoableEntry:
    """A check-in of the guest list that counts."""

    guest: str
    entry: DoorEntry

    @property
    def until(self) -> datetime:
        return self.entry.received_at + UNDO_WITHIN


def get_door_of_date(occurrence: Occurrence) -> dict[str, Any]:
    """Return what the guest list shows of the door."""
    now = timezone.now()
    door = Door.objects.get_of_date(occurrence)
    refusal = find_refusal(door or Door(occurrence=occurrence), now)
    log = get_log(door) if door else None
    evening = Evening(log.attendance.inside, log.guests) if log else read_evenings([occurrence])[occurrence.pk]
    by_guest = group_by_guest(log) if log else {}
    return {
        "door": door.public_id if door else None,
        # Also of those who came in before their seats were refunded or moved.
        "inside": {guest: sum_inside(passes, log) for guest, passes in by_guest.items()} if log else {},
        "total": evening.inside,
        "guests": evening.guests,
        "left": count_left(occurrence, now),
        "price": get_door_price(occurrence),
        "undoable": [each for each in list_own_check_ins(log, by_guest) if each.until > now] if log else [],
        "refusal": refusal.message if refusal else None,
        "earlier": [each.public_id for each in occurrence.doors.order_by("-pk") if each != door],
    }


def list_own_check_ins(log: Log, by_guest: Mapping[str, Iterable[Pass]]) -> list[UndoableEntry]:
    """Return what staff recorded on the guest list and did not undo."""
    guests: dict[int | None, str] = {each.pk: guest for guest, passes in by_guest.items() for each in passes}
    return [
        UndoableEntry(guests[entry.ticket_id], entry)
        for entry in log.entries
        if entry.kind == DoorEntry.Kind.IN
        and entry.phone.link_id is None
        and entry.ticket_id in guests
        and get_key(entry) in log.attendance.conflicts
    ]


def group_by_guest(log: Log) -> dict[str, list[Pass]]:
    """Return the passes by the public ID of who has them: a buyer's booking, or a friend's link while it is claimed."""
    links = {each.seat_link_id for each in log.passes if each.seat_link_id is not None and not each.ended_because}
    friends: dict[int | None, str] = dict(SeatLink.objects.filter(pk__in=links).values_list("pk", "public_id"))
    found = defaultdict[str, list[Pass]](list)
    for each in log.passes:
        found[friends.get(each.seat_link_id) or each.booking.public_id].append(each)
    return found


def sum_inside(passes: Iterable[Pass], log: Log) -> int:
    return sum(log.attendance.by_ticket.get(each.pk, 0) for each in passes)


def get_guest_list(door: Door, phone: Phone, now: datetime) -> dict[str, Any]:
    """Return a phone's list. Pass the door with its occurrence and event."""
    log = get_log(door)
    recent, seqs = log.list_recent(), log.list_seqs()
    conflicts = [entry for entry in recent[:-MAX_RECENT] if entry.conflict]  # found later: their phones raise an alarm
    phones = door.phones.filter(link__isnull=False).values_list("uuid", "public_id")
    totals = list_totals(door.occurrence)
    answers = get_answers(door.occurrence.event, log.passes)
    found = {
        "door": door,
        "phone": phone,
        "totals": totals,
        "price": totals[0],
        "tax_rate": get_tax_rate(door.occurrence.venue),
        "allotment": count_allotment(phone, now),
        "seen": {
            str(uuid) if uuid == phone.uuid else public_id: get_seen(seqs.get(uuid, [])) for uuid, public_id in phones
        },
        "questions": answers.questions,
        "passes": log.list_passes(answers.by_ticket),
        "recent": [*conflicts, *recent[-MAX_RECENT:]],
        "now": now,
    }
    if phone.link and phone.link.role == DoorLink.Role.TILL:
        found |= {
            "left": count_left(door.occurrence, now),
            "drawer": describe_drawer(get_drawer(door)),
        }
        if is_selling(phone):
            found["pay_url"] = format_pay_url(phone)
    return found


def describe_drawer(drawer: Drawer | None) -> str | None:
    if drawer is None:
        return None
    return "closed" if drawer.closed_at else "open"


def list_totals(date: Occurrence) -> list[Decimal]:
    """Return what 1, 2, 3… seats cost at the door. The shop rounds tax once per order, and phones need not know how."""
    rules = get_price_rules()
    return [price_lines([build_priced_line(date, count)], rules).total for count in range(1, MAX_SEATS + 1)]


def show_result(seq: Any, answer: str, code: str | None, entry: DoorEntry | None, log: Log) -> dict[str, Any]:
    """Describe a result, from the log as it is after the batch. That of an undo is about the undone entry's ticket."""
    about = log.find_undone(entry) if entry and entry.kind == DoorEntry.Kind.UNDO else entry
    ticket = next((each for each in log.passes if about and each.pk == about.ticket_id), None)
    return {
        "seq": seq,
        "answer": answer,
        "code": code,
        "conflict": log.attendance.conflicts.get(get_key(entry)) if entry else None,
        "inside": log.attendance.by_ticket.get(ticket.pk, 0) if ticket else None,
        "seats": ticket.seats if ticket else None,
    }
