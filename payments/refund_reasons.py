"""Say why money was refunded: what people wrote, or else a sentence about what happened."""

from orders.models import Order
from payments.models import Refund

REFUNDED_AT_PAYPAL = "Refunded at PayPal."
SECOND_PAYMENT = "A second payment for an order that was paid already."
BY_KIND: dict[str, str] = {
    Refund.Kind.REQUESTED: REFUNDED_AT_PAYPAL,  # requested before a backup without it was restored
    Refund.Kind.AT_PAYPAL: REFUNDED_AT_PAYPAL,
    Refund.Kind.REVERSAL: "Taken back by PayPal or a bank.",
    Refund.Kind.RELEASE: "Canceled by staff.",
}
BY_ORDER: dict[str, str] = {
    Order.RefundReason.SEATS_GONE: "The seats were gone when the payment arrived.",
    Order.RefundReason.REFUSED: "Refused by staff.",
}


def format_reason(refund: Refund) -> str:
    """Return why money was refunded. Without a reason of staff's: why the buyer or the shop asked, or its kind."""
    if refund.reason:
        return refund.reason
    if refund.kind == Refund.Kind.REQUESTED:
        if hasattr(refund, "change"):
            return refund.change.reason
        if not refund.is_of_order:
            return SECOND_PAYMENT
        if refund.order and refund.order.refund_reason:
            return BY_ORDER[refund.order.refund_reason]
    return BY_KIND.get(refund.kind, "")
