"""Read what the passes of bookings were at each time: their seats, their date, and whether they were valid."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from bookings.models import Booking, Pass, SeatMove
from door.conflicts import Move, Ticket


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
