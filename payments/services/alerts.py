"""Store what PayPal said and no row has, for staff's list."""

import logging
from datetime import datetime

from django.utils import timezone

from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from payments.models import PaymentAlert
from paypal.schemas import Amount, PayPalOrder

log = logging.getLogger(__name__)


@in_one_transaction
def record_alert(
    *,
    kind: PaymentAlert.Kind,
    reference: str,
    amount: Amount,
    message: str,
    order: Order | None = None,
    at: datetime | None = None,
) -> None:
    """Add an alert to the staff's list, once per kind and PayPal ID. Later calls only update its message."""
    alert, is_new = PaymentAlert.objects.get_or_create(
        kind=kind,
        reference=reference,
        defaults={
            "order": order,
            "amount": amount.value,
            "currency": amount.currency,
            "message": message[:500],
            "created_at": at or timezone.now(),
        },
    )
    if is_new:
        log.error("payment alert %s for %s: %s", kind, reference, message)
        audit.record("payment alert", alert, by=None, action=audit.CREATED, amount=amount.value, message=message)
    elif alert.message != message[:500]:
        alert.message = message[:500]
        alert.resolved_at = None  # the message is new, so staff see the alert again
        alert.save(update_fields=["message", "resolved_at"])


def report_mismatch(order: Order | None, paypal_order: PayPalOrder, *, pays_others: bool) -> None:
    """Alert staff to a PayPal order that doesn't match the order it was sent for."""
    kind = PaymentAlert.Kind.FOREIGN_PAYEE if pays_others else PaymentAlert.Kind.MISMATCH
    amount = paypal_order.capture.amount if paypal_order.capture else paypal_order.amount
    money = f"{amount.value:.2f} {amount.currency}"
    if pays_others:
        what = f"PayPal order {paypal_order.id} names an order of this shop, but its {money} go to another account."
    else:
        what = f"PayPal order {paypal_order.id} for {money} does not match the order it was sent for."
    message = f"{what} Nothing was changed. Look it up at PayPal, then mark this as done."
    record_alert(kind=kind, reference=paypal_order.id, amount=amount, message=message, order=order)
