"""Who is inside, and which entries need attention. Imports nothing from Django.

Both are derived from the whole log on each read, because entries of a phone without a connection arrive late. They are
ordered by time, phone and number, so that the order of arrival makes no difference. Each is judged by what its ticket
was at its time, so that later changes of seats and dates make no difference either.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

Conflict = Literal["unknown", "replaced", "moved", "refunded", "closed", "double", "over"]
CONFLICTS = get_args(Conflict)
Key = tuple[str, int]  # a phone, and the number of its entry


@dataclass(frozen=True, slots=True)
class Seats:
    """A number of seats now, and those until earlier changes, oldest first."""

    now: int
    until: Sequence[tuple[datetime, int]] = ()

    def count_at(self, at: datetime) -> int:
        """Return the number at that time. A ticket's first number counts before it existed, too: clocks differ."""
        return next((seats for changed_at, seats in self.until if not has_passed(changed_at, at)), self.now)


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a ticket admitted nobody on this date: since when, None for always, and until when if that has ended."""

    conflict: Conflict
    since: datetime | None
    until: datetime | None = None

    def includes(self, at: datetime) -> bool:
        has_begun = self.since is None or has_passed(self.since, at)
        return has_begun and not (self.until and has_passed(self.until, at))


@dataclass(frozen=True, slots=True)
class Ticket:
    """A pass."""

    pk: int
    booking: int
    seats: Seats
    absences: Sequence[Absence] = ()


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
    booking_seats: Mapping[int, Seats],
    closed_at: datetime | None,
) -> Attendance:
    """Go through the admissions in order. `booking_seats` are those of each ticket's booking."""
    found = Attendance()
    counting = [admission for admission in admissions if admission.key not in undone]
    for admission in sorted(counting, key=lambda each: (each.at, each.device, each.seq)):
        is_late = closed_at is not None and has_passed(closed_at, admission.at)
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
            found.conflicts[admission.key] = admit(admission, ticket, booking_seats[ticket.booking], found)
    return found


def find_invalid(ticket: Ticket | None, at: datetime) -> Conflict | None:
    """Return why the ticket admitted nobody at that time."""
    if ticket is None:
        return "unknown"
    found = {absence.conflict for absence in ticket.absences if absence.includes(at)}
    return next((conflict for conflict in CONFLICTS if conflict in found), None)


def has_passed(changed_at: datetime, at: datetime) -> bool:
    """Compare in milliseconds, because phones send those. Within one, the entry counts as the later of the two."""
    return changed_at.replace(microsecond=changed_at.microsecond // 1000 * 1000) <= at


def admit(admission: Admission, ticket: Ticket, of_booking: Seats, found: Attendance) -> Conflict | None:
    """Count as many guests as the ticket and its booking had seats left at that time."""
    inside, in_booking = found.by_ticket.get(ticket.pk, 0), found.by_booking.get(ticket.booking, 0)
    free = min(ticket.seats.count_at(admission.at) - inside, of_booking.count_at(admission.at) - in_booking)
    count = max(min(admission.seats, free), 0)
    found.by_ticket[ticket.pk] = inside + count
    found.by_booking[ticket.booking] = in_booking + count
    if free <= 0:
        return "double"
    return "over" if admission.seats > free else None
