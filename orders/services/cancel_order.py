"""Cancel or expire orders that are not paid, and mark others as delivered."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders import mails
from orders.models import Order
from orders.services.locks import NotHeld, get_booking_ids, lock_order, lock_orders


@in_one_transaction
def cancel_order(*, order_id: int, by: User | None, reason: str | None = None) -> Order:
    """Cancel a held order and release its seats. Raise NotHeld in any other state. `by` is None for the shop.

    A buyer whose seats staff release is told, unless they give a reason: then the date changes, and its email says so.
    """
    order = lock_order(order_id)
    now = timezone.now()
    status = order.status_at(now)
    if status != Order.Status.HELD:
        raise NotHeld(REFUSALS.get(Order.Status(status), "This order is paid; ask for a refund."), status=status)
    # What others cancel doesn't count toward the buyer's limits.
    is_own = by is not None and by.pk == order.user_id
    seats.release_seats(booking_ids=get_booking_ids(order), ended_at=now if is_own else None)
    order.end_hold(Order.Status.CANCELLED)
    audit.record(
        "order canceled", order, by=by, before={"status": status}, after={"status": order.status}, reason=reason
    )
    if by is not None and not is_own and reason is None and order.lines.exists():
        mails.unpaid_order_canceled(order)
    return order


@in_one_transaction
def expire_order(*, order_id: int) -> None:
    """Store that a hold has expired. Only for display: an expired hold stops counting without it."""
    order = lock_order(order_id)
    if order.status == Order.Status.HELD and order.status_at(timezone.now()) == Order.Status.EXPIRED:
        seats.cancel_expired_holds(booking_ids=get_booking_ids(order))
        order.status = Order.Status.EXPIRED
        order.save(update_fields=["status"])


def cancel_order_of_offer(*, wanted: Collection[int], by: User) -> None:
    """Cancel an unpaid order of the buyer's offer on this date, so that the offer can be ordered again.

    Otherwise a checkout that was closed would keep the seats from their own buyer until the offer ends. Call it with
    the buyer locked, before the date is. Orders of several dates contain no offers.
    """
    if len(wanted) == 1:
        offered = Booking.objects.filter(
            user=by, occurrence__in=list(wanted), waiting_entry__status=WaitingEntry.Status.OFFERED
        )
        cancel_unpaid(lock_orders(list_held_orders(offered)), by)


def list_held_orders(bookings: QuerySet[Booking]) -> set[int]:
    held = Order.objects.filter(status=Order.Status.HELD, lines__booking__in=bookings)
    return set(held.filter(lines__booking__status=Booking.Status.PENDING).values_list("pk", flat=True))


def cancel_unpaid(orders: Collection[Order], by: User | None) -> None:
    for order in orders:
        if order.status_at(timezone.now()) == Order.Status.HELD:
            cancel_order(order_id=order.pk, by=by)


REFUSALS = {
    Order.Status.EXPIRED: "This order's hold has already expired. No money was taken.",
    Order.Status.CANCELLED: "This order is already canceled.",
    Order.Status.CAPTURING: "This order's payment is being confirmed; it cannot be canceled now.",
    Order.Status.REVIEW: "This order's payment is being checked; it cannot be canceled now.",
}


@in_one_transaction
def deliver_order(*, order_id: int, by: User) -> Order:
    """Mark a paid order as delivered: the seats were used or handed over. Raise NotHeld if it isn't paid."""
    order = lock_order(order_id)
    if order.status not in Order.SOLD:
        raise NotHeld("Only a paid order can be marked as delivered.", code="not_paid", status=order.status)
    if order.delivered_at is None:
        order.delivered_at = timezone.now()
        order.save(update_fields=["delivered_at"])
        audit.record("order delivered", order, by=by, after={"delivered_at": order.delivered_at})
    return order
