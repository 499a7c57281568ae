"""Failed refunds, which are asked for again. Staff's list has the others."""

from decimal import Decimal

from orders.models import Payment, Refund


def find_failed(payment: Payment | None, amount: Decimal) -> Refund | None:
    """Return the failed refund of the payment that a new one of this amount asks for again, with the order locked.

    That is the largest of those that it covers. A refund replaces one, and never a reversal.
    """
    if payment is None:
        return None
    failed = payment.refunds.filter(status=Refund.Status.FAILED, retry=None, amount__lte=amount)
    return failed.exclude(kind=Refund.Kind.REVERSAL).order_by("-amount", "pk").first()
