"""Compare the journal with the replay of all payments and refunds, while both exist.

Known differences: second payments and money that was returned twice are owed, and no longer tickets.
"""

from collections import defaultdict
from datetime import date
from decimal import Decimal

from django.db.models import Sum

from ledger.lines import sum_by_kind
from ledger.selectors.movements import list_movements
from orders.accounts import MONEY, Account
from orders.models import Transfer

Sums = dict[tuple[str, str], dict[str, Decimal]]  # by order and month, then by what it is for
GROUPS = {
    Account.TICKETS: "seats",
    Account.SHIPPING: "seats",
    Account.OWED: "seats",
    Account.GIFTS: "gifts",
    Account.KEPT_GIFTS: "gifts",
    Account.RETURN_FEES: "return fees",
    Account.TAX: "tax",
    Account.PAYPAL_FEES: "fees",
    **dict.fromkeys(MONEY, "money"),
}


def list_differences() -> list[str]:
    """Return where the sums of an order's month differ."""
    journal, replay = sum_journal(), sum_replay()
    found = []
    for key in sorted({*journal, *replay}):
        of_journal, of_replay = (clean(sums.get(key, {})) for sums in (journal, replay))
        if of_journal != of_replay:
            found.append(f"Order {key[0]} in {key[1]}: {of_journal} in the journal, and {of_replay} by the replay.")
    return found


def sum_journal() -> Sums:
    sums: Sums = defaultdict(lambda: defaultdict(Decimal))
    rows = Transfer.objects.exclude(order=None).order_by()
    for order, day, debit, credit, amount in rows.values_list(
        "order__public_id", "day", "debit", "credit", Sum("amount")
    ):
        sums[order, f"{day:%Y-%m}"][GROUPS[debit]] -= amount
        sums[order, f"{day:%Y-%m}"][GROUPS[credit]] += amount
    return sums


def sum_replay() -> Sums:
    movements = defaultdict(list)
    for movement in list_movements(date(2000, 1, 1), date(2999, 12, 31)):
        movements[movement.text.split()[-1], f"{movement.day:%Y-%m}"].append(movement)
    sums: Sums = {}
    for key, of_order in movements.items():
        kinds = sum_by_kind(of_order)
        sums[key] = {
            "seats": kinds["tickets"] + kinds["shipping"] - kinds["refunds"],
            "gifts": kinds["gifts"],
            "return fees": kinds["return_fees"],
            "tax": kinds["sales_tax"],
            "fees": -kinds["fees"],
            "money": -sum((each.amount - each.fee for each in of_order), Decimal(0)),
        }
    return sums


def clean(sums: dict[str, Decimal]) -> dict[str, str]:
    return {name: f"{amount:.2f}" for name, amount in sorted(sums.items()) if amount.quantize(Decimal("0.01"))}
