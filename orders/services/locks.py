"""Lock the rows of buyers and orders before a write, and refuse writes that an order's status does not allow.

Lock rows in this order: the buyer (if limits on holds apply), the code and the membership (if they lower the price),
the order, and its occurrences (bookings.services.seats). Read the state and the current time only after locking. Never
call PayPal inside a transaction. Commit the idempotency key before each call to PayPal that writes.
"""

from collections.abc import Collection

from accounts.models import User
from bookings.services.seats import lock_dates
from charityshop.db.transactions import lock_rows
from charityshop.exceptions import DomainError, Missing
from orders.models import Order, OrderLine


class NotHeld(DomainError):
    """The order's `status` does not allow this action."""

    code = "not_held"


def lock_buyer_of(order_id: int) -> None:
    """Lock the buyer of this order, who never changes. Always before the order."""
    lock_rows(User.objects.filter(pk__in=Order.objects.filter(pk=order_id).values("user")))  # not the order's row


def lock_order(order_id: int) -> Order:
    """Lock this order, and then read it."""
    order = Order.objects.select_for_update(no_key=True).filter(pk=order_id).first()
    if order is None:
        raise Missing("There is no such order.")
    return order


def lock_order_and_dates(order_id: int, *, besides: Collection[int] = ()) -> Order:
    """Lock this order and all of its dates, with those `besides` them, and then read the order.

    For changes of single seats that may end the whole order: dates that are locked one after the other can deadlock.
    """
    order = lock_order(order_id)
    dates = OrderLine.objects.filter(order=order).values_list("booking__occurrence_id", flat=True)
    lock_dates({*dates, *besides})
    return order


def lock_orders(order_ids: Collection[int]) -> list[Order]:
    """Lock these orders in ID order, which avoids deadlocks, and then read them."""
    return list(Order.objects.select_for_update(no_key=True).filter(pk__in=order_ids).order_by("pk"))


def get_booking_ids(order: Order) -> list[int]:
    return list(OrderLine.objects.filter(order=order.pk).values_list("booking_id", flat=True))


def refuse_unless_payable(order: Order) -> None:
    """Raise NotHeld for an order that can't be paid: it is neither held nor expired."""
    if order.status not in (Order.Status.HELD, Order.Status.EXPIRED):
        refusals = {
            Order.Status.CANCELLED: "This order was canceled. Put the seats in your cart again.",
            Order.Status.CAPTURING: "This order's payment is being confirmed. You will not be charged twice.",
            Order.Status.REVIEW: "This order's payment is being checked. You will not be charged twice.",
        }
        raise NotHeld(refusals.get(Order.Status(order.status), "This order is paid already."), status=order.status)
