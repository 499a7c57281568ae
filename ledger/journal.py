"""Double-entry rows for accounting programs: each journal number's debits equal its credits. Pure, without Django.

Columns as documented for QuickBooks Online's import; GnuCash reads the same file in multi-split mode.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ledger.lines import Movement
from orders.pricing import ZERO

HEADER = ("Journal No.", "Journal Date", "Account Name", "Description", "Debits", "Credits")
# The other side of what staff enter.
COUNTERPARTS = {"cost": "costs", "paid_out": "paid_out", "transfer": "bank", "other": "other"}
IS_INCOME = ("other",)  # positive: money came in


@dataclass(frozen=True, slots=True)
class Posting:
    """One balanced journal entry: what is debited to each account; negative amounts are credited."""

    day: date
    text: str
    debits: Mapping[str, Decimal]


def post_movement(movement: Movement) -> Posting:
    sold, refund = movement.sold, movement.refund
    back = refund.returned
    debits = {
        movement.account: movement.amount - movement.fee,
        "fees": movement.fee,
        "tickets": back.tickets + refund.given.tickets - sold.tickets,
        "sales_tax": back.tax + refund.given.tax - sold.tax,
        "shipping": back.shipping + refund.given.shipping - sold.shipping,
        "gifts": back.gift - movement.gift,
        "return_fees": -refund.fees,
    }
    return Posting(movement.day, movement.text, debits)


def post_entry(*, kind: str, day: date, amount: Decimal, text: str, is_at_paypal: bool) -> Posting:
    """Post what staff entered: costs and payouts from the bank, transfers from PayPal, the rest from the cash drawer.

    What explains a line of PayPal's report moved at PayPal.
    """
    account = "paypal" if is_at_paypal or kind == "transfer" else "cash" if kind == "other" else "bank"
    debit = -amount if kind in IS_INCOME else amount
    return Posting(day, text, {COUNTERPARTS[kind]: debit, account: -debit})


def list_rows(month: str, postings: Iterable[Posting], accounts: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the rows of postings with an amount, oldest first."""
    with_amounts = (posting for posting in postings if any(posting.debits.values()))
    for number, posting in enumerate(sorted(with_amounts, key=lambda each: each.day), 1):
        for account, debit in posting.debits.items():
            if debit:
                amounts = [f"{debit:.2f}", ""] if debit > ZERO else ["", f"{-debit:.2f}"]
                yield [f"{month}-{number:04}", f"{posting.day:%m/%d/%Y}", accounts[account], posting.text, *amounts]
