"""Read months with their lines: those from the shop, and those that staff entered. All are sums of the journal."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Min, QuerySet
from django.utils import timezone

from ledger.calendar import LedgerMonth, parse_month
from ledger.lines import get_balance, sum_lines
from ledger.models import Month
from orders.models import Books, LedgerEntry, Transfer
from orders.models.ledger_entry import ENTERED_ON
from orders.selectors.transfers import GIVER, MONTH, Change, list_changes


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a month, as everybody sees it."""

    public_id: str  # of lines from the shop: the month and the kind
    date: date
    kind: str
    amount: Decimal
    text: str
    derived: bool = False  # from the shop
    receipt: str = ""
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class MonthWithLines:
    """A month as staff see it."""

    month: LedgerMonth
    closed_at: datetime | None
    lines: Sequence[Line]

    @property
    def balance(self) -> Decimal:
        return get_balance((line.kind, line.amount) for line in self.lines)

    @property
    def public(self) -> "MonthWithLines":
        """The month as visitors see it: without transfers from PayPal to the bank."""
        return replace(self, lines=[line for line in self.lines if line.kind != LedgerEntry.Kind.TRANSFER])


def get_closed_through() -> date | None:
    return Books.objects.filter(pk=Books.ONLY).values_list("through", flat=True).first()


def get_current_month() -> LedgerMonth:
    return LedgerMonth.of(timezone.localdate())


def get_first_month() -> LedgerMonth | None:
    """Return the first closed month. None: no month is closed yet, and any one may be the first."""
    first_day = Month.objects.order_by("first_day").values_list("first_day", flat=True).first()
    return LedgerMonth(first_day) if first_day else None


def has_month(month: LedgerMonth) -> bool:
    """Return whether the ledger has this month: from the first one up to the current one."""
    first = get_first_month()
    return month <= get_current_month() and (first is None or first <= month)


def list_transfers(month: LedgerMonth) -> QuerySet[Transfer]:
    return Transfer.objects.filter(day__range=(month.first_day, month.last_day))


def get_month(month: LedgerMonth) -> MonthWithLines:
    """Return one month. It is empty if nothing was posted."""
    lines = build_lines(list_transfers(month)).get(month, [])
    closed_at = Month.objects.filter(first_day=month.first_day).values_list("closed_at", flat=True).first()
    return MonthWithLines(month, closed_at, lines)


def list_months() -> list[MonthWithLines]:
    """Return all months since the first closed one, those with lines, and the current one, newest first."""
    closed = {LedgerMonth(first_day): at for first_day, at in Month.objects.values_list("first_day", "closed_at")}
    lines = build_lines(Transfer.objects.all())
    shown = {*lines, *list_months_from(min(closed, default=None)), get_current_month()}
    return [MonthWithLines(month, closed.get(month), lines.get(month, [])) for month in sorted(shown, reverse=True)]


def list_months_from(month: LedgerMonth | None) -> Iterator[LedgerMonth]:
    """Yield the months from this one up to the current one. They may be empty."""
    while month and month <= get_current_month():
        yield month
        month = month.next


def build_lines(rows: QuerySet[Transfer]) -> dict[LedgerMonth, list[Line]]:
    """Return the lines that these rows are, by month: first those from the shop, then those that staff entered."""
    sold: dict[LedgerMonth, list[Change]] = defaultdict(list)
    entered: dict[int, list[Change]] = defaultdict(list)
    for change in list_changes(rows.annotate(month=MONTH, giver=GIVER), "month", "giver", "entry"):
        *_, entry = change.key
        (entered[entry] if entry else sold[LedgerMonth.of(change.day)]).append(change)
    lines: dict[LedgerMonth, list[Line]] = defaultdict(list)
    for month, changes in sold.items():
        lines[month] += build_derived_lines(month, changes)
    for line in sorted(build_entered_lines(entered), key=lambda line: line.date):
        lines[LedgerMonth.of(line.date)].append(line)
    return lines


def build_derived_lines(month: LedgerMonth, changes: Sequence[Change]) -> Iterator[Line]:
    """Yield the lines that come from the shop, dated by the latest change."""
    latest = max(change.day for change in changes)
    for kind, amount, text in sum_lines((change, change.key[1]) for change in changes):
        yield Line(f"{month}-{kind}", latest, kind, amount, text, derived=True)


def build_entered_lines(changes: dict[int, list[Change]]) -> Iterator[Line]:
    for entry in LedgerEntry.objects.filter(pk__in=changes):
        purpose = ENTERED_ON[LedgerEntry.Kind(entry.kind)]
        amount = sum((change.amount for change in changes[entry.pk] if change.account == purpose), Decimal(0))
        is_income = entry.kind == LedgerEntry.Kind.OTHER
        yield build_line(entry, changes[entry.pk][0].day, amount if is_income else -amount)


def build_line(entry: LedgerEntry, day: date, amount: Decimal) -> Line:
    return Line(entry.public_id, day, entry.kind, amount, entry.text, receipt=entry.receipt, corrects=entry.corrects)


def has_line(public_id: str) -> bool:
    """Return whether staff may correct a line with this ID: one that they entered, or one of a closed month."""
    if LedgerEntry.objects.filter(public_id=public_id).exists():
        return True
    month = parse_month(public_id[:7])
    if month is None or not Month.objects.filter(first_day=month.first_day).exists():
        return False
    return any(line.public_id == public_id for line in get_month(month).lines)


def get_first_open_day(after: date | None) -> date | None:
    """Return the first day after a closed one on which something is posted, or None."""
    rows = Transfer.objects.filter(day__gt=after) if after else Transfer.objects.all()
    day: date | None = rows.aggregate(day=Min("day"))["day"]
    return day
