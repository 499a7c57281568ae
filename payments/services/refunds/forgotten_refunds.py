"""Refunds that the shop requested before a backup was restored that doesn't have them.

PayPal's record has their amount and the shop's key, but not the seats that they returned.
"""

from orders.models import Order, PaymentAlert, Refund
from payments.services.alerts import record_alert
from paypal.endpoints import is_request_key
from paypal.schemas import RefundMade


def is_forgotten_refund(made: RefundMade) -> bool:
    """Return whether this refund carries a key of the shop's form that the shop does not know."""
    return is_request_key(made.custom_id) and not Refund.objects.filter(request_key=made.custom_id).exists()


def report_forgotten_refund(made: RefundMade, capture_id: str | None, order: Order | None) -> None:
    """Tell staff that the refund may have returned seats. `order` is None if the shop doesn't have it either."""
    what = "this order" if order else f"payment {capture_id}, which belongs to no order"
    money = f"{made.amount.value:.2f} {made.amount.currency}"
    record_alert(
        kind=PaymentAlert.Kind.FORGOTTEN_REFUND,
        reference=made.id,
        amount=made.amount,
        order=order,
        message=f"PayPal refunded {money} of {what}. The shop requested it and has no record of it, as after a backup "
        "was restored: a seat may have been returned. Ask the buyer which, and don't refund it again. Then mark this "
        "as done.",
    )
