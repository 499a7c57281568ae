"""Lock a booked date with its orders, and release the seats that nobody has paid for."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import TypeVar

from django.utils import timezone

from accounts.models import User
from bookings.formatting import format_day
from bookings.models import ACTIVE, Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop import audit
from charityshop.exceptions import DomainError, NotPossible
from events.models import Occurrence
from orders.models import Order
from orders.services.cancel_order import cancel_order, expire_order
from orders.services.locks import lock_orders

Result = TypeVar("Result")
MAX_ATTEMPTS = 5


class NewOrderFound(Exception):
    """An order for this date was placed, or the date moved, before the date was locked."""


def retry_after_new_orders(work: Callable[[], Result]) -> Result:
    """Run the work in a new transaction while `lock_date_orders` finds orders that it could not lock first."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return work()
        except NewOrderFound:
            continue
    raise NotPossible("This date keeps being booked. Try again, or hide the event first.", code="busy")


def lock_date_orders(*, event_id: int, when: date | datetime) -> tuple[Occurrence, list[Order]]:
    """Lock an upcoming date and all of its orders, in that transaction's order: first the orders.

    Raise DomainError (`payment_in_progress`) while one of them is capturing or in review, NotPossible for a past or
    unknown date, and NewOrderFound if an order was placed before the date was locked.
    """
    date_id = event_services.get_date_to_change(event_id, when).pk
    orders = lock_orders(list_order_ids(date_id))
    # Lock all dates of these orders, since canceling a held order releases the seats of all its dates.
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({date_id, *others})
    if event_services.get_date_to_change(event_id, when).pk != date_id:
        raise NewOrderFound  # another date is meant now, which would be locked out of order
    occurrence = event_services.lock_date(event_id, when)
    if not list_order_ids(occurrence.pk) <= {order.pk for order in orders}:
        raise NewOrderFound
    refuse_undecided(orders, occurrence)
    return occurrence, orders


def list_order_ids(date_id: int) -> set[int]:
    booked = Order.objects.filter(lines__booking__occurrence=date_id, lines__booking__status__in=ACTIVE)
    return set(booked.values_list("pk", flat=True))


def refuse_undecided(orders: Iterable[Order], occurrence: Occurrence) -> None:
    """Raise DomainError, which names the orders, if any of them is capturing or in review."""
    if undecided := [order for order in orders if order.status in Order.UNDECIDED]:
        day, numbers = format_day(occurrence.starts_at), ", ".join(order.number for order in undecided)
        raise DomainError(
            f"A payment for {day} is still pending (order {numbers}). Try again when it is settled."
            if len(undecided) == 1
            else f"Payments for {day} are still pending (orders {numbers}). Try again when they are settled.",
            code="payment_in_progress",
            order=undecided[0].public_id,
            orders=[order.public_id for order in undecided],
        )


def end_unpaid_orders(orders: Sequence[Order], reason: str, by: User) -> None:
    """Cancel locked orders that are only held, as a whole, and store that others have expired."""
    now = timezone.now()
    for order in orders:
        if order.status_at(now) == Order.Status.HELD:
            cancel_order(order_id=order.pk, by=by, reason=reason)
        elif order.status_at(now) == Order.Status.EXPIRED:
            expire_order(order_id=order.pk)


def list_staff_bookings(occurrence: Occurrence) -> list[Booking]:
    """Return bookings made by staff without an order."""
    by_hand = occurrence.bookings.filter(kind=Booking.Kind.BY_HAND, status__in=ACTIVE)
    return list(by_hand.select_related("user", "occurrence__event"))


def release_allotments(occurrence: Occurrence) -> None:
    """Take the seats of a changed date from the phones that sell at its door. They can ask for seats again."""
    allotted = occurrence.bookings.filter(kind=Booking.Kind.ALLOTMENT, status__in=ACTIVE)
    seats.release_seats(booking_ids=list(allotted.values_list("pk", flat=True)))


def cancel_staff_bookings(occurrence: Occurrence, reason: str, by: User) -> None:
    for booking in list_staff_bookings(occurrence):
        seats.release_seats(booking_ids=[booking.pk])
        before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
        audit.record("booking canceled", booking, by=by, before=before, after=after, reason=reason)
