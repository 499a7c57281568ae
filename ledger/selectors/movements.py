"""Read the payments and refunds of a period, split by what they are for.

Payments count once PayPal has reported their fee, like in "raised so far". The day is `booked_on`, so that nothing is
added to a closed month. Amounts in other currencies and test orders are left out.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet

from giving.proceeds import Part
from ledger.splits import Movement, OrderSplitter, Split
from orders.models import CashPayment, Order, Payment, Refund
from orders.pricing import ZERO, Totals, build_sold_lines

BATCH_SIZE = 200  # orders in memory
PAYPAL, CASH, BANK = "paypal", "cash", "bank"
SUMS = ("items_price", "tax_price", "shipping_price", "gift_price")
READ = ("amount", "booked_on", "order__public_id", "order__user", *(f"order__{name}" for name in SUMS))


def list_movements(first: date, last: date) -> list[Movement]:
    """Return what was booked on these days, oldest first."""
    days = {"booked_on__gte": first, "booked_on__lte": last}
    found = [*list_payments(days), *list_cash(days), *list_refunds(days)]
    return sorted(found, key=lambda movement: (movement.day, movement.text))


def counted_payments() -> QuerySet[Payment]:
    """Return the payments that are in the books: also second ones, which PayPal charges a fee for."""
    known = Payment.objects.filter(status=Payment.Status.COMPLETED, fee__isnull=False, booked_on__isnull=False)
    return known.filter(currency=settings.CURRENCY, order__is_test=False)


def list_payments(days: dict[str, date]) -> Iterator[Movement]:
    payments = counted_payments().filter(**days).select_related("order").only(*READ, "fee", "is_extra")
    for payment in payments.order_by("pk"):
        sold = Split(payment.amount) if payment.is_extra else split_order(payment.order, payment.amount)
        yield Movement(
            day=str(payment.booked_on),
            account=PAYPAL,
            text=f"Order {payment.order.public_id}",
            user=payment.order.user_id,
            amount=payment.amount,
            fee=payment.fee or ZERO,
            sold=sold,
        )


def list_cash(days: dict[str, date]) -> Iterator[Movement]:
    for cash in CashPayment.objects.filter(**days).select_related("order").only(*READ).order_by("pk"):
        yield Movement(
            day=str(cash.booked_on),
            account=CASH,
            text=f"Order {cash.order.public_id}",
            user=cash.order.user_id,
            amount=cash.amount,
            sold=split_order(cash.order, cash.amount),
        )


def get_sold(order: Order) -> Split:
    return Split(order.items_price, order.tax_price, order.shipping_price, order.gift_price)


def split_order(order: Order, amount: Decimal) -> Split:
    return OrderSplitter(amount, sold=get_sold(order), items=order.items_price, lines={}).paid


# --- Refunds ---------------------------------------------------------------------------------------------------------


def list_refunds(days: dict[str, date]) -> Iterator[Movement]:
    booked = Refund.objects.filter(status=Refund.Status.COMPLETED, **days)
    orders = Order.objects.filter(pk__in=booked.values("order")).order_by("pk")
    shown = ("lines", "payments", "refunds__parts", "refunds__payment")
    for order in orders.select_related("cash_payment").prefetch_related(*shown).iterator(chunk_size=BATCH_SIZE):
        for movement in split_refunds(order):
            if str(days["booked_on__gte"]) <= movement.day <= str(days["booked_on__lte"]):
                yield movement


def split_refunds(order: Order) -> Iterator[Movement]:
    """Yield the completed refunds of a counted payment, from prefetched rows, in the order of their completion."""
    cash = getattr(order, "cash_payment", None)
    counted = [payment for payment in order.payments.all() if is_counted(payment)]
    main = next((payment for payment in counted if not payment.is_extra), cash)
    splitter = build_splitter(order, main.amount) if main else None
    done = [refund for refund in order.refunds.all() if refund.status == Refund.Status.COMPLETED and refund.booked_on]
    for refund in sorted(done, key=lambda each: (str(each.booked_on), each.pk)):
        extra = next((payment for payment in counted if payment.is_extra and payment.pk == refund.payment_id), None)
        if extra:
            one = OrderSplitter(extra.amount, sold=Split(), items=ZERO, lines={})
            yield build_refund(order, refund, one, PAYPAL)
        elif splitter and (refund.payment_id is None or refund.payment_id == getattr(main, "pk", None)):
            account = PAYPAL if refund.payment_id else CASH if cash else BANK
            yield build_refund(order, refund, splitter, account)


def is_counted(payment: Payment) -> bool:
    """Like counted_payments(), for a payment in memory."""
    is_known = payment.status == Payment.Status.COMPLETED and payment.fee is not None and payment.booked_on is not None
    return is_known and payment.currency == settings.CURRENCY


def build_splitter(order: Order, amount: Decimal) -> OrderSplitter:
    lines = {line.pk: (line.line_price, line.seats) for line in order.lines.all()}
    totals = Totals(items=order.items_price, tax=order.tax_price, shipping=order.shipping_price)
    return OrderSplitter(amount, sold=get_sold(order), items=order.items_price, lines=build_sold_lines(lines, totals))


def build_refund(order: Order, refund: Refund, splitter: OrderSplitter, account: str) -> Movement:
    parts: list[Any] = list(refund.parts.all())
    split = splitter.split_refund(
        refund.amount,
        gift=refund.gift_amount,
        parts=[Part(part.line_id, part.seats, part.amount, part.fee, part.gift) for part in parts],
    )
    return Movement(
        day=str(refund.booked_on),
        account=account,
        text=f"Refund of order {order.public_id}",
        user=order.user_id,
        amount=-refund.amount,
        fee=-(refund.fee_back or ZERO),
        refund=split,
    )


def get_first_open_day(after: date | None) -> date | None:
    """Return the first day after a closed one on which something is booked, or None."""
    days: list[date] = []
    later = Q(booked_on__isnull=False) if after is None else Q(booked_on__gt=after)
    for rows in (Payment.objects.all(), Refund.objects.all(), CashPayment.objects.all()):
        day = rows.filter(later).order_by("booked_on").values_list("booked_on", flat=True).first()
        days += [day] if day else []
    return min(days, default=None)
