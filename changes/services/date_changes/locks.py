"""Lock dates with all of their orders: the orders first, as everybody does."""

from collections.abc import Callable, Collection, Iterable
from datetime import date, datetime
from typing import TypeVar

from django.db.models import QuerySet

from bookings.models import ACTIVE, Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop.exceptions import DomainError, NotPossible
from events.formatting import format_day
from events.models import Occurrence
from orders.models import Order, OrderLine
from orders.services.locks import lock_orders

MAX_ATTEMPTS = 5  # to lock a date that keeps being booked
Result = TypeVar("Result")


class NewOrderFound(Exception):
    """An order for one of the dates was placed, or a date moved, before the dates were locked."""


def retry_after_new_orders(work: Callable[[], Result]) -> Result:
    """Run the work in a new transaction while it finds orders that it could not lock first."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return work()
        except NewOrderFound:
            continue
    raise NotPossible("This date keeps being booked. Try again, or hide the event first.", code="busy")


def lock_date(event_id: int, when: date | datetime) -> Occurrence:
    """Lock an upcoming date and all of its orders.

    Raise DomainError (`payment_in_progress`) while one of them is capturing or in review, NotPossible for a past or
    unknown date, and NewOrderFound if an order was placed before the date was locked.
    """
    date_id = event_services.get_date_to_change(event_id, when).pk
    lock_dates([date_id])
    if event_services.get_date_to_change(event_id, when).pk != date_id:
        raise NewOrderFound  # another date is meant now, which would be locked out of order
    occurrence = event_services.lock_date(event_id, when)
    refuse_undecided(occurrence)
    return occurrence


def lock_dates(date_ids: Collection[int], *, besides: Collection[int] = ()) -> None:
    """Lock these dates with all of their orders, and other dates of their event. Raise NewOrderFound.

    All dates of these orders are locked, since canceling a held order releases the seats of all its dates.
    """
    orders = lock_orders(list_order_ids(date_ids))
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({*date_ids, *besides, *others})
    if not list_order_ids(date_ids) <= {order.pk for order in orders}:
        raise NewOrderFound


def list_order_ids(date_ids: Collection[int]) -> set[int]:
    return set(filter_orders(date_ids).values_list("pk", flat=True))


def filter_orders(date_ids: Collection[int]) -> QuerySet[Order]:
    booked = Order.objects.filter(lines__booking__occurrence__in=date_ids, lines__booking__status__in=ACTIVE)
    return booked.select_related("user").order_by("pk").distinct()


def list_orders_by_date(date_ids: Collection[int]) -> dict[int, list[Order]]:
    """Return the orders with seats on these dates, or seats held there, by date. One query."""
    booked = OrderLine.objects.filter(booking__occurrence__in=date_ids, booking__status__in=ACTIVE)
    orders: dict[int, dict[int, Order]] = {pk: {} for pk in date_ids}
    for line in booked.select_related("booking", "order__user").order_by("order", "pk"):
        orders[line.booking.occurrence_id].setdefault(line.order_id, line.order)
    return {pk: list(of_date.values()) for pk, of_date in orders.items()}


def refuse_undecided(occurrence: Occurrence, orders: Iterable[Order] | None = None) -> None:
    """Raise DomainError, which names the orders, if any order of this date, or of these, is capturing or in review."""
    if orders is None:
        orders = filter_orders([occurrence.pk])
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
