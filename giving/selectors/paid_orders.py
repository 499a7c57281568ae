"""Read the payments of an order with their refunds. "Raised so far" and the ledger count the same ones.

Payments count once PayPal has reported their fee. Those of test orders and in other currencies never count.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from django.conf import settings
from django.db.models import QuerySet

from giving.splits import CompletedRefund, PaidOrder, Part, Split
from orders.models import Order, Payment, Refund
from orders.pricing import ZERO, Totals, build_sold_lines

RELATED = ("lines", "payments", "refunds__parts")  # what list_paid_orders reads, besides the cash payment


def get_counted_payments() -> QuerySet[Payment]:
    """Return the payments that count: also second ones, which PayPal charges a fee for."""
    completed = Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY)
    return completed.filter(fee__isnull=False, order__is_test=False)


def is_counted(payment: Payment) -> bool:
    """Like get_counted_payments(), for a payment in memory. Test orders have none."""
    is_completed = payment.status == Payment.Status.COMPLETED and payment.currency == settings.CURRENCY
    return is_completed and payment.fee is not None


def list_paid_orders(order: Order) -> Iterator[PaidOrder]:
    """Yield an order's counted payments and its cash with their refunds, from prefetched rows.

    A second payment is refunded in full, but PayPal keeps its fee; it counts as tickets until then. Money that staff
    returned by hand is of the payment that is not a second one.
    """
    totals = Totals(items=order.items_price, tax=order.tax_price, shipping=order.shipping_price)
    lines = build_sold_lines({line.pk: (line.line_price, line.seats) for line in order.lines.all()}, totals)
    completed = [refund for refund in order.refunds.all() if refund.status == Refund.Status.COMPLETED]
    completed.sort(key=lambda refund: (refund.booked_on or date.max, refund.pk))
    for payment in filter(is_counted, order.payments.all()):
        ids = {payment.pk} if payment.is_extra else {payment.pk, None}
        refunds = build_refunds(refund for refund in completed if refund.payment_id in ids)
        sold = Split() if payment.is_extra else get_sold(order)
        yield PaidOrder(payment.amount, lines, sold, payment.fee or ZERO, refunds, payment.booked_on)
    if cash := getattr(order, "cash_payment", None):
        refunds = build_refunds(refund for refund in completed if refund.payment_id is None)
        yield PaidOrder(cash.amount, lines, get_sold(order), ZERO, refunds, cash.booked_on, in_cash=True)


def get_sold(order: Order) -> Split:
    return Split(order.items_price, order.tax_price, order.shipping_price, order.gift_price)


def build_refunds(refunds: Iterable[Refund]) -> list[CompletedRefund]:
    return [
        CompletedRefund(
            amount=refund.amount,
            gift=refund.gift_amount,
            fee_back=refund.fee_back or ZERO,
            parts=[Part(part.line_id, part.seats, part.amount, part.fee, part.gift) for part in refund.parts.all()],
            booked_on=refund.booked_on,
            by_hand=refund.payment_id is None,
        )
        for refund in refunds
    ]
