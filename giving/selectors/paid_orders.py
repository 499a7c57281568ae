"""Read the payments of an order that count, with their refunds, for what was raised and for the ledger."""

from collections.abc import Iterable, Iterator

from django.db.models import Prefetch, QuerySet

from giving.splits import CompletedRefund, PaidOrder, Split
from orders.models import Order, OrderLine, Payment, Refund
from orders.pricing import ZERO, Totals
from orders.selectors.booked_payments import get_paid_totals, list_counted_payments
from orders.worth import build_sold_lines
from payments.postings import Part

RELATED = ("lines", "payments", "refunds__parts")  # what list_paid_orders reads
BATCH_SIZE = 200  # orders in memory


def list_orders(orders: QuerySet[Order]) -> Iterator[Order]:
    """Read orders that have money, each once, with everything that `list_paid_orders` needs, and their bookings."""
    # That a payment is completed is no filter: SQLite would read all of them by the index of statuses.
    unpaid = [Payment.Status.CREATING, Payment.Status.OPEN]
    ids = Payment.objects.filter(order__in=orders.values("pk")).exclude(status__in=unpaid).values("order")
    read = Order.objects.filter(pk__in=ids).order_by("pk")
    lines = Prefetch("lines", OrderLine.objects.select_related("booking"))
    return read.prefetch_related(lines, "payments", "refunds__parts").iterator(chunk_size=BATCH_SIZE)


def list_paid_orders(order: Order) -> Iterator[PaidOrder]:
    """Yield an order's counted payments with their refunds, from prefetched rows.

    A second payment counts as tickets until it is refunded.
    """
    priced = {line.pk: (line.line_price, line.seats) for line in order.lines.all()}
    for payment, refunds in list_counted_payments(order):
        totals = get_paid_totals(order, payment)
        yield PaidOrder(
            amount=payment.amount,
            lines=build_sold_lines(priced, totals),
            sold=split_totals(totals),
            fee=payment.fee or ZERO,
            refunds=build_refunds(refunds),
            booked_on=payment.booked_on,
            in_cash=payment.is_cash,
            at=payment.captured_at or payment.created_at,
            order=order.pk,
            user=order.user_id,
        )


def split_totals(totals: Totals) -> Split:
    return Split(totals.items, totals.tax, totals.shipping, totals.gift)


def build_refunds(refunds: Iterable[Refund]) -> list[CompletedRefund]:
    """Return the refunds, and the returns of reversals' money, in the order in which the shop learned of them.

    What a refund is for depends on those before it, so one that is learned of later changes none of the earlier ones,
    although it may be booked on an earlier day.
    """
    found: dict[int, CompletedRefund] = {}
    for refund in refunds:
        completed = build_refund(refund)
        if refund.returns_id and refund.booked_on:
            reversal = found[refund.returns_id]
            completed = reversal.undo(on=refund.booked_on, fee=-completed.fee_back, at=max(completed.at, reversal.at))
        found[refund.pk] = completed
    return sorted(found.values(), key=lambda each: each.at)


def build_refund(refund: Refund) -> CompletedRefund:
    return CompletedRefund(
        amount=refund.amount,
        gift=refund.gift_amount,
        fee_back=refund.fee_back or ZERO,
        parts=[Part(part.line_id, part.seats, part.amount, part.fee, part.gift) for part in refund.parts.all()],
        booked_on=refund.booked_on,
        by_hand=refund.kind == Refund.Kind.BY_HAND,
        at=refund.completed_at or refund.created_at,
    )
