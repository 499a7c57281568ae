"""List the guests of an occurrence: buyers, and guests booked by staff."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from bookings.models import Booking, Pass, SeatLink
from bookings.selectors.questions import get_answers
from charityshop.api.csv_export import Cell
from charityshop.exceptions import Missing
from events.models import Event, Occurrence
from orders.models import Order, OrderLine


@dataclass(frozen=True, slots=True)
class Guest:
    """A user with seats of a booking, or a friend who has one of them by a `link`.

    `order` is None for bookings made by staff, which are in the staff user's name.
    """

    booking: Booking
    order: Order | None
    seats: int
    link: SeatLink | None = None
    answers: list[dict[str, str]] = field(default_factory=list)

    @property
    def public_id(self) -> str:
        return self.link.public_id if self.link else self.booking.public_id

    @property
    def first_name(self) -> str:
        return self.link.first_name if self.link else self.booking.user.first_name

    @property
    def last_name(self) -> str:
        return "" if self.link else self.booking.user.last_name

    @property
    def email(self) -> str:
        return self.link.email if self.link else self.booking.user.email

    @property
    def guest_of(self) -> str | None:
        return self.booking.user.get_full_name() if self.link else None

    @property
    def name(self) -> str | None:
        """Such as "Sam (guest of Ana Diaz)"; None for buyers. Guests' names are erased 30 days after the date."""
        return f"{self.first_name or 'Guest'} (guest of {self.guest_of})" if self.link else None


@dataclass(frozen=True, slots=True)
class GuestList:
    occurrence: Occurrence
    guests: list[Guest]
    held_for_door: int  # seats of phones that sell without a connection
    answers: list[dict[str, str]]  # how many chose what, by question

    @property
    def seats(self) -> int:
        return sum(guest.seats for guest in self.guests)


def get_current_date(event: Event, now: datetime) -> Occurrence:
    """Return the current or next date of an event, or its last one. Raise Missing for an event without dates."""
    dates = event.occurrences.filter(status=Occurrence.Status.SCHEDULED)
    found = dates.filter(ends_at__gt=now).order_by("starts_at").first() or dates.order_by("starts_at").last()
    if found is None:
        raise Missing("This event has no dates yet.", code="not_found")
    return found


def get_guest_list(occurrence: Occurrence, now: datetime) -> GuestList:
    """Return confirmed bookings and live holds, without offers, and their guests, by name, in six queries at most."""
    taken = Booking.objects.taken(now).exclude(kind=Booking.Kind.OFFER).filter(occurrence=occurrence)
    found = list(taken.select_related("user"))
    allotted = sum(booking.seats for booking in found if booking.kind == Booking.Kind.ALLOTMENT)
    lines = OrderLine.objects.filter(booking__in=taken.values("pk")).select_related("order")
    orders = {line.booking_id: line.order for line in lines}
    claimed: dict[int, list[SeatLink]] = {}
    for link in SeatLink.objects.filter(booking__in=taken.values("pk"), state=SeatLink.State.CLAIMED):
        claimed.setdefault(link.booking_id, []).append(link)
    passes = list(Pass.objects.live().filter(booking__in=taken.values("pk")))
    answers = get_answers(occurrence.event, passes)
    guests = [
        replace(guest, answers=answers.describe(each.pk for each in passes if is_of(each, guest)))
        for booking in found
        if booking.kind != Booking.Kind.ALLOTMENT
        for guest in list_guests(booking, orders.get(booking.pk), claimed.get(booking.pk, []))
    ]
    return GuestList(
        occurrence, sorted(guests, key=get_sort_key), allotted, answers.describe(each.pk for each in passes)
    )


def is_of(ticket: Pass, guest: Guest) -> bool:
    return ticket.booking_id == guest.booking.pk and ticket.seat_link_id == (guest.link and guest.link.pk)


def list_guests(booking: Booking, order: Order | None, claimed: list[SeatLink]) -> Iterator[Guest]:
    """Yield the buyer with the seats that nobody claimed, if any, and everybody who claimed one."""
    if (own := booking.seats - len(claimed)) > 0:
        yield Guest(booking, order, own)
    for link in claimed:
        yield Guest(booking, order, 1, link)


def get_sort_key(guest: Guest) -> tuple[str, str, int, bool, str]:
    """Sort by the buyer's name, with the friends who have seats of a booking below who bought it."""
    buyer = guest.booking.user
    names = (buyer.first_name.casefold(), buyer.last_name.casefold())
    return (*names, guest.booking.pk, guest.link is not None, guest.first_name.casefold())


HEADER = (
    "First name",
    "Last name",
    "Email",
    "Seats",
    "Status",
    "Order",
    "Order number",
    "Order status",
    "Test order",
    "By hand",
    "Reason",
    "Answers",
)


def list_guest_rows(guests: Iterable[Guest]) -> Iterator[list[Cell]]:
    for guest in guests:
        order = guest.order
        yield [
            guest.name or guest.first_name,
            guest.last_name,
            guest.email,
            guest.seats,
            guest.booking.status,
            order.public_id if order else "",
            order.number if order else "",
            order.present_status if order else "",
            bool(order and order.is_test),
            order is None,
            guest.booking.reason,
            ", ".join(f"{each['question']} {each['chosen']}" for each in guest.answers),
        ]
