"""Read the payments of an order with their refunds. "Raised so far" and the ledger count the same ones.

Payments count once PayPal has reported their fee. Those in other currencies never count. A test order has no payment,
unless PayPal takes one all the same: that is a second one.
"""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet

from giving.splits import CompletedRefund, PaidOrder, Part, Split
from orders.models import CashPayment, Order, OrderLine, Payment, Refund
from orders.pricing import ZERO, Totals
from orders.worth import build_sold_lines, scale_totals

RELATED = ("lines", "payments", "refunds__parts")  # what list_paid_orders reads, besides the cash payment
BATCH_SIZE = 200  # orders in memory
IS_COUNTED = Q(status=Payment.Status.COMPLETED, currency=settings.CURRENCY, fee__isnull=False)


def get_counted_payments() -> QuerySet[Payment]:
    """Return the payments that count: also second ones, which PayPal charges a fee for."""
    return Payment.objects.filter(IS_COUNTED)


def is_counted(payment: Payment) -> bool:
    """Like get_counted_payments(), for a payment in memory."""
    is_completed = payment.status == Payment.Status.COMPLETED and payment.currency == settings.CURRENCY
    return is_completed and payment.fee is not None


def list_orders(orders: QuerySet[Order]) -> Iterator[Order]:
    """Read orders that have money, each once, with everything that `list_paid_orders` needs, and their bookings."""
    has_money = Q(payments__status=Payment.Status.COMPLETED) | Q(cash_payment__isnull=False)
    ids = Order.objects.filter(has_money, pk__in=orders.values("pk")).values("pk")
    read = Order.objects.filter(pk__in=ids).select_related("cash_payment").order_by("pk")
    lines = Prefetch("lines", OrderLine.objects.select_related("booking"))
    return read.prefetch_related(lines, "payments", "refunds__parts").iterator(chunk_size=BATCH_SIZE)


def list_paid_orders(order: Order) -> Iterator[PaidOrder]:
    """Yield an order's counted payments and its cash with their refunds, from prefetched rows.

    A second payment is refunded in full, but PayPal keeps its fee; it counts as tickets until then. Money that staff
    returned by hand is of the payment that is not a second one.
    """
    priced = {line.pk: (line.line_price, line.seats) for line in order.lines.all()}
    completed = [refund for refund in order.refunds.all() if refund.status == Refund.Status.COMPLETED]
    for payment in filter(is_counted, order.payments.all()):
        ids = {payment.pk} if payment.is_extra else {payment.pk, None}
        refunds = build_refunds(refund for refund in completed if refund.payment_id in ids)
        totals = get_paid_totals(order, payment)
        yield PaidOrder(
            amount=payment.amount,
            lines=build_sold_lines(priced, totals),
            sold=split_totals(totals),
            fee=payment.fee or ZERO,
            refunds=refunds,
            booked_on=payment.booked_on,
            at=payment.captured_at or payment.created_at,
            order=order.pk,
            user=order.user_id,
        )
    if cash := getattr(order, "cash_payment", None):
        refunds = build_refunds(refund for refund in completed if refund.payment_id is None)
        totals = get_paid_totals(order, cash)
        yield PaidOrder(
            amount=cash.amount,
            lines=build_sold_lines(priced, totals),
            sold=split_totals(totals),
            refunds=refunds,
            booked_on=cash.booked_on,
            in_cash=True,
            at=cash.created_at,
            order=order.pk,
            user=order.user_id,
        )


def get_paid_totals(order: Order, payment: Payment | CashPayment) -> Totals:
    """Return the order's prices, scaled to what was paid. A second payment is for nothing, and counts as items.

    They don't depend on whether staff have accepted another amount yet: what is booked stays.
    """
    if isinstance(payment, Payment) and payment.is_extra:
        return Totals(items=payment.amount, tax=ZERO, shipping=ZERO)
    return scale_totals(order.sold_totals, payment.amount)


def split_totals(totals: Totals) -> Split:
    return Split(totals.items, totals.tax, totals.shipping, totals.gift)


def build_refunds(refunds: Iterable[Refund]) -> list[CompletedRefund]:
    """Return the refunds and the undoings of reversals, in the order in which the shop learned of them.

    What a refund is for depends on those before it, so one that is learned of later changes none of the earlier ones,
    although it may be booked on an earlier day.
    """
    found = []
    for refund in refunds:
        completed = build_refund(refund)
        found.append(completed)
        if refund.undone_on and refund.undone_at:
            undone_at = max(refund.undone_at, completed.at)
            found.append(completed.undo(on=refund.undone_on, fee=refund.undone_fee or ZERO, at=undone_at))
    return sorted(found, key=lambda each: each.at)


def build_refund(refund: Refund) -> CompletedRefund:
    return CompletedRefund(
        amount=refund.amount,
        gift=refund.gift_amount,
        fee_back=refund.fee_back or ZERO,
        parts=[Part(part.line_id, part.seats, part.amount, part.fee, part.gift) for part in refund.parts.all()],
        booked_on=refund.booked_on,
        by_hand=refund.payment_id is None,
        at=refund.completed_at or refund.created_at,
    )
