"""A year for the accountant: what accounts changed by month, sales by tax rate, and what discounts and places come to.

All amounts are sums of the journal's rows, so that they agree with its files, but for what discounts took off.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from discounts.selectors import sum_taken_off
from events.datetimes import get_day_bounds
from ledger.calendar import MIN_YEAR, LedgerMonth
from ledger.selectors.journal import NAMED_AS
from ledger.selectors.months import list_months_between
from orders.pricing import ZERO
from payments.accounts import INCOME, MONEY, Account
from payments.models import ClosedMonth, Transfer
from payments.selectors.sums import Sums, sum_rows, sum_rows_by
from payments.selectors.transfers import MONTH

Group = Literal["income", "spent", "money", "owed", "before"]
GROUPS: Mapping[Group, Sequence[Account]] = {
    "income": INCOME,
    "spent": (Account.PAYPAL_FEES, Account.COSTS, Account.PAID_OUT),
    "money": MONEY,
    "owed": (Account.TAX, Account.OWED),
    "before": (Account.OPENING,),
}
CREDITED = ("income", "owed", "before")  # a credit adds to them, and a debit to the others
VENUE = Coalesce(*(f"line__booking__occurrence__{of}place__text" for of in ("", "event__")))
KEPT = ("money", "owed", "before")  # what is left of a year in them is there in the next one


@dataclass(frozen=True, slots=True)
class AccountOfYear:
    name: str  # as in the journal
    group: Group
    months: Sequence[Decimal]  # what was added to it
    before: Decimal | None  # at the start of the year. None: it starts at 0

    @property
    def total(self) -> Decimal:
        return sum(self.months, ZERO)

    @property
    def after(self) -> Decimal | None:
        return None if self.before is None else self.before + self.total


@dataclass(frozen=True, slots=True)
class TaxRate:
    """What was sold at a rate, after refunds."""

    rate: Decimal  # a fraction
    sales: Sequence[Decimal]  # by month, without sales tax
    taxes: Sequence[Decimal]

    @property
    def total_sales(self) -> Decimal:
        return sum(self.sales, ZERO)

    @property
    def total_tax(self) -> Decimal:
        return sum(self.taxes, ZERO)


@dataclass(frozen=True, slots=True)
class Discount:
    code: str  # empty: the members' prices
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Place:
    """Where dates were sold for. None: money of no date."""

    place: str | None
    received: Decimal


@dataclass(frozen=True, slots=True)
class Year:
    year: int
    is_closed: bool
    months: Sequence[LedgerMonth]  # up to the current one
    accounts: Sequence[AccountOfYear]
    rates: Sequence[TaxRate]
    discounts: Sequence[Discount]
    places: Sequence[Place]
    sums: Sums


def has_year(year: int) -> bool:
    return MIN_YEAR <= year <= timezone.localdate().year


def get_year(year: int) -> Year:
    """Return a year that the ledger has. The number of queries is constant."""
    first, last = LedgerMonth(date(year, 1, 1)), LedgerMonth(date(year, 12, 1))
    months = list(list_months_between(first, min(last, LedgerMonth.of(timezone.localdate()))))
    rows = Transfer.objects.filter(day__range=(first.first_day, last.last_day))
    by_month = {month: sums for (month,), sums in sum_rows_by(rows.annotate(month=MONTH), "month").items()}
    return Year(
        year,
        ClosedMonth.objects.filter(last_day=last.last_day).exists(),
        months,
        list(list_accounts([by_month.get(str(month), Sums()) for month in months], first)),
        list(list_rates(rows, months)),
        list(list_discounts(first, last)),
        list(list_places(rows)),
        sum_rows(rows),
    )


def list_accounts(months: Sequence[Sums], first: LedgerMonth) -> Iterator[AccountOfYear]:
    """Yield the accounts, those that have one name in the journal together."""
    before = sum_rows(Transfer.objects.filter(day__lt=first.first_day))
    for group, accounts in GROUPS.items():
        by_name: dict[str, list[Account]] = defaultdict(list)
        for account in accounts:
            by_name[settings.JOURNAL_ACCOUNTS[NAMED_AS.get(account, account)]].append(account)
        sign = 1 if group in CREDITED else -1
        for name, together in by_name.items():
            added = [sum((sign * sums[account] for account in together), ZERO) for sums in months]
            left = sum((sign * before[account] for account in together), ZERO)
            yield AccountOfYear(name, group, added, left if group in KEPT else None)


def list_rates(rows: QuerySet[Transfer], months: Sequence[LedgerMonth]) -> Iterator[TaxRate]:
    """Yield the rates at which seats were sold, the highest first."""
    found = sum_rows_by(rows.filter(line__isnull=False).annotate(month=MONTH), "line__tax_rate", "month")
    for rate in sorted({rate for rate, _ in found}, reverse=True):
        sums = [found.get((rate, str(month)), Sums()) for month in months]
        yield TaxRate(rate, [each.tickets for each in sums], [each.tax_held for each in sums])


def list_discounts(first: LedgerMonth, last: LedgerMonth) -> Iterator[Discount]:
    """Yield what members' prices and codes took off the seats that were paid in this time and are not returned."""
    paid_from, paid_before = get_day_bounds(first.first_day)[0], get_day_bounds(last.last_day)[1]
    paid = {"order_line__order__paid_at__gte": paid_from, "order_line__order__paid_at__lt": paid_before}
    for code, taken_off in sorted(sum_taken_off(**paid).items()):
        yield Discount(code, taken_off)


def list_places(rows: QuerySet[Transfer]) -> Iterator[Place]:
    """Yield what was received by the place of dates, the largest first. Of two that were merged it is one amount."""
    found = [Place(place, sums.received) for (place,), sums in sum_rows_by(rows, VENUE).items()]
    shown = [each for each in found if each.received]
    yield from sorted(shown, key=lambda each: (each.place is None, -each.received, each.place))
