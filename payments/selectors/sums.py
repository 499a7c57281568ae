"""What the shop says about money: each word is defined here, once, as a sum of the journal's rows.

Received is what tickets, shipping, gifts, return fees and other income brought after refunds and PayPal's fees, without
sales tax and without what is owed. For the charity is what was received, less costs. `docs/ledger.md` has the words.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet, Sum
from django.db.models.expressions import Combinable

from charityshop.money import to_cents
from orders.pricing import ZERO
from payments.accounts import GIVEN, MONEY, RECEIVED, Account
from payments.models import LedgerEntry, Transfer


@dataclass(frozen=True, slots=True)
class Sums:
    """What rows add to each account: credits less debits, in dollars."""

    added: Mapping[str, Decimal] = field(default_factory=dict)
    tax_paid: Decimal = ZERO  # to the state, as staff entered it

    def __getitem__(self, account: Account) -> Decimal:
        return self.added.get(account, ZERO)

    @property
    def received(self) -> Decimal:
        return sum((self[account] for account in RECEIVED), ZERO)

    @property
    def costs(self) -> Decimal:
        return -self[Account.COSTS]

    @property
    def for_charity(self) -> Decimal:
        return self.received - self.costs

    @property
    def paid_out(self) -> Decimal:
        return -self[Account.PAID_OUT]

    @property
    def left(self) -> Decimal:
        """What is still to be paid out."""
        return self.for_charity - self.paid_out

    @property
    def tickets(self) -> Decimal:
        return self[Account.TICKETS]

    @property
    def shipping(self) -> Decimal:
        return self[Account.SHIPPING]

    @property
    def gifts(self) -> Decimal:
        """Gifts, and seats that their buyers left to the club."""
        return sum((self[account] for account in GIVEN), ZERO)

    @property
    def return_fees(self) -> Decimal:
        return self[Account.RETURN_FEES]

    @property
    def tickets_kept(self) -> Decimal:
        """Tickets, and the fees of those that were returned."""
        return self.tickets + self.return_fees

    @property
    def other(self) -> Decimal:
        return self[Account.OTHER]

    @property
    def fees(self) -> Decimal:
        """PayPal's, less those that it gave back."""
        return -self[Account.PAYPAL_FEES]

    @property
    def tax_held(self) -> Decimal:
        """Sales tax that was set aside and is not paid yet."""
        return self[Account.TAX]

    @property
    def owed(self) -> Decimal:
        return self[Account.OWED]

    @property
    def opening(self) -> Decimal:
        """What was carried over from before the books begin."""
        return self[Account.OPENING]

    @property
    def money(self) -> Mapping[str, Decimal]:
        """Where the money is, by account."""
        return {account.value: -self[account] for account in MONEY}


def sum_rows(rows: QuerySet[Transfer]) -> Sums:
    """Return what these rows add up to, in one query."""
    return sum_rows_by(rows).get((), Sums())


def sum_rows_by(rows: QuerySet[Transfer], *columns: str | Combinable) -> dict[tuple[Any, ...], Sums]:
    """Return what these rows add up to for each combination of these columns' values, in one query."""
    added: dict[tuple[Any, ...], dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    tax_paid: dict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    groups = rows.order_by().values_list("debit", "credit", "entry__kind", *columns).annotate(sum=Sum("amount"))
    for debit, credit, kind, *key, found in groups:
        amount, by = to_cents(found), tuple(key)  # SQLite adds in floating point
        added[by][debit] -= amount
        added[by][credit] += amount
        if kind == LedgerEntry.Kind.TAX_PAID:
            tax_paid[by] += (debit == Account.TAX) * amount - (credit == Account.TAX) * amount
    return {by: Sums(dict(changes), tax_paid[by]) for by, changes in added.items()}
