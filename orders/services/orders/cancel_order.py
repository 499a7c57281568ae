"""Cancel or expire an order that is not paid."""

from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from orders.services.locks import NotHeld, get_booking_ids, lock_order
from orders.services.payments.settle_payment import set_status


@in_one_transaction
def cancel_order(*, order_id: int, by: User, reason: str | None = None) -> Order:
    """Cancel a held order and release its seats. Raise NotHeld in any other state."""
    order = lock_order(order_id)
    now = timezone.now()
    status = order.status_at(now)
    if status != Order.Status.HELD:
        raise NotHeld(REFUSALS.get(Order.Status(status), "This order is paid; ask for a refund."), status=status)
    if by.pk == order.user_id:
        seats.end_holds(booking_ids=get_booking_ids(order), now=now)
    else:
        seats.release_seats(booking_ids=get_booking_ids(order))  # cancelled by staff: doesn't count toward limits
    set_status(order, Order.Status.CANCELLED)
    audit.record(
        "order cancelled", order, by=by, before={"status": status}, after={"status": order.status}, reason=reason
    )
    return order


@in_one_transaction
def expire_order(*, order_id: int) -> None:
    """Store that a hold has expired. Only for display: an expired hold stops counting without it."""
    order = lock_order(order_id)
    if order.status == Order.Status.HELD and order.status_at(timezone.now()) == Order.Status.EXPIRED:
        seats.cancel_expired_holds(booking_ids=get_booking_ids(order))
        order.status = Order.Status.EXPIRED
        order.save(update_fields=["status"])


REFUSALS = {
    Order.Status.EXPIRED: "This order's hold has already expired. No money was taken.",
    Order.Status.CANCELLED: "This order is already cancelled.",
    Order.Status.CAPTURING: "This order's payment is being confirmed; it cannot be cancelled now.",
    Order.Status.REVIEW: "This order's payment is being checked; it cannot be cancelled now.",
}
