"""Which seats were let in at a door: they stay with the people who are inside.

The door's log says so. The app `door` is above this one, so it adds its reader to READERS in `AppConfig.ready()`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from bookings.models import Booking, Pass
from charityshop.exceptions import DomainError

READERS: list[Callable[[Collection[int]], Mapping[Pass, int]]] = []
"""Each returns the people who came in with passes of these bookings, on whatever date, and were not undone."""


class AlreadyIn(DomainError):
    """Somebody is inside with one of the seats."""

    code = "already_in"
    message = "Some of these guests are inside already."


@dataclass(frozen=True, slots=True)
class Inside:
    """How many people came in with a booking's passes."""

    by_pass: Mapping[int, int] = field(default_factory=dict)
    by_guest: Mapping[int, int] = field(default_factory=dict)  # by seat link, of guests who have a seat now

    @property
    def total(self) -> int:
        return sum(self.by_pass.values())

    @property
    def own(self) -> int:
        """Return how many came in with seats that no guest has claimed."""
        return self.total - sum(self.by_guest.values())

    def count_among(self, seats: int, booking: Booking) -> int:
        """Return the people who are inside with seats that are taken away: all others are taken first."""
        return max(seats - max(booking.seats - booking.returning - self.total, 0), 0)


NOBODY = Inside()


def read_inside(booking_ids: Collection[int]) -> dict[int, Inside]:
    """Return who is inside by booking, without bookings of which nobody is. Read it after locking the dates."""
    counts: dict[Pass, int] = {}
    for read in READERS:
        counts.update(read(booking_ids))
    return group_by_booking(counts)


def group_by_booking(counts: Mapping[Pass, int]) -> dict[int, Inside]:
    by_booking: dict[int, dict[Pass, int]] = {}
    for ticket, count in counts.items():
        by_booking.setdefault(ticket.booking_id, {})[ticket] = count
    return {pk: build_inside(found) for pk, found in by_booking.items()}


def get_inside(booking_id: int) -> Inside:
    return read_inside([booking_id]).get(booking_id, NOBODY)


def build_inside(counts: Mapping[Pass, int]) -> Inside:
    """A guest's pass ends when the seat is the buyer's again."""
    return Inside(
        by_pass={ticket.pk: count for ticket, count in counts.items()},
        by_guest={
            ticket.seat_link_id: count
            for ticket, count in counts.items()
            if ticket.seat_link_id is not None and not ticket.ended_because
        },
    )
