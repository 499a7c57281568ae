"""List the guests of an occurrence: buyers, and guests booked by staff."""

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
    """A booking that takes seats. `order` is None for bookings made by staff, which are in the staff user's name."""

    booking: Booking
    order: Order | None


@dataclass(frozen=True, slots=True)
class GuestList:
    occurrence: Occurrence
    guests: list[Guest]

    @property
    def seats(self) -> int:
        return sum(guest.booking.seats for guest in self.guests)


def get_current_date(event: Event, now: datetime) -> Occurrence:
    """Return the current or next date of an event, or its last one. Raise Missing for an event without dates."""
    dates = event.occurrences.filter(status=Occurrence.Status.SCHEDULED)
    found = dates.filter(ends_at__gt=now).order_by("starts_at").first() or dates.order_by("starts_at").last()
    if found is None:
        raise Missing("This event has no dates yet.", code="not_found")
    return found


def get_guest_list(occurrence: Occurrence, now: datetime) -> GuestList:
    """Return confirmed bookings and live holds, sorted by name, in two queries."""
    bookings = Booking.objects.taken(now).filter(occurrence=occurrence).select_related("user")
    lines = OrderLine.objects.filter(booking__in=bookings.values("pk")).select_related("order")
    orders = {line.booking_id: line.order for line in lines}
    guests = [Guest(booking, orders.get(booking.pk)) for booking in bookings]
    return GuestList(occurrence, sorted(guests, key=get_sort_key))


def get_sort_key(guest: Guest) -> tuple[str, str, int]:
    user = guest.booking.user
    return (user.first_name.casefold(), user.last_name.casefold(), guest.booking.pk)


HEADER = (
    "First name", "Last name", "Email", "Seats", "Status", "Order", "Order number", "Order status", "Test order",
    "By hand",
)  # fmt: skip


def list_guest_rows(guests: Iterable[Guest]) -> Iterator[list[Cell]]:
    for guest in guests:
        user, order = guest.booking.user, guest.order
        yield [
            user.first_name,
            user.last_name,
            user.email,
            guest.booking.seats,
            guest.booking.status,
            order.public_id if order else "",
            order.shown_number if order else "",
            order.present_status if order else "",
            bool(order and order.is_test),
            order is None,
        ]
