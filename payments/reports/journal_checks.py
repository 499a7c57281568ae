"""Read-only consistency checks of the journal; one message per violation."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from charityshop.money import to_cents
from orders.pricing import ZERO
from payments.accounts import MONEY, SPLIT, Account
from payments.journal import list_missing_payments, list_missing_refunds
from payments.models import LedgerEntry, Payment, Refund, Transfer
from payments.selectors.transfers import list_changes, sum_accounts


def money_without_rows() -> Iterator[str]:
    """Check that each completed payment and refund is posted. `upkeep` posts what a crash left."""
    for payment in list_missing_payments():
        yield f"Payment {payment.capture_id or payment.pk} of {payment.amount} is not posted to the journal."
    for refund in list_missing_refunds():
        yield f"Refund {refund.paypal_refund_id or refund.pk} of {refund.amount} is not posted to the journal."
    for entry in LedgerEntry.objects.filter(transfers=None):
        yield f"{entry} of the ledger is not posted to the journal."


def accounts_below_zero() -> Iterator[str]:
    """Check that the refunds of an order return no more than was paid for anything. What is too much is owed."""
    left: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for change in list_changes(Transfer.objects.filter(order__isnull=False), "order__public_id"):
        left[change.key[0], change.account] += change.amount
    for (order, account), amount in left.items():
        if amount < 0 and account in SPLIT and account != Account.OWED:
            yield f"Order {order}: {-amount} more of {account} was returned than was paid."


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
