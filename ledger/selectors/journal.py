"""A month's journal for accounting programs: each journal number's debits equal its credits.

Columns as documented for QuickBooks Online's import; GnuCash reads the same file in multi-split mode.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.conf import settings

from ledger.calendar import LedgerMonth
from ledger.selectors.months import list_transfers
from payments.accounts import Account
from payments.models import ClosedMonth, LedgerEntry, Refund
from payments.selectors.transfers import list_changes

HEADER = ("Journal No.", "Journal Date", "Account Name", "Description", "Debits", "Credits")
NAMED_AS = {  # keys of JOURNAL_ACCOUNTS; the other accounts have their own
    Account.KEPT_GIFTS: "gifts",
    Account.TAX: "sales_tax",
    Account.PAYPAL_FEES: "fees",
}
ORDER = [
    *(Account.COSTS, Account.PAID_OUT, Account.OTHER, Account.BANK, Account.PAYPAL, Account.CASH, Account.PAYPAL_FEES),
    *(Account.TICKETS, Account.TAX, Account.SHIPPING, Account.GIFTS, Account.KEPT_GIFTS, Account.RETURN_FEES),
    Account.OWED,
    Account.OPENING,
]
SOURCE = ("day", "entry", "payment", "refund", "order__public_id", "payment__capture_id", "refund__kind")
DIGEST_LENGTH = 32  # of each of the two hashes of a closed month


def list_journal_rows(month: LedgerMonth) -> Iterator[list[str]]:
    """Yield what each payment, refund and entry changed on a day: first the shop's by text, then what staff entered."""
    credits: dict[tuple[Any, ...], dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))  # negative: debits
    texts = dict(LedgerEntry.objects.filter(transfers__in=list_transfers(month)).values_list("pk", "text"))
    for change in list_changes(list_transfers(month), *SOURCE):
        day, entry, payment, refund, *about = change.key
        text = texts[entry] if entry else describe(*about)
        credits[day, entry or 0, text, payment or 0, refund or 0][change.account] += change.amount
    moved = [(key, changes) for key, changes in sorted(credits.items()) if any(changes.values())]
    for number, ((day, _, text, *_), changes) in enumerate(moved, 1):
        by_name: dict[str, Decimal] = defaultdict(Decimal)
        for account in ORDER:
            by_name[settings.JOURNAL_ACCOUNTS[NAMED_AS.get(account, account)]] += changes[account]
        for name, credit in by_name.items():
            if credit:
                amounts = ["", f"{credit:.2f}"] if credit > 0 else [f"{-credit:.2f}", ""]
                yield [f"{month}-{number:04}", f"{day:%m/%d/%Y}", name, text, *amounts]


def describe(order: str | None, capture: str | None, refund: str | None) -> str:
    """Say what money was for, such as "Refund of order 65f0c0ffee00112233445566"."""
    of = f"order {order}" if order else f"payment {capture} without an order"
    if refund is None:
        return of[0].upper() + of[1:]
    return f"{'Undone reversal' if refund == Refund.Kind.RETURNED else 'Refund'} of {of}"


# --- Closed months ----------------------------------------------------------------------------------------------------


def hash_transfers(month: LedgerMonth) -> str:
    """Return a hash of a month's rows. Texts are no part of them, so that they can be emptied."""
    columns = ("pk", "day", "debit", "credit", "amount", "order", "line", "payment", "refund", "entry", "number")
    rows = list(list_transfers(month).order_by("pk").values_list(*columns))
    return hashlib.sha256(json.dumps(rows, default=str).encode()).hexdigest()[:DIGEST_LENGTH]


def closed_months_that_changed() -> Iterator[str]:
    """Check that the journal of closed months still is what it was when they were closed."""
    for row in ClosedMonth.objects.order_by("last_day"):
        month = LedgerMonth.of(row.last_day)
        if row.digest[:DIGEST_LENGTH] != hash_transfers(month):
            yield f"{month.name} is closed, and its journal is not what it was then."
