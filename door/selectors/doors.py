"""Read the door of a date, for organizers and for phones."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone

from bookings.models import Pass, SeatLink
from bookings.services.door_seats import count_left
from door.closed_doors import find_refusal
from door.conflicts import Conflict
from door.models import Door, DoorEntry, DoorLink, Drawer, Move, Phone, UnusableEntry
from door.selectors.drawers import DrawerState, count_allotment, get_drawer, get_state, list_cash_without_drawer
from door.selectors.log import MAX_RECENT, ListedPass, Log, RecentEntry, get_key, get_log, get_seen
from door.sent_entries import MAX_SEATS
from events.models import Occurrence
from orders.pricing import Line, price_lines
from orders.services.order_prices import get_price_rules


@dataclass(frozen=True, slots=True)
class PhoneState:
    """A phone, and when it last sent an entry."""

    public_id: str
    name: str
    link: DoorLink
    queued: int
    is_signed_in: bool
    last_entry_at: datetime | None


@dataclass(frozen=True, slots=True)
class DoorReport:
    door: Door
    guests: int
    inside: int
    links: list[DoorLink]
    phones: list[PhoneState]
    conflicts: list[RecentEntry]
    unusable: list[UnusableEntry]
    drawer: DrawerState | None
    cash: list[Move]
    """What moved without a drawer, because none was opened."""


@dataclass(frozen=True, slots=True)
class DoorOfDate:
    """What the guest list shows of the door."""

    door: str | None  # public ID; None: it was never opened
    inside: dict[str, int]
    """By the guests' public IDs, also of those who came in before their seats were refunded or moved."""
    refusal: str | None
    """Why nobody can be checked in."""
    earlier: list[str]
    """Public IDs of the doors of evenings before the date moved, the newest first."""


@dataclass(frozen=True, slots=True)
class GuestList:
    """What a phone gets."""

    door: Door
    phone: Phone
    totals: list[Decimal]
    """What 1, 2, 3… seats cost together."""
    tax_rate: Decimal
    """By which they are taxed."""
    allotment: int
    left: int | None
    """Seats that a till can sell with a connection. None for a phone that doesn't sell."""
    drawer: str | None
    """Whether a till's drawer is open or closed. None: it was never opened."""
    seen: dict[str, int]
    passes: list[ListedPass]
    recent: list[RecentEntry]
    now: datetime

    @property
    def price(self) -> Decimal:
        return self.totals[0]


@dataclass(frozen=True, slots=True)
class ShownResult:
    """What became of an entry that a phone sent, and how many of its ticket's guests are inside."""

    seq: Any
    answer: str
    code: str | None
    conflict: Conflict | None
    inside: int | None
    seats: int | None


def get_report(public_id: str) -> DoorReport:
    door = Door.objects.select_related("occurrence__event").get(public_id=public_id)
    log = get_log(door)
    last: dict[int, datetime] = {}
    for entry in log.entries:
        last[entry.phone_id] = max(entry.received_at, last.get(entry.phone_id, entry.received_at))
    phones = door.phones.filter(link__isnull=False).select_related("link")
    return DoorReport(
        door=door,
        guests=log.guests,
        inside=log.attendance.inside,
        links=list(door.links.all()),
        phones=[build_phone(phone, last.get(phone.pk)) for phone in phones],
        conflicts=[entry for entry in log.list_recent() if entry.conflict],
        unusable=list(door.unusable_entries.select_related("phone")),
        drawer=get_state(drawer) if (drawer := get_drawer(door)) else None,
        cash=list_cash_without_drawer(door),
    )


def build_phone(phone: Phone, last_entry_at: datetime | None) -> PhoneState:
    assert phone.link is not None  # noqa: S101 - only phones have a link
    return PhoneState(
        public_id=phone.public_id,
        name=phone.name,
        link=phone.link,
        queued=phone.queued,
        is_signed_in=phone.token_hash is not None,
        last_entry_at=last_entry_at,
    )


def get_door_of_date(occurrence: Occurrence) -> DoorOfDate:
    door = Door.objects.get_of_date(occurrence)
    earlier = [each.public_id for each in occurrence.doors.order_by("-pk") if each != door]
    refusal = find_refusal(door or Door(occurrence=occurrence), timezone.now())
    why = refusal.message if refusal else None
    if door is None:
        return DoorOfDate(None, {}, why, earlier)
    log = get_log(door)
    inside = {guest: sum_inside(passes, log) for guest, passes in group_by_guest(log).items()}
    return DoorOfDate(door.public_id, inside, why, earlier)


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


def get_guest_list(door: Door, phone: Phone, now: datetime) -> GuestList:
    """Return a phone's list. Pass the door with its occurrence and event."""
    log = get_log(door)
    recent, seqs = log.list_recent(), log.list_seqs()
    conflicts = [entry for entry in recent[:-MAX_RECENT] if entry.conflict]  # found later: their phones raise an alarm
    is_till = phone.link is not None and phone.link.role == DoorLink.Role.TILL
    phones = door.phones.filter(link__isnull=False).values_list("uuid", "public_id")
    return GuestList(
        door=door,
        phone=phone,
        totals=list_totals(door.occurrence.event.price),
        tax_rate=get_price_rules().tax_rate,
        allotment=count_allotment(phone, now),
        left=count_left(door.occurrence, now) if is_till else None,
        drawer=describe_drawer(get_drawer(door)) if is_till else None,
        seen={
            str(uuid) if uuid == phone.uuid else public_id: get_seen(seqs.get(uuid, [])) for uuid, public_id in phones
        },
        passes=log.list_passes(),
        recent=[*conflicts, *recent[-MAX_RECENT:]],
        now=now,
    )


def describe_drawer(drawer: Drawer | None) -> str | None:
    if drawer is None:
        return None
    return "closed" if drawer.closed_at else "open"


def list_totals(price: Decimal) -> list[Decimal]:
    """Return what 1, 2, 3… seats cost at the door. The shop rounds tax once per order, and phones need not know how."""
    rules = get_price_rules()
    return [price_lines([Line(price, count)], rules).total for count in range(1, MAX_SEATS + 1)]


def show_result(seq: Any, answer: str, code: str | None, entry: DoorEntry | None, log: Log) -> ShownResult:
    """Describe a result, from the log as it is after the batch. That of an undo is about the undone entry's ticket."""
    about = log.find_undone(entry) if entry and entry.kind == DoorEntry.Kind.UNDO else entry
    ticket = next((each for each in log.passes if about and each.pk == about.ticket_id), None)
    return ShownResult(
        seq=seq,
        answer=answer,
        code=code,
        conflict=log.attendance.conflicts.get(get_key(entry)) if entry else None,
        inside=log.attendance.by_ticket.get(ticket.pk, 0) if ticket else None,
        seats=ticket.seats if ticket else None,
    )
