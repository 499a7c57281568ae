"""Which payments and refunds of an order the books count. Revenue, "raised so far" and the ledger count the same ones.

Each counts on its day, `booked_on`. Payments count once PayPal has reported their fee; cash has none. Those in other
currencies never count, nor does money that nobody has claimed. A test order has no payment, unless PayPal takes one all
the same: that is a second one.
"""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Q, QuerySet

from orders.models import Order, Payment, Refund
from orders.pricing import ZERO, Totals
from orders.worth import scale_totals

IS_COUNTED = Q(status=Payment.Status.COMPLETED, currency=settings.CURRENCY, fee__isnull=False, order__isnull=False)


def get_counted_payments() -> QuerySet[Payment]:
    """Return the payments that count: also second ones, which PayPal charges a fee for."""
    return Payment.objects.filter(IS_COUNTED)


def is_counted(payment: Payment) -> bool:
    """Like get_counted_payments(), for a payment in memory."""
    is_completed = payment.status == Payment.Status.COMPLETED and payment.currency == settings.CURRENCY
    return is_completed and payment.fee is not None


def find_payment(order: Order) -> Payment | None:
    """Return the payment that pays the order, from prefetched rows. None: the order has no money."""
    return next((payment for payment in order.payments.all() if payment.counts), None)


def list_counted_payments(order: Order) -> Iterator[tuple[Payment, list[Refund]]]:
    """Yield an order's counted payments with their completed refunds, from prefetched rows.

    A second payment is refunded in full, but PayPal keeps its fee. Money that staff returned by hand is of the payment
    that is not a second one.
    """
    completed = [refund for refund in order.refunds.all() if refund.status == Refund.Status.COMPLETED]
    for payment in filter(is_counted, order.payments.all()):
        ids = {payment.pk} if payment.is_extra else {payment.pk, None}
        yield payment, [refund for refund in completed if refund.payment_id in ids]


def get_paid_totals(order: Order, payment: Payment) -> Totals:
    """Return the order's prices, scaled to what was paid. A second payment is for nothing, and counts as items.

    They don't depend on whether staff have accepted another amount yet: what is booked stays.
    """
    if payment.is_extra:
        return Totals(items=payment.amount, tax=ZERO, shipping=ZERO)
    return scale_totals(order.sold_totals, payment.amount)
