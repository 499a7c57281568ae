"""Read sums of the journal's rows: what changes in each account. Every reading is one query."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import BooleanField, Case, CharField, ExpressionWrapper, F, Func, Max, Q, QuerySet, Sum, When

from charityshop.money import to_cents
from orders.pricing import ZERO
from payments.models import Transfer


class MonthOf(Func):
    """The month of a day, such as 2026-11. SQLite calls Python for each row of Django's TruncMonth."""

    template = "to_char(%(expressions)s, 'YYYY-MM')"
    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="strftime('%%%%Y-%%%%m', %(expressions)s)")


MONTH = MonthOf("day")


@dataclass(frozen=True, slots=True)
class Change:
    """What rows change in an account: credits are positive. Each row changes two."""

    account: str
    other: str  # the row's other account
    of_refund: bool
    amount: Decimal
    day: date  # the latest
    key: tuple[Any, ...]  # the values of the columns that it is grouped by


def list_changes(rows: QuerySet[Transfer], *columns: str) -> Iterator[Change]:
    """Yield what these rows change, grouped by account and these columns."""
    of_refund = ExpressionWrapper(Q(refund__isnull=False), BooleanField())
    groups = rows.order_by().annotate(of_refund=of_refund).values_list("debit", "credit", "of_refund", *columns)
    for debit, credit, is_of_refund, *key, found, day in groups.annotate(sum=Sum("amount"), latest=Max("day")):
        amount = to_cents(found)  # SQLite adds in floating point
        yield Change(debit, credit, bool(is_of_refund), -amount, day, tuple(key))
        yield Change(credit, debit, bool(is_of_refund), amount, day, tuple(key))


def sum_accounts(*accounts: str) -> Sum:
    """Return an aggregate of what rows change in these accounts together."""
    came, went = ({f"{side}__in": accounts, "then": F("amount")} for side in ("credit", "debit"))
    return Sum(Case(When(**came), default=ZERO) - Case(When(**went), default=ZERO))
