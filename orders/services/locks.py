"""The first lock of every write to an order, and the refusals they share."""

from collections.abc import Collection

from django.db import connection

from accounts.models import User
from charityshop.exceptions import DomainError, Missing
from charityshop.prepared import Prepared, number
from orders.models import Order, OrderLine

BUYER = Prepared(lambda: User.objects.select_for_update(no_key=True, of=["self"]).filter(orders=number("order")))
ORDER = Prepared(lambda: Order.objects.select_for_update(no_key=True).filter(pk=number("order")))
BOOKINGS = Prepared(lambda: OrderLine.objects.filter(order=number("order")).values_list("booking_id"), converted=False)


class NotHeld(DomainError):
    """The order is not in a state in which this can be done; `status` says which it is in."""

    code = "not_held"


def lock_buyer(order_id: int) -> User:
    """Wait in line for the buyer of this order, which never changes; comes before the order's own lock."""
    buyer: User | None = BUYER.first(order=order_id)
    if buyer is None:
        raise Missing("There is no such order.")
    return buyer


def wait_for_buyer(order_id: int) -> None:
    """Take the same lock alone. SQLite has locked the whole file since the transaction began."""
    if connection.features.has_select_for_update:
        lock_buyer(order_id)


def lock_order(order_id: int) -> Order:
    """Wait in line for this order, then read it as it is now."""
    order: Order | None = ORDER.first(order=order_id)
    if order is None:
        raise Missing("There is no such order.")
    return order


def lock_orders(order_ids: Collection[int]) -> list[Order]:
    """Wait in line for these orders, in id order, then read them as they are now."""
    return list(Order.objects.select_for_update(no_key=True).filter(pk__in=order_ids).order_by("pk"))


def booking_ids(order: Order) -> list[int]:
    return [pk for (pk,) in BOOKINGS.run(order=order.pk)]


def sentence_for(order: Order) -> str:
    """Why an order in this state takes no payment."""
    return {
        Order.Status.CANCELLED: "This order was cancelled. Put the seats in your cart again.",
        Order.Status.CAPTURING: "This order's payment is being confirmed. You will not be charged twice.",
        Order.Status.REVIEW: "PayPal is still checking this order's payment.",
    }.get(Order.Status(order.status), "This order is paid already.")
