"""Read the log and the passes of doors, and derive who is inside. The number of queries is constant."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from uuid import UUID

from django.db.models import QuerySet

from bookings.models import Booking, Pass, SeatMove
from bookings.selectors.questions import Choices
from charityshop.text import shorten_name
from door.conflicts import Admission, Attendance, Conflict, Key, Move, Ticket, derive_attendance
from door.models import Door, DoorEntry, Phone
from orders.models import Order, OrderLine

ADMISSIONS = (DoorEntry.Kind.IN, DoorEntry.Kind.GUEST, DoorEntry.Kind.SALE)
MAX_RECENT = 200


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """An admission that was not undone."""

    phone: Phone
    seq: int
    h: str | None
    at: datetime
    seats: int
    by: str
    conflict: Conflict | None
    name: str | None
    """The guest; None without a ticket of this date."""
    give_back: Decimal | None
    """The cash of a sale for which there were no seats."""


@dataclass(frozen=True, slots=True)
class ListedPass:
    """A pass as phones see it: of this date, or of a booking that moved away from it."""

    h: str
    b: int
    name: str
    seats: int
    inside: int
    state: str
    to: datetime | None
    by_link: bool
    """Whether a late guest paid for it by a till's link."""
    answers: Choices


@dataclass(frozen=True, slots=True)
class Log:
    door: Door
    entries: Sequence[DoorEntry]
    passes: Sequence[Pass]
    attendance: Attendance
    guests: int
    by_link: Set[int]
    """The bookings of late guests who paid by a till's link."""

    def list_recent(self) -> list[RecentEntry]:
        """Return the admissions that count, oldest first."""
        counting = [entry for entry in self.entries if get_key(entry) in self.attendance.conflicts]
        counting.sort(key=lambda entry: (entry.happened_at, *get_key(entry)))
        passes: dict[int | None, str] = {each.pk: each.h for each in self.passes}
        names: dict[str | None, str] = {each.h: each.name for each in self.list_passes()}
        hashes = [entry.h or passes.get(entry.ticket_id) for entry in counting]  # of a sale, the pass that it created
        return [self.build_recent(entry, h, names.get(h)) for entry, h in zip(counting, hashes, strict=True)]

    def build_recent(self, entry: DoorEntry, h: str | None, name: str | None) -> RecentEntry:
        return RecentEntry(
            phone=entry.phone,
            seq=entry.seq,
            h=h,
            at=entry.happened_at,
            seats=entry.seats,
            by=entry.name,
            conflict=self.attendance.conflicts[get_key(entry)],
            name=name,
            give_back=get_cash_to_return(entry),
        )

    def list_passes(self, answers: Mapping[int, Choices] = MappingProxyType({})) -> list[ListedPass]:
        return [
            ListedPass(
                h=each.h,
                b=each.booking_id,
                name=shorten_name(each.label) if each.label else get_buyer_name(each.booking),
                seats=each.seats,
                inside=self.attendance.by_ticket.get(each.pk, 0),
                state="moved" if self.is_moved(each) else each.state,
                to=each.booking.occurrence.starts_at if self.is_moved(each) else None,
                by_link=each.booking_id in self.by_link,
                answers=answers.get(each.pk, []),
            )
            for each in self.passes
        ]

    def is_moved(self, ticket: Pass) -> bool:
        """Return whether the pass is valid on another date. A replaced one is valid nowhere."""
        return ticket.booking.occurrence_id != self.door.occurrence_id and ticket.state == "valid"

    def find_undone(self, undo: DoorEntry) -> DoorEntry | None:
        """Return the entry that this one undoes, unless it has not arrived yet."""
        (key,) = list_undone([undo])
        return next((entry for entry in self.entries if get_key(entry) == key), None)

    def list_seqs(self) -> dict[UUID, list[int]]:
        """Return the numbers of each phone's entries."""
        seqs: dict[UUID, list[int]] = {}
        for entry in self.entries:
            seqs.setdefault(entry.phone.uuid, []).append(entry.seq)
        return seqs


def get_cash_to_return(entry: DoorEntry) -> Decimal | None:
    has_no_seats = entry.kind == DoorEntry.Kind.SALE and entry.ticket_id is None
    return Decimal(entry.body["total"]) if has_no_seats else None


def get_key(entry: DoorEntry) -> Key:
    return (str(entry.phone.uuid), entry.seq)


def get_buyer_name(booking: Booking) -> str:
    return shorten_name(booking.user.first_name, booking.user.last_name)


def get_seen(seqs: Sequence[int]) -> int:
    """Return the highest number before any gap."""
    seen = 0
    for seq in sorted(seqs):
        if seq > seen + 1:
            break
        seen = seq
    return seen


