"""Read-only consistency checks of prices, discounts, and what is posted; one message per violation."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.db.models import F, Q, Sum
from django.utils import timezone

from bookings.models import Booking
from charityshop.money import to_cents
from discounts.models import Voucher
from orders.models import AppliedDiscount, Order, OrderLine
from orders.pricing import ZERO
from payments.accounts import MONEY, SOLD
from payments.journal import list_missing_payments, list_missing_refunds
from payments.models import LedgerEntry, Payment, Refund, Transfer
from payments.selectors.transfers import list_changes, sum_accounts


def prices_that_do_not_add_up() -> Iterator[str]:
    """Check that each line's price and discounts are its list price, and that the lines are the order's items.

    The list price is for each seat or for the booking, by what PRICE_PER was when it was sold. The price of a seat that
    was sold for cash is rounded to cents, because a sale costs what was taken.
    """
    off = dict(AppliedDiscount.objects.order_by().values_list("line").annotate(Sum("amount")))
    in_cash = set(Payment.objects.in_cash().values_list("order", flat=True))
    sums: dict[int, Decimal] = {}
    for line in OrderLine.objects.iterator():
        sums[line.order_id] = sums.get(line.order_id, ZERO) + line.line_price
        listed = line.line_price + off.get(line.pk, ZERO)
        is_rounded = line.order_id in in_cash and line.price == to_cents(listed / line.seats)
        if listed not in (line.price * line.seats, line.price) and not is_rounded:
            yield f"{line}: its price and discounts add up to {listed}, and its list price is {line.price} each."
    for order in Order.objects.iterator():
        if order.items_price != sums.get(order.pk, ZERO):
            yield f"{order}: its lines cost {sums.get(order.pk, ZERO)}, and its items {order.items_price}."


def cash_orders_not_worth_their_cash() -> Iterator[str]:
    """Check that each order that was paid in cash costs what was taken. No other amount was accepted for it.

    That other orders are paid with their totals, or with what staff accepted, is checked with the money.
    """
    for cash in Payment.objects.in_cash().select_related("order").iterator():
        order = cash.order
        if order and order.accepted_price is not None:
            yield f"{order} was paid {cash.amount} in cash, and is worth {order.due_price}."
        elif order and order.total_price != cash.amount:
            yield f"{order} was paid {cash.amount} in cash, and its prices add up to {order.total_price}."


def codes_used_too_often() -> Iterator[str]:
    """Check that no more orders use a code than it allows, to anybody and to each buyer.

    Late payments that staff accepted, or still decide on, don't count. Nor do orders with a reversal, whose seats stay
    booked until staff release them.
    """
    limited = Voucher.objects.exclude(max_uses=None, per_person=None)
    uses = AppliedDiscount.objects.filter(voucher__in=limited, line__order__review_because="")
    uses = uses.filter(line__order__lines__booking__in=Booking.objects.taken(timezone.now()))
    uses = uses.exclude(line__order__in=Refund.objects.filter(kind=Refund.Kind.REVERSAL).values("order"))
    rows = set(uses.order_by().values_list("voucher", "line__order", "line__order__user"))
    orders = Counter(voucher for voucher, _, _ in rows)
    of_buyers = Counter((voucher, user) for voucher, _, user in rows)
    for voucher in limited:
        what, used = f"Discount code {voucher.code}", orders[voucher.pk]
        if voucher.max_uses and used > voucher.max_uses:
            yield f"{what}: {used} orders use it, and it allows {voucher.max_uses}."
        most = max((count for (pk, _), count in of_buyers.items() if pk == voucher.pk), default=0)
        if voucher.per_person and most > voucher.per_person:
            yield f"{what}: {most} orders of a buyer use it, and it allows {voucher.per_person} each."


def unclaimed_money_that_does_not_add_up() -> Iterator[str]:
    """Check that no more was returned of money that belongs to no order than came, and that its refunds belong to none.

    What PayPal refused stays behind when an order claims the money.
    """
    for payment in Payment.objects.unclaimed().prefetch_related("refunds"):
        if payment.left < 0:
            yield f"Payment {payment.capture_id} belongs to no order, and {-payment.left} too much of it was returned."
    of_payments = Refund.objects.exclude(payment=None).exclude(status=Refund.Status.FAILED)
    same = Q(order=F("payment__order")) | Q(order=None, payment__order=None)
    for refund in of_payments.exclude(same):
        yield f"Refund {refund.paypal_refund_id or refund.pk} and its payment do not belong to the same order."


def posted_money_that_is_gone() -> Iterator[str]:
    """Check that every payment and refund that was posted is still completed. A reversal is returned, not removed."""
    for payment in Payment.objects.exclude(posted_on=None).exclude(status=Payment.Status.COMPLETED):
        yield f"Payment {payment.capture_id} was posted on {payment.posted_on}, and it is {payment.status}."
    for refund in Refund.objects.exclude(posted_on=None).exclude(status=Refund.Status.COMPLETED):
        yield f"Refund {refund.paypal_refund_id} was posted on {refund.posted_on}, and it is {refund.status}."


def reversals_undone_too_early() -> Iterator[str]:
    """Check that the return of a reversal's money is of the same amount, and not posted before the reversal.

    Both may wait to be posted, until PayPal has reported the payment's fee.
    """
    returns = Refund.objects.exclude(returns=None).select_related("returns")
    too_early = Q(posted_on__isnull=False, returns__posted_on=None) | Q(posted_on__lt=F("returns__posted_on"))
    for row in returns.filter(too_early | ~Q(amount=F("returns__amount")) | ~Q(returns__kind=Refund.Kind.REVERSAL)):
        if reversal := row.returns:
            yield (
                f"Reversal {reversal.paypal_refund_id} of {reversal.amount} was posted on {reversal.posted_on}, and "
                f"{row.amount} of it was returned on {row.posted_on}."
            )


MONEY_CHECKS = (
    prices_that_do_not_add_up,
    cash_orders_not_worth_their_cash,
    codes_used_too_often,
    unclaimed_money_that_does_not_add_up,
    posted_money_that_is_gone,
    reversals_undone_too_early,
)


# --- The journal ------------------------------------------------------------------------------------------------------


def money_without_rows() -> Iterator[str]:
    """Check that each completed payment and refund is posted. `upkeep` posts what a crash left."""
    for payment in list_missing_payments():
        yield f"Payment {payment.capture_id or payment.pk} of {payment.amount} is not posted to the journal."
    for refund in list_missing_refunds():
        yield f"Refund {refund.paypal_refund_id or refund.pk} of {refund.amount} is not posted to the journal."
    for entry in LedgerEntry.objects.filter(transfers=None):
        yield f"{entry} of the ledger is not posted to the journal."


def accounts_below_zero() -> Iterator[str]:
    """Check that refunds return no more of any order line than was paid for it. What is too much is owed."""
    left: dict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    for change in list_changes(Transfer.objects.filter(order__isnull=False), "order__public_id", "line"):
        left[*change.key, change.account] += change.amount
    for (order, line, account), amount in left.items():
        if amount < 0 and account in SOLD:
            yield f"Order {order}, line {line}: {-amount} more of {account} was returned than was paid."


def rows_that_are_not_the_money() -> Iterator[str]:
    """Check that a payment's rows add up to what was captured, without its refunds and PayPal's fees."""
    moved, expected = sum_moved(), sum_expected()
    for payment_id in sorted({*moved, *expected}):
        if moved[payment_id] != expected[payment_id]:
            yield (
                f"Payment {payment_id} left {expected[payment_id]:.2f}, and its rows in the journal add up to "
                f"{moved[payment_id]:.2f}."
            )


def sum_moved() -> dict[int, Decimal]:
    """Return by payment what its rows moved into accounts of money."""
    rows = Transfer.objects.filter(payment__isnull=False).order_by().values_list("payment")
    return defaultdict(Decimal, {pk: -to_cents(moved) for pk, moved in rows.annotate(moved=sum_accounts(*MONEY))})


def sum_expected() -> dict[int, Decimal]:
    """Return by posted payment what is left of it by itself and by its posted refunds."""
    found: dict[int, Decimal] = defaultdict(Decimal)
    posted = Payment.objects.exclude(posted_on=None).order_by()
    for payment_id, amount, fee in posted.values_list("pk", "amount", "fee"):
        found[payment_id] += amount - (fee or ZERO)
    refunds = Refund.objects.exclude(posted_on=None).exclude(transfers=None).order_by()
    columns = ("pk", "transfers__payment", "kind", "amount", "fee_back")
    for _, payment_id, kind, amount, fee_back in refunds.values_list(*columns).distinct():
        found[payment_id] += (amount if kind == Refund.Kind.RETURNED else -amount) + (fee_back or ZERO)
    return found


JOURNAL_CHECKS = (money_without_rows, rows_that_are_not_the_money, accounts_below_zero)
