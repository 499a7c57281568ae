"""Change an order after a refund has completed, its seats and then its status, and email its buyer."""

from bookings.models import Booking
from bookings.services import returns, seats
from orders import mails
from orders.models import Change, Order, Refund
from orders.refund_reasons import format_reason
from orders.selectors.order_money import get_gift_left, get_net_amount, get_seats_by_booking, get_settled_status

UNSOLD = (Order.Status.REVIEW, Order.Status.REFUND_DUE)


def update_order(order: Order, refund: Refund) -> None:
    """End exactly the seats of the refund's parts. A reversal has none: staff decide whether the seats end."""
    if refund.payment and refund.payment.is_extra:
        return  # second payments don't count toward the order
    returns.complete_return(seats=get_seats_by_booking(refund))
    update_status(order)


def update_status(order: Order) -> None:
    """Set the status after a refund. An order that was not sold ends with its last money, and its seats are free."""
    if order.status not in UNSOLD:
        order.status = get_settled_status(order)
    elif get_net_amount(order) <= 0:  # a partial refund neither ends a review nor is all that is due
        release_held_seats(order)
        order.status = Order.Status.REFUNDED
    order.save(update_fields=["status"])


def release_held_seats(order: Order) -> None:
    """Put the seats of an order that was not sold back on sale. Those that its buyer returned before stay returned."""
    held = Booking.objects.filter(order_line__order=order, status=Booking.Status.PENDING)
    seats.release_seats(booking_ids=list(held.values_list("pk", flat=True)))


def email_buyer(order: Order, refund: Refund, *, was_due: bool) -> None:
    """Email the buyer. If a full refund was due, the email gives the shop's reason instead of the staff's note."""
    if refund.payment and refund.payment.is_extra:
        mails.second_payment_returned(order, refund)
    elif was_due and order.goes_back_because == Order.RefundReason.SEATS_GONE:
        mails.late_money_returned(order, refund)
    elif was_due and order.goes_back_because == Order.RefundReason.REFUSED:
        mails.refused_money_returned(order, refund)
    elif Change.objects.filter(refund=refund).exists():
        mails.seats_given_back(order, refund, gift_left=get_gift_left(order))
    else:
        reason = "" if was_due else format_reason(refund)
        mails.order_refunded(order, refund, reason=reason, gift_left=get_gift_left(order))
