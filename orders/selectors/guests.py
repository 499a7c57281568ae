"""Who comes on a date: buyers, and the guests whom staff booked by hand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bookings.models import Booking
from charityshop.api.csv_export import Cell
from charityshop.exceptions import Missing
from events.models import Event, Occurrence
from orders.models import Order, OrderLine


@dataclass(frozen=True, slots=True)
class Guest:
    """One booking that takes seats. `order` is None where staff booked by hand; then the booking is in their name."""

    booking: Booking
    order: Order | None


@dataclass(frozen=True, slots=True)
class GuestList:
    occurrence: Occurrence
    guests: list[Guest]

    @property
    def seats(self) -> int:
        return sum(guest.booking.seats for guest in self.guests)


def date_to_host(event: Event, now: datetime) -> Occurrence:
    """The date that is on or comes next; after the last one, that one. Raises Missing for an event without dates."""
    dates = event.occurrences.filter(status=Occurrence.Status.SCHEDULED)
    found = dates.filter(ends_at__gt=now).order_by("starts_at").first() or dates.order_by("starts_at").last()
    if found is None:
        raise Missing("This event has no dates yet.", code="not_found")
    return found


def guest_list(occurrence: Occurrence, now: datetime) -> GuestList:
    """Confirmed bookings and live holds, by name. Two queries."""
    bookings = Booking.objects.taken(now).filter(occurrence=occurrence).select_related("user")
    lines = OrderLine.objects.filter(booking__in=bookings.values("pk")).select_related("order")
    orders = {line.booking_id: line.order for line in lines}
    guests = [Guest(booking, orders.get(booking.pk)) for booking in bookings]
    return GuestList(occurrence, sorted(guests, key=by_name))


def by_name(guest: Guest) -> tuple[str, str, int]:
    person = guest.booking.user
    return (person.first_name.casefold(), person.last_name.casefold(), guest.booking.pk)


HEAD = ("First name", "Last name", "Email", "Seats", "Status", "Order", "Order status", "Test order", "By hand")


def guest_rows(guests: Iterable[Guest]) -> Iterator[list[Cell]]:
    for guest in guests:
        person, order = guest.booking.user, guest.order
        yield [
            person.first_name,
            person.last_name,
            person.email,
            guest.booking.seats,
            guest.booking.status,
            order.public_id if order else "",
            order.present_status if order else "",
            bool(order and order.is_test),
            order is None,
        ]
