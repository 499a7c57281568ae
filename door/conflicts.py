"""Who is inside, and which entries need attention. Imports nothing from Django.

Both are derived from the whole log on each read, because entries of a phone without a connection arrive late. They are
ordered by time, phone and number, so that the order of arrival makes no difference.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

Conflict = Literal["unknown", "replaced", "moved", "refunded", "closed", "double", "over"]
CONFLICTS = get_args(Conflict)
Key = tuple[str, int]  # a phone, and the number of its entry


@dataclass(frozen=True, slots=True)
class Ticket:
    """A pass, and since when it admits nobody on this date."""

    pk: int
    booking: int
    seats: int
    replaced_at: datetime | None = None
    moved_at: datetime | None = None
    refunded_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Admission:
    """Guests who came in: with a ticket, with an unknown one (None), as a guest `without_ticket`, or by buying one."""

    device: str
    seq: int
    at: datetime
    seats: int
    ticket: int | None = None
    without_ticket: bool = False
    is_sale: bool = False  # of seats that were sold at the door; without a ticket, there were none

    @property
    def key(self) -> Key:
        return (self.device, self.seq)


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
    booking_seats: Mapping[int, int],
    closed_at: datetime | None,
) -> Attendance:
    """Go through the admissions in order. `booking_seats` are those of each ticket's booking."""
    found = Attendance()
    counting = [admission for admission in admissions if admission.key not in undone]
    for admission in sorted(counting, key=lambda each: (each.at, each.device, each.seq)):
        is_late = has_ended(closed_at, admission.at)
        if admission.without_ticket:
            found.conflicts[admission.key] = "closed" if is_late else None
            found.without_ticket += 0 if is_late else admission.seats
            continue
        if admission.is_sale and admission.ticket is None:
            found.conflicts[admission.key] = "over"
            continue
        ticket = tickets.get(admission.ticket) if admission.ticket is not None else None
        conflict = find_invalid(ticket, admission.at) or ("closed" if is_late else None)
        if ticket is None or conflict:
            found.conflicts[admission.key] = conflict
        else:
            found.conflicts[admission.key] = admit(admission, ticket, booking_seats, found)
    return found


def find_invalid(ticket: Ticket | None, at: datetime) -> Conflict | None:
    """Return why the ticket admitted nobody at that time."""
    if ticket is None:
        return "unknown"
    ends: dict[Conflict, datetime | None] = {
        "replaced": ticket.replaced_at, "moved": ticket.moved_at, "refunded": ticket.refunded_at,
    }  # fmt: skip
    return next((conflict for conflict, ended_at in ends.items() if has_ended(ended_at, at)), None)


def has_ended(ended_at: datetime | None, at: datetime) -> bool:
    """Compare in milliseconds, because phones send those. Within one, the entry counts as the later of the two."""
    return ended_at is not None and ended_at.replace(microsecond=ended_at.microsecond // 1000 * 1000) <= at


def admit(admission: Admission, ticket: Ticket, booking_seats: Mapping[int, int], found: Attendance) -> Conflict | None:
    """Count as many guests as the ticket and its booking have seats left."""
    inside, of_booking = found.by_ticket.get(ticket.pk, 0), found.by_booking.get(ticket.booking, 0)
    free = min(ticket.seats - inside, booking_seats.get(ticket.booking, ticket.seats) - of_booking)
    count = max(min(admission.seats, free), 0)
    found.by_ticket[ticket.pk] = inside + count
    found.by_booking[ticket.booking] = of_booking + count
    if free <= 0:
        return "double"
    return "over" if admission.seats > free else None
