"""Refund seats of an order that was paid in cash, from the drawer of a door."""

from accounts.models import User
from bookings.services.seats import lock_booked_dates
from charityshop.api.idempotency import RequestKey
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from door.models import Door, Move
from door.services.drawers import lock_open_drawer, record_move
from events.formatting import format_day
from orders.services.locks import get_booking_ids, lock_order
from payments.models import Refund
from payments.selectors.order_money import is_paid_in_cash
from payments.services.refunds.record_refund import apply_refund
from payments.services.refunds.refund_order import get_earlier_refund, request_refund


@in_one_transaction
def give_back_cash(
    *, door: Door, order_id: int, seats: int, reason: str, request_key: RequestKey | None = None, by: User
) -> Refund:
    """Refund seats of an order of any date with cash from this door's drawer. The seats return to sale.

    A repeated request key returns the existing refund, even if the drawer has been closed since. Raise NotRefundable,
    BadRequest, DrawerClosed, or DomainError (`not_paid_in_cash`) without refunding anything.
    """
    order = lock_order(order_id)
    if earlier := get_earlier_refund(request_key, by=by):
        return earlier
    if not is_paid_in_cash(order):
        message = "This order was not paid in cash. Refund it on the order's page."
        raise DomainError(message, code="not_paid_in_cash")
    lock_booked_dates(get_booking_ids(order))
    lock_open_drawer(door)
    drawer_name = f"From the drawer of {format_day(door.occurrence.starts_at)}."
    refund = request_refund(
        order_id=order.pk,
        reason=reason,
        seats={order.lines.get().booking.public_id: seats},  # an order that was sold at the door has one booking
        outside=True,
        note=drawer_name,
        request_key=request_key,
        by=by,
    )
    apply_refund(refund_id=refund.pk, made=None)
    record_move(door=door, kind=Move.Kind.REFUND, amount=-refund.amount, order=order, refund=refund)
    refund.refresh_from_db()
    return refund
