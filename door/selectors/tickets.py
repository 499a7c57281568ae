"""Read what the passes of bookings were at each time: their seats, their date, and whether they were valid."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.db.models import QuerySet

from bookings.models import Booking, Departure, Pass, SeatChange
from door.conflicts import Absence, Conflict, Seats, Ticket


@dataclass(frozen=True, slots=True)
class Tickets:
    """The passes of some bookings, and their past, by booking and by pass, oldest first."""

    bookings: Mapping[int, Booking]
    passes: Sequence[Pass]
    departures: Mapping[int, Sequence[Departure]]
    booking_changes: Mapping[int, Sequence[SeatChange]]
    pass_changes: Mapping[int, Sequence[SeatChange]]

    def list_tickets(self, occurrence_id: int) -> dict[int, Ticket]:
        """Return the passes by ID, as the door of this date sees them."""
        absences = {pk: self.list_absences(booking, occurrence_id) for pk, booking in self.bookings.items()}
        return {
            each.pk: Ticket(
                pk=each.pk,
                booking=each.booking_id,
                seats=build_seats(each.seats, self.pass_changes.get(each.pk, [])),
                absences=[*absences[each.booking_id], *list_ends(each)],
            )
            for each in self.passes
        }

    def list_booking_seats(self) -> dict[int, Seats]:
        return {
            pk: build_seats(booking.seats, self.booking_changes.get(pk, [])) for pk, booking in self.bookings.items()
        }

    def list_absences(self, booking: Booking, occurrence_id: int) -> list[Absence]:
        """Return when the booking was not on this date, or not sold."""
        found = self.list_moves(booking, occurrence_id)
        if booking.status != Booking.Status.CONFIRMED:
            found.append(Absence("refunded", booking.ended_at))
        changes = pairwise(self.booking_changes.get(booking.pk, []))
        return found + [Absence("refunded", ended.at, sold.at) for ended, sold in changes if sold.seats == 0]

    def list_moves(self, booking: Booking, occurrence_id: int) -> list[Absence]:
        """Return when the booking was on other dates. Before it came to this one, its passes were unknown here."""
        found: list[Absence] = []
        since: datetime | None = None
        conflict: Conflict = "unknown"
        for departure in self.departures.get(booking.pk, []):
            if departure.occurrence_id == occurrence_id:
                conflict = "moved"
            else:
                found.append(Absence(conflict, since, departure.at))
            since = departure.at
        if booking.occurrence_id != occurrence_id:
            found.append(Absence(conflict, since))
        return found


def build_seats(now: int, changes: Iterable[SeatChange]) -> Seats:
    return Seats(now, [(change.at, change.seats) for change in changes])


def list_ends(ticket: Pass) -> list[Absence]:
    if ticket.ended_at is None:
        return []
    return [Absence("refunded" if ticket.ended_because == Pass.Reason.RETURNED else "replaced", ticket.ended_at)]


def read_tickets(found: QuerySet[Booking]) -> Tickets:
    """Read the passes of these bookings, also those that have ended. Four queries."""
    bookings = {booking.pk: booking for booking in found}
    passes = list(Pass.objects.filter(booking__in=list(bookings)))
    for each in passes:
        each.booking = bookings[each.booking_id]
    departures, booking_changes, pass_changes = defaultdict(list), defaultdict(list), defaultdict(list)
    for departure in Departure.objects.filter(booking__in=list(bookings)).order_by("at", "pk"):
        departures[departure.booking_id].append(departure)
    for change in SeatChange.objects.filter(booking__in=list(bookings)).order_by("at", "pk"):
        if change.ticket_id is None:
            booking_changes[change.booking_id].append(change)
        else:
            pass_changes[change.ticket_id].append(change)
    return Tickets(bookings, passes, departures, booking_changes, pass_changes)
