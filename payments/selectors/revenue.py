"""Calculate sold and refunded amounts: for a list of orders, and per month and event.

Monthly amounts are sums of the journal, as the ledger's are, so that both say the same of every month. The return of a
reversal's money lowers the refunds of its month. Gifts have their own row. Seats that became a gift move no money.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from charityshop.money import to_cents
from orders.models import Order
from payments.accounts import MONEY, SOLD, Account
from payments.models import Payment, Refund, Transfer
from payments.selectors.sums import Sums, sum_rows
from payments.selectors.transfers import MONTH, list_changes

ZERO = Decimal(0)
GIFTS = "gifts"  # in place of an event's public ID
MOVES = (*MONEY, Account.OWED)  # claimed money was owed until then; the return of a reversal may move debts


@dataclass(slots=True)
class Revenue:
    sold: Decimal = ZERO
    refunded: Decimal = ZERO

    @property
    def net(self) -> Decimal:
        return self.sold - self.refunded


@dataclass(slots=True)
class OrderRevenue(Revenue):
    """What was paid for orders and refunded, in the shop's currency, and what the journal says that the rest is."""

    other_currencies: int = 0  # number of orders paid in other currencies, whose amounts are left out
    journal: Sums = field(default_factory=Sums)


def get_order_revenue(orders: QuerySet[Order]) -> OrderRevenue:
    """Return the totals of these orders' spreadsheet, and of their rows of the journal, in two queries.

    Use subqueries per order, because SQLite would run a join by scanning all payments.
    """
    came = Payment.objects.counting().filter(order=OuterRef("pk")).order_by()  # at most one: one_capture_per_order
    went = Refund.objects.of_order().effective().filter(order=OuterRef("pk")).order_by()
    went_in_ours = went.filter(Q(payment=None) | Q(payment__currency=settings.CURRENCY)).values("order")
    found = (
        orders.order_by()
        .annotate(
            came=Subquery(came.filter(currency=settings.CURRENCY).values("amount")),
            went=Subquery(went_in_ours.annotate(sum=models.Sum("amount")).values("sum")),
            is_other=Exists(came.exclude(currency=settings.CURRENCY)),
        )
        .aggregate(sold=models.Sum("came"), refunded=models.Sum("went"), other=Count("pk", filter=Q(is_other=True)))
    )
    rows = Transfer.objects.filter(order__in=orders.order_by().values("pk"), payment__is_extra=False)
    return OrderRevenue(round_sum(found["sold"]), round_sum(found["refunded"]), found["other"], sum_rows(rows))


def round_sum(found: Decimal | None) -> Decimal:
    """Round a sum to cents, because SQLite adds in floating point."""
    return to_cents(found or ZERO)


@dataclass(slots=True)
class Month:
    """The amounts of a month, by event and in total."""

    first_day: date
    events: dict[str, Revenue] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[tuple[str, Revenue]]:
        """The events' names and amounts by name, then those of the gifts."""
        keys = sorted(self.events, key=lambda key: (key == GIFTS, self.names[key], key))
        return [(self.names[key], self.events[key]) for key in keys]

    @property
    def total(self) -> Revenue:
        return add_up(list(self.events.values()))


def list_months() -> list[Month]:
    """Return all months with sales or refunds, newest first. One query."""
    found: dict[date, Month] = {}
    rows = Transfer.objects.filter(order__isnull=False)
    for change in list_changes(rows.annotate(month=MONTH), "month", "line__product", "line__name"):
        if change.account not in SOLD or change.other not in MOVES:
            continue
        _, product, name = change.key
        if product is None or change.account == Account.GIFTS:
            product, name = GIFTS, "Gifts"
        first_day = change.day.replace(day=1)
        month = found.setdefault(first_day, Month(first_day))
        sums = month.events.setdefault(product, Revenue())
        month.names[product] = name
        if change.of_refund:
            sums.refunded -= change.amount
        else:
            sums.sold += change.amount
    return [found[day] for day in sorted(found, reverse=True)]


def add_up(sums: Sequence[Revenue]) -> Revenue:
    return Revenue(sum((row.sold for row in sums), ZERO), sum((row.refunded for row in sums), ZERO))
