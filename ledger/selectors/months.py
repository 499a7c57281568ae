"""Read months with their lines: stored ones, and those that are derived while the month is open."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby

from django.db.models import QuerySet
from django.utils import timezone

from giving.gifts import GiftGroup, sum_amounts
from giving.selectors.gifts import Gifts, read_gifts
from ledger.calendar import LedgerMonth
from ledger.lines import TEXTS, Movement, derive_lines, get_balance
from ledger.models import Entry, Month
from ledger.selectors.movements import get_first_open_day, list_movements
from orders.models import BooksClosed


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a month, as everybody sees it."""

    public_id: str  # of derived lines that are not stored yet: the month and the kind
    date: date
    kind: str
    amount: Decimal
    text: str
    derived: bool
    receipt: str = ""
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class MonthWithLines:
    """A month as staff see it."""

    month: LedgerMonth
    closed_at: datetime | None
    lines: Sequence[Line]
    hidden: Decimal | None = None  # what gifts that are not public yet add to the balance, in an open month

    @property
    def balance(self) -> Decimal:
        return get_balance((line.kind, line.amount) for line in self.lines)

    @property
    def public(self) -> "MonthWithLines":
        """The month as visitors see it.

        Transfers are left out: a transfer of everything says what was in the PayPal account, also what is hidden.
        """
        return replace(self, lines=[line for line in self.lines if line.kind != Entry.Kind.TRANSFER], hidden=None)


def get_closed_through() -> date | None:
    return BooksClosed.objects.filter(pk=BooksClosed.ONLY).values_list("through", flat=True).first()


def get_current_month() -> LedgerMonth:
    return LedgerMonth.of(timezone.localdate())


def get_first_month() -> LedgerMonth | None:
    """Return the first closed month. None: no month is closed yet, and any one may be the first."""
    closed = Month.objects.filter(closed_at__isnull=False).order_by("first_day")
    first_day = closed.values_list("first_day", flat=True).first()
    return LedgerMonth(first_day) if first_day else None


def has_month(month: LedgerMonth) -> bool:
    """Return whether the ledger has this month: from the first one up to the current one."""
    first = get_first_month()
    return month <= get_current_month() and (first is None or first <= month)


def get_month(month: LedgerMonth) -> MonthWithLines:
    """Return one month. It is empty if nothing was booked or entered."""
    row = list_rows().filter(first_day=month.first_day).first()
    if row and row.closed_at:
        return MonthWithLines(month, row.closed_at, build_stored_lines(row))
    return build_open_month(month, row, list_movements(month.first_day, month.last_day), read_gifts())


def list_months() -> list[MonthWithLines]:
    """Return all months since the first closed one, those with lines, and the current one, newest first."""
    rows = {LedgerMonth.of(row.first_day): row for row in list_rows()}
    closed = {month: row for month, row in rows.items() if row.closed_at}
    open_from = get_first_open_day(max(closed).last_day if closed else None)
    booked = group_by_month(list_movements(open_from, timezone.localdate())) if open_from else {}
    gifts = read_gifts()
    of_gifts = {LedgerMonth.of(get_day(group)) for group in gifts.public}
    since_closed = list_months_from(min(closed, default=None))
    return [
        MonthWithLines(month, closed[month].closed_at, build_stored_lines(closed[month]))
        if month in closed
        else build_open_month(month, rows.get(month), booked.get(month, []), gifts)
        for month in sorted({*rows, *booked, *of_gifts, *since_closed, get_current_month()}, reverse=True)
    ]


def list_months_from(month: LedgerMonth | None) -> Iterator[LedgerMonth]:
    """Yield the months from this one up to the current one. They may be empty."""
    while month and month <= get_current_month():
        yield month
        month = month.next


def list_rows() -> QuerySet[Month]:
    return Month.objects.defer("journal").prefetch_related("entries__corrects")


def group_by_month(movements: Iterable[Movement]) -> Mapping[LedgerMonth, list[Movement]]:
    months = groupby(movements, key=lambda movement: LedgerMonth.of(movement.day))
    return {month: list(group) for month, group in months}


def build_open_month(
    month: LedgerMonth, row: Month | None, movements: Sequence[Movement], gifts: Gifts
) -> MonthWithLines:
    stored = build_stored_lines(row) if row else []
    hidden = (sum_amounts(gifts.every) - sum_amounts(gifts.public)).balance
    return MonthWithLines(month, None, [*build_derived_lines(month, movements, gifts), *stored], hidden)


def build_derived_lines(month: LedgerMonth, movements: Sequence[Movement], gifts: Gifts) -> list[Line]:
    """Return the lines of an open month that come from the shop, dated by the latest movement or gift."""
    given = [gift for gift in gifts.every if LedgerMonth.of(gift.day) == month]
    public = [group for group in gifts.public if LedgerMonth.of(get_day(group)) == month]
    latest = max([*(movement.day for movement in movements), *map(get_day, public)], default=month.first_day)
    return [
        Line(f"{month}-{line.kind}", latest, line.kind, line.amount, line.text, True)
        for line in derive_lines(movements, given, public)
    ]


def get_day(group: GiftGroup) -> date:
    """Return the day on which a group counts: when the shop learned of its last gift, since that month is open."""
    return timezone.localdate(group.at)


def build_stored_lines(row: Month) -> list[Line]:
    """Return the stored lines from prefetched rows, those from the shop first."""
    return [build_line(entry) for entry in sorted(row.entries.all(), key=get_position)]


def get_position(entry: Entry) -> tuple[bool, int, date, int]:
    order = list(TEXTS).index(entry.kind) if entry.derived else 0
    return not entry.derived, order, entry.date, entry.pk


def build_line(entry: Entry) -> Line:
    corrects = entry.corrects.public_id if entry.corrects else ""
    return Line(
        entry.public_id, entry.date, entry.kind, entry.amount, entry.text, entry.derived, entry.receipt, corrects
    )