def get_log(door: Door) -> Log:
    """Read everything about a date's door. Six queries; pass the door with its occurrence."""
    entries = list(DoorEntry.objects.filter(phone__door=door).select_related("phone"))
    were_here = SeatMove.objects.filter(occurrence=door.occurrence_id).values("ticket__booking")
    tickets = read_tickets(Booking.objects.filter(pk__in=were_here).select_related("user", "occurrence"))
    attendance = derive(door, entries, tickets, get_beginning(door))
    by_link = OrderLine.objects.filter(order__source=Order.Source.DOOR_LINK, booking__occurrence=door.occurrence_id)
    guests = count_guests(door, tickets, attendance)
    return Log(door, entries, tickets.passes, attendance, guests, set(by_link.values_list("booking_id", flat=True)))


def get_beginning(door: Door) -> datetime | None:
    """Return since when people came in on this evening, if the date moved to it. One query."""
    return None if door.is_former else door.evening_begins_at


def derive(door: Door, entries: Sequence[DoorEntry], tickets: "Tickets", begins_at: datetime | None) -> Attendance:
    """Return who is inside, by entries since then."""
    return derive_attendance(
        list_admissions(entries),
        undone=set(list_undone(entries)),
        tickets=tickets.list_tickets(door.occurrence_id),
        closed_at=door.closed_at,
        begins_at=begins_at,
    )


def count_guests(door: Door, tickets: "Tickets", attendance: Attendance) -> int:
    """Return the seats sold for the date, with those of people who came in before their seats were given up."""
    sold = {
        pk: booking.seats
        for pk, booking in tickets.bookings.items()
        if booking.status == Booking.Status.CONFIRMED and booking.occurrence_id == door.occurrence_id
    }
    return sum(max(sold.get(pk, 0), attendance.by_booking.get(pk, 0)) for pk in tickets.bookings)


def list_admissions(entries: Sequence[DoorEntry]) -> Iterator[Admission]:
    for entry in entries:
        if entry.kind in ADMISSIONS:
            yield Admission(
                phone=str(entry.phone.uuid),
                seq=entry.seq,
                at=entry.happened_at,
                seats=entry.seats,
                ticket=entry.ticket_id,
                without_ticket=entry.kind == DoorEntry.Kind.GUEST,
                is_sale=entry.kind == DoorEntry.Kind.SALE,
            )


def list_undone(entries: Sequence[DoorEntry]) -> Iterator[Key]:
    """Yield the entries that were undone: a phone's own, or by staff those of the phone that they name."""
    for entry in entries:
        if entry.kind == DoorEntry.Kind.UNDO:
            yield (entry.body.get("device", str(entry.phone.uuid)), entry.body["of"])


def count_inside(booking_ids: Collection[int]) -> dict[Pass, int]:
    """Return how many people came in with each pass of these bookings, on whatever date. One query if nobody did.

    Those of an evening before their date moved went home again.
    """
    admitting = DoorEntry.objects.filter(ticket__booking__in=booking_ids, kind__in=ADMISSIONS)
    admissions = list(admitting.select_related("phone__door__occurrence"))
    if not admissions:
        return {}
    opened = {entry.phone.door_id: entry.phone.door for entry in admissions}
    doors = {pk: door for pk, door in opened.items() if not door.is_former}
    undos = list(DoorEntry.objects.filter(phone__door__in=doors, kind=DoorEntry.Kind.UNDO).select_related("phone"))
    tickets = read_tickets(Booking.objects.filter(pk__in=booking_ids))
    inside = Counter[int]()
    for pk, door in doors.items():
        entries = [entry for entry in admissions + undos if entry.phone.door_id == pk]
        inside.update(derive(door, entries, tickets, get_beginning(door)).by_ticket)
    return {each: inside[each.pk] for each in tickets.passes if inside[each.pk]}


# --- What the passes of bookings were at each time: their seats, their date, and whether they were valid -------------


@dataclass(frozen=True, slots=True)
class Tickets:
    """The passes of some bookings, and the moves of their seats by booking, oldest first."""

    bookings: Mapping[int, Booking]
    passes: Sequence[Pass]
    moves: Mapping[int, Sequence[SeatMove]]

    def list_tickets(self, occurrence_id: int) -> dict[int, Ticket]:
        """Return the passes by ID, as the door of this date sees them."""
        moves = {
            pk: [
                Move(move.ticket_id, move.occurrence_id == occurrence_id, move.seats, move.at)
                for move in self.moves.get(pk, [])
            ]
            for pk in self.bookings
        }
        return {
            each.pk: Ticket(
                each.pk, each.booking_id, moves[each.booking_id], each.ended_because == Pass.Reason.REPLACED
            )
            for each in self.passes
        }


def read_tickets(found: QuerySet[Booking]) -> Tickets:
    """Read the passes of these bookings, also those that have ended. Three queries."""
    bookings = {booking.pk: booking for booking in found}
    passes = {each.pk: each for each in Pass.objects.filter(booking__in=list(bookings))}
    for each in passes.values():
        each.booking = bookings[each.booking_id]
    moves = defaultdict[int, list[SeatMove]](list)
    for move in SeatMove.objects.filter(ticket__in=list(passes)).order_by("at", "pk"):
        moves[passes[move.ticket_id].booking_id].append(move)
    return Tickets(bookings, list(passes.values()), moves)
