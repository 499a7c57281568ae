"""Email the buyer about a completed refund."""

from orders import mails
from orders.models import Change, Order, Refund
from orders.selectors.order_money import get_gift_left


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
        reason = "" if was_due else refund.reason
        mails.order_refunded(order, refund, reason=reason, gift_left=get_gift_left(order))
