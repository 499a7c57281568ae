"""The lines of a month: what changes in the journal's accounts, as everybody reads it."""

from collections.abc import Iterable
from decimal import Decimal

from orders.accounts import GIVEN, MONEY, Account
from orders.pricing import ZERO
from orders.selectors.transfers import Change, are_gifts_public

TEXTS = {
    "tickets": "Tickets, without sales tax",
    "gifts": "Gifts",
    "shipping": "Shipping",
    "return_fees": "Fees kept from refunds",
    "refunds": "Refunds, without sales tax",
    "fees": "PayPal's fees",
    "sales_tax": "Sales tax set aside",
}
WITH_GIFTS = "Tickets and gifts"
RAISES = ("tickets", "gifts", "shipping", "return_fees", "other")
LOWERS = ("refunds", "fees", "cost", "paid_out")  # sales tax and transfers are not part of the balance
KINDS = {
    Account.GIFTS: "gifts",
    Account.KEPT_GIFTS: "gifts",
    Account.RETURN_FEES: "return_fees",
    Account.TAX: "sales_tax",
    Account.PAYPAL_FEES: "fees",
}
FOR_MONEY = (*MONEY, Account.RETURN_FEES, Account.OWED)  # where refunded tickets go, unless they become a gift


def get_kind(change: Change) -> str | None:
    """Return the kind of line that has a change. None: it is money, or owed, which no line has."""
    if change.account in (Account.TICKETS, Account.SHIPPING):
        return "refunds" if change.of_refund and change.other in FOR_MONEY else change.account
    return KINDS.get(Account(change.account))


def sum_lines(changes: Iterable[tuple[Change, int | None]]) -> list[tuple[str, Decimal, str]]:
    """Return kind, amount and text of the lines from the shop, by changes and who gave, in the order of the page.

    Where fewer than three people gave, there is no line of gifts, and tickets have both.
    """
    sums = dict.fromkeys(TEXTS, ZERO)
    given = []
    for change, giver in changes:
        if kind := get_kind(change):
            sums[kind] += -change.amount if kind in LOWERS else change.amount
        if change.account in GIVEN:
            given.append((giver, change.amount))
    texts = TEXTS
    if sums["gifts"] and not are_gifts_public(given):
        sums["tickets"] += sums.pop("gifts")
        texts = TEXTS | {"tickets": WITH_GIFTS}
    return [(kind, amount, texts[kind]) for kind, amount in sums.items() if amount]


def get_balance(amounts: Iterable[tuple[str, Decimal]]) -> Decimal:
    """Return what a month's lines, given by kind and amount, leave for the charity."""
    return sum((amount * ((kind in RAISES) - (kind in LOWERS)) for kind, amount in amounts), ZERO)
