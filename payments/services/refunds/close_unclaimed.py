"""Close money that nobody has claimed once it was refunded on PayPal's website, or taken back."""

from decimal import Decimal

from django.utils import timezone

from charityshop import audit
from charityshop.db.transactions import in_one_transaction, lock_rows
from orders.models import Payment, Refund
from payments.journal import post_money
from paypal import endpoints
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalRefused, PayPalUnclear, retry_unclear

REFUNDED = "REFUNDED"


def close_if_refunded(*, payment_id: int, returned: Decimal = Decimal(0)) -> bool:
    """Close the payment if all of it was refunded at PayPal or taken back. Return whether it was.

    `returned` is the sum in PayPal's record. It may lack earlier refunds, and the capture may not show a chargeback.
    """
    payment = Payment.objects.get(pk=payment_id)
    if returned >= payment.amount or is_refunded_at_paypal(payment):
        record_refund_at_paypal(payment_id=payment_id)
        return True
    return False


def is_refunded_at_paypal(payment: Payment) -> bool:
    try:
        return retry_unclear(lambda: endpoints.get_capture(str(payment.capture_id))).status == REFUNDED
    except (PayPalUnclear, PayPalRefused):
        return False


@in_one_transaction
def record_refund_at_paypal(*, payment_id: int) -> None:
    lock_rows(Payment.objects.filter(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    if payment.order_id is not None or payment.refunds.exclude(status=Refund.Status.FAILED).exists():
        return
    Refund.objects.create(
        payment=payment,
        kind=Refund.Kind.AT_PAYPAL,
        status=Refund.Status.COMPLETED,
        amount=payment.amount,
        request_key=new_request_key(),
        completed_at=timezone.now(),
    )
    post_money(payment)
    audit.record("refund completed", payment, by=None, amount=payment.amount)
