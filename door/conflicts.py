"""Who is inside, and which entries need attention. Imports nothing from Django.

Both are derived from the whole log on each read, because entries of a phone without a connection arrive late. They are
ordered by time, phone and number, so that the order of arrival makes no difference. Each is judged by what its ticket
was at its time, so that later changes of seats and dates make no difference either.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, get_args

Conflict = Literal["unknown", "replaced", "moved", "refunded", "closed", "double", "over"]
CONFLICTS = get_args(Conflict)
Key = tuple[str, int]  # a phone, and the number of its entry


@dataclass(frozen=True, slots=True)
class Move:
    """Seats that a ticket got or, if negative, lost: on the date of the door, or on another one."""

    ticket: int
    is_here: bool
    seats: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Ticket:
    """A pass, with all moves of its booking, oldest first. If replaced, other passes got its last seats."""

    pk: int
    booking: int
    moves: Sequence[Move]
    is_replaced: bool = False

    @property
    def own_moves(self) -> list[Move]:
        return [move for move in self.moves if move.ticket == self.pk]

    def count_at(self, at: datetime) -> int:
        """Return how many seats it had then."""
        return count_seats(list_until(self.own_moves, at))

    def count_of_booking_at(self, at: datetime) -> int:
        return count_seats(list_until(self.moves, at))

    def find_invalid(self, at: datetime) -> Conflict | None:
        """Return why it admitted nobody then. Before the booking came to this date, its passes were unknown here."""
        moves, own_moves = list_until(self.moves, at), list_until(self.own_moves, at)
        if not any(move.is_here for move in moves):
            return "unknown"
        if self.is_replaced and own_moves == self.own_moves:
            return "replaced"
        if not moves[-1].is_here:
            return "moved"
        return None if count_seats(own_moves) else "refunded"


def list_until(moves: Sequence[Move], at: datetime) -> Sequence[Move]:
    """Return the moves until then. The first counts before it happened, too, because clocks differ."""
    return [move for move in moves if has_passed(move.at, at)] or moves[:1]


def count_seats(moves: Iterable[Move]) -> int:
    return sum(move.seats for move in moves)


@dataclass(frozen=True, slots=True)
class Admission:
    """Guests who came in: with a ticket, with an unknown one (None), as a guest `without_ticket`, or by buying one."""

    phone: str
    seq: int
    at: datetime
    seats: int
    ticket: int | None = None
    without_ticket: bool = False
    is_sale: bool = False  # of seats that were sold at the door; without a ticket, there were none

    @property
    def key(self) -> Key:
        return (self.phone, self.seq)


@dataclass(slots=True)
class Attendance:
    """What came of the admissions that were not undone."""

    conflicts: dict[Key, Conflict | None] = field(default_factory=dict)
    by_ticket: dict[int, int] = field(default_factory=dict)
    by_booking: dict[int, int] = field(default_factory=dict)
    without_ticket: int = 0

    @property
    def inside(self) -> int:
        return sum(self.by_booking.values()) + self.without_ticket


def derive_attendance(
    admissions: Iterable[Admission],
    *,
    undone: Collection[Key],
    tickets: Mapping[int, Ticket],
    closed_at: datetime | None,
    begins_at: datetime | None = None,
) -> Attendance:
    """Go through the admissions in order. Who came in before `begins_at`, on another evening, went home again."""
    counting = [admission for admission in admissions if admission.key not in undone]
    counting.sort(key=lambda each: (each.at, each.phone, each.seq))
    earlier = [admission for admission in counting if begins_at is not None and admission.at < begins_at]
    former = judge(earlier, tickets, closed_at)
    found = judge(counting[len(earlier) :], tickets, closed_at)
    return replace(found, conflicts=former.conflicts | found.conflicts)


def judge(admissions: Iterable[Admission], tickets: Mapping[int, Ticket], closed_at: datetime | None) -> Attendance:
    found = Attendance()
    for admission in admissions:
        is_late = closed_at is not None and has_passed(closed_at, admission.at)
        if admission.without_ticket:
            found.conflicts[admission.key] = "closed" if is_late else None
            found.without_ticket += 0 if is_late else admission.seats
            continue
        if admission.is_sale and admission.ticket is None:
            found.conflicts[admission.key] = "over"
            continue
        ticket = tickets.get(admission.ticket) if admission.ticket is not None else None
        conflict = ticket.find_invalid(admission.at) if ticket else "unknown"
        if ticket is None or conflict or is_late:
            found.conflicts[admission.key] = conflict or "closed"
        else:
            found.conflicts[admission.key] = admit(admission, ticket, found)
    return found


def has_passed(changed_at: datetime, at: datetime) -> bool:
    """Compare in milliseconds, because phones send those. Within one, the entry counts as the later of the two."""
    return changed_at.replace(microsecond=changed_at.microsecond // 1000 * 1000) <= at


def admit(admission: Admission, ticket: Ticket, found: Attendance) -> Conflict | None:
    """Count as many guests as the ticket and its booking had seats left at that time."""
    at, inside, in_booking = admission.at, found.by_ticket.get(ticket.pk, 0), found.by_booking.get(ticket.booking, 0)
    free = min(ticket.count_at(at) - inside, ticket.count_of_booking_at(at) - in_booking)
    count = max(min(admission.seats, free), 0)
    found.by_ticket[ticket.pk] = inside + count
    found.by_booking[ticket.booking] = in_booking + count
    if free <= 0:
        return "double"
    return "over" if admission.seats > free else None
