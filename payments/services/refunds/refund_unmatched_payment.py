"""Refund money at PayPal that nobody has claimed, at the request of staff."""

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, Missing
from orders.models import Payment, Refund
from payments.services.refunds.failed_refunds import find_failed
from payments.services.refunds.send_refund import push_refund
from paypal.endpoints import new_request_key


def refund_unmatched_payment(*, payment_id: int, reason: str, by: User) -> Payment:
    """Refund the whole payment. Safe to repeat.

    Raise DomainError if PayPal refuses. If the outcome is unclear, the refund stays requested and `upkeep` tries again.
    """
    refund = request_unmatched_refund(payment_id=payment_id, reason=reason, by=by)
    push_refund(refund_id=refund.pk)
    payment = Payment.objects.prefetch_related("refunds").get(pk=payment_id)
    if payment.refusal:
        raise DomainError("PayPal refused to refund this payment. Check it at PayPal.", code="refund_refused")
    return payment


@in_one_transaction
def request_unmatched_refund(*, payment_id: int, reason: str, by: User) -> Refund:
    """Store the refund, or return the one that did not fail. Raise DomainError if an order has the payment."""
    lock_rows(Payment.objects.filter(pk=payment_id))
    payment = Payment.objects.filter(pk=payment_id).first()
    if payment is None:
        raise Missing("There is no such payment.")
    if payment.order_id is not None:
        raise DomainError("This payment belongs to an order. Refund it there.", code="matched")
    if earlier := payment.refunds.exclude(status=Refund.Status.FAILED).first():
        return earlier
    audit.record("refund requested", payment, by=by, reason=reason, amount=payment.amount)
    return Refund.objects.create(
        payment=payment,
        retry_of=find_failed(payment, payment.amount),
        amount=payment.amount,
        reason=reason,
        by=by,
        request_key=new_request_key(),
    )
