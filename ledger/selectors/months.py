"""Read months with their lines: those from the shop, and those that staff entered. All are sums of the journal."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from django.db.models import QuerySet
from django.utils import timezone

from ledger.calendar import LedgerMonth, parse_month
from orders.pricing import ZERO
from payments.accounts import GIVEN, MONEY, Account
from payments.models import ClosedMonth, LedgerEntry, Transfer
from payments.models.journal import ENTERED_ON
from payments.selectors.transfers import GIVER, MONTH, Change, are_gifts_public, list_changes

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
    Account.TICKETS: "tickets",
    Account.SHIPPING: "shipping",
    Account.GIFTS: "gifts",
    Account.KEPT_GIFTS: "gifts",
    Account.RETURN_FEES: "return_fees",
    Account.TAX: "sales_tax",
    Account.PAYPAL_FEES: "fees",
}  # no line has money, or what is owed
FOR_MONEY = (*MONEY, Account.RETURN_FEES, Account.OWED)  # where refunded tickets go, unless they become a gift


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
        """What the lines leave for the charity."""
        return sum((line.amount * ((line.kind in RAISES) - (line.kind in LOWERS)) for line in self.lines), ZERO)

    @property
    def public(self) -> "MonthWithLines":
        """The month as visitors see it: without transfers from PayPal to the bank."""
        return replace(self, lines=[line for line in self.lines if line.kind != LedgerEntry.Kind.TRANSFER])


def get_current_month() -> LedgerMonth:
    return LedgerMonth.of(timezone.localdate())


def has_month(month: LedgerMonth) -> bool:
    """Return whether the ledger has this month: from the first closed one up to the current one."""
    first = ClosedMonth.objects.order_by("last_day").first()
    return month <= get_current_month() and (first is None or first.last_day <= month.last_day)


def list_transfers(month: LedgerMonth) -> QuerySet[Transfer]:
    return Transfer.objects.filter(day__range=(month.first_day, month.last_day))


def get_month(month: LedgerMonth) -> MonthWithLines:
    """Return one month. It is empty if nothing was posted."""
    closed_at = ClosedMonth.objects.filter(last_day=month.last_day).values_list("closed_at", flat=True).first()
    return MonthWithLines(month, closed_at, build_lines(list_transfers(month))[month])


def list_months() -> list[MonthWithLines]:
    """Return all months since the first closed one, those with lines, and the current one, newest first."""
    rows = ClosedMonth.objects.values_list("last_day", "closed_at")
    closed = {LedgerMonth.of(last_day): closed_at for last_day, closed_at in rows}
    lines = build_lines(Transfer.objects.all())
    month = min(closed, default=get_current_month())
    while month <= get_current_month():  # it may be empty
        lines.setdefault(month, [])
        month = month.next
    return [MonthWithLines(month, closed.get(month), lines[month]) for month in sorted(lines, reverse=True)]


def build_lines(rows: QuerySet[Transfer]) -> dict[LedgerMonth, list[Line]]:
    """Return the lines that these rows are, by month: first those from the shop, then those that staff entered."""
    sold: dict[LedgerMonth, list[Change]] = defaultdict(list)
    entered: dict[int, list[Change]] = defaultdict(list)
    for change in list_changes(rows.annotate(month=MONTH, giver=GIVER), "giver", "entry", "month"):
        entry = change.key[1]
        (entered[entry] if entry else sold[LedgerMonth.of(change.day)]).append(change)
    lines: dict[LedgerMonth, list[Line]] = defaultdict(list)
    for month, changes in sold.items():
        lines[month] += build_derived_lines(month, changes)
    for line in sorted(build_entered_lines(entered), key=lambda line: line.date):
        lines[LedgerMonth.of(line.date)].append(line)
    return lines


def build_derived_lines(month: LedgerMonth, changes: Sequence[Change]) -> Iterator[Line]:
    """Yield the lines that come from the shop, dated by the latest change, in the order of the page.

    Where fewer than three people gave, there is no line of gifts, and tickets have both.
    """
    sums, texts = dict.fromkeys(TEXTS, ZERO), TEXTS
    for change in changes:
        if kind := KINDS.get(Account(change.account)):
            if kind in ("tickets", "shipping") and change.of_refund and change.other in FOR_MONEY:
                kind = "refunds"
            sums[kind] += -change.amount if kind in LOWERS else change.amount
    given = [(change.key[0], change.amount) for change in changes if change.account in GIVEN]
    if sums["gifts"] and not are_gifts_public(given):
        sums["tickets"] += sums.pop("gifts")
        texts = TEXTS | {"tickets": WITH_GIFTS}
    latest = max(change.day for change in changes)
    for kind, amount in sums.items():
        if amount:
            yield Line(f"{month}-{kind}", latest, kind, amount, texts[kind], derived=True)


def build_entered_lines(changes: dict[int, list[Change]]) -> Iterator[Line]:
    for entry in LedgerEntry.objects.filter(pk__in=changes):
        purpose = ENTERED_ON[LedgerEntry.Kind(entry.kind)]
        amount = sum((change.amount for change in changes[entry.pk] if change.account == purpose), ZERO)
        is_income = entry.kind == LedgerEntry.Kind.OTHER
        yield build_line(entry, changes[entry.pk][0].day, amount if is_income else -amount)


def build_line(entry: LedgerEntry, day: date, amount: Decimal) -> Line:
    return Line(entry.public_id, day, entry.kind, amount, entry.text, receipt=entry.receipt, corrects=entry.corrects)


def has_line(public_id: str) -> bool:
    """Return whether staff may correct a line with this ID: one that they entered, or one of a closed month."""
    month = parse_month(public_id[:7])
    if month and ClosedMonth.objects.filter(last_day=month.last_day).exists():
        return any(line.public_id == public_id for line in get_month(month).lines)
    return LedgerEntry.objects.filter(public_id=public_id).exists()
