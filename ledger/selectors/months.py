"""Read months with their lines: those from the shop, and those that staff entered. All are sums of the journal."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from django.db.models import QuerySet
from django.utils import timezone

from ledger.calendar import LedgerMonth, parse_month
from orders.pricing import ZERO
from payments.accounts import MONEY, RECEIVED, Account
from payments.models import ClosedMonth, LedgerEntry, Transfer
from payments.selectors.sums import Sums, sum_rows, sum_rows_by
from payments.selectors.transfers import MONTH, Change, list_changes

TEXTS = {
    "tickets": "Tickets, without sales tax",
    "gifts": "Gifts",
    "shipping": "Shipping",
    "return_fees": "Fees kept from refunds",
    "refunds": "Refunds, without sales tax",
    "fees": "PayPal's fees",
    "sales_tax": "Sales tax set aside",
}
LOWERS = ("refunds", "fees")  # lines from the shop that lower what is left
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
COUNTED = (*RECEIVED, Account.COSTS, Account.PAID_OUT)  # what changes what is left


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a month, as everybody sees it."""

    public_id: str  # of lines from the shop: the month and the kind
    date: date
    kind: str
    amount: Decimal
    text: str
    effect: Decimal = ZERO  # what it adds to what is left over
    derived: bool = False  # from the shop
    is_public: bool = True
    receipt: str = ""
    corrects: str = ""
    by: str = ""  # the first name of who entered it
    source: str = ""  # the accounts that an entered line's money moved between
    target: str = ""


@dataclass(frozen=True, slots=True)
class MonthWithLines:
    """A month as staff see it."""

    month: LedgerMonth
    closed_at: datetime | None
    lines: Sequence[Line]
    sums: Sums
    carried_in: Decimal  # what was left of the months before
    tax_held: Decimal  # at the month's end

    @property
    def carried_forward(self) -> Decimal:
        return self.carried_in + self.sums.left

    @property
    def public(self) -> "MonthWithLines":
        """The month as visitors see it: without money that only moved, and without what is owed."""
        return replace(self, lines=[line for line in self.lines if line.is_public])


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
    rows = list_transfers(month)
    before, sums = sum_rows(Transfer.objects.filter(day__lt=month.first_day)), sum_rows(rows)
    held = before.tax_held + sums.tax_held
    return MonthWithLines(month, closed_at, build_lines(rows)[month], sums, before.left, held)


def list_months() -> list[MonthWithLines]:
    """Return all months since the first closed one or the first with rows, up to the current one, newest first."""
    closed = dict(ClosedMonth.objects.values_list("last_day", "closed_at"))
    rows = Transfer.objects.all()
    lines = build_lines(rows)
    sums = {parse_month(month): each for (month,), each in sum_rows_by(rows.annotate(month=MONTH), "month").items()}
    first = min([*map(LedgerMonth.of, closed), *lines], default=get_current_month())
    found, left, held = [], ZERO, ZERO
    for month in list_months_between(first, max([get_current_month(), *lines])):
        added = sums.get(month, Sums())
        held += added.tax_held
        found.append(MonthWithLines(month, closed.get(month.last_day), lines[month], added, left, held))
        left += added.left
    return found[::-1]


def list_months_between(first: LedgerMonth, last: LedgerMonth) -> Iterator[LedgerMonth]:
    month = first
    while month <= last:
        yield month
        month = month.next


def build_lines(rows: QuerySet[Transfer]) -> dict[LedgerMonth, list[Line]]:
    """Return the lines that these rows are, by month: first those from the shop, then those that staff entered."""
    sold: dict[LedgerMonth, list[Change]] = defaultdict(list)
    entered: dict[int, list[Change]] = defaultdict(list)
    for change in list_changes(rows.annotate(month=MONTH), "entry", "month"):
        entry = change.key[0]
        (entered[entry] if entry else sold[LedgerMonth.of(change.day)]).append(change)
    lines: dict[LedgerMonth, list[Line]] = defaultdict(list)
    for month, changes in sold.items():
        lines[month] += build_derived_lines(month, changes)
    for line in sorted(build_entered_lines(entered), key=lambda line: line.date):
        lines[LedgerMonth.of(line.date)].append(line)
    return lines


def build_derived_lines(month: LedgerMonth, changes: Sequence[Change]) -> Iterator[Line]:
    """Yield the lines that come from the shop, dated by the latest change, in the order of the page."""
    sums = dict.fromkeys(TEXTS, ZERO)
    for change in changes:
        if kind := KINDS.get(Account(change.account)):
            if kind in ("tickets", "shipping") and change.of_refund and change.other in FOR_MONEY:
                kind = "refunds"
            sums[kind] += change.amount
    latest = max(change.day for change in changes)
    for kind, added in sums.items():
        if added:
            amount, effect = -added if kind in LOWERS else added, ZERO if kind == "sales_tax" else added
            yield Line(f"{month}-{kind}", latest, kind, amount, TEXTS[kind], effect, derived=True)


def build_entered_lines(changes: Mapping[int, Sequence[Change]]) -> Iterator[Line]:
    for entry in LedgerEntry.objects.filter(pk__in=changes).select_related("by"):
        yield build_line(entry, changes[entry.pk])


def get_entered_line(entry: LedgerEntry) -> Line:
    return build_line(entry, list(list_changes(entry.transfers.all())))


def build_line(entry: LedgerEntry, changes: Sequence[Change]) -> Line:
    """Return the line of an entry. Its amount is what the two accounts make of its kind: costs are positive."""
    added: dict[str, Decimal] = defaultdict(Decimal)
    for change in changes:
        added[change.account] += change.amount
    effect = sum((added[account] for account in COUNTED), ZERO)
    moved = max(added.values())
    amounts = {
        LedgerEntry.Kind.COST: -added[Account.COSTS],
        LedgerEntry.Kind.PAID_OUT: -added[Account.PAID_OUT],
        LedgerEntry.Kind.TAX_PAID: -added[Account.TAX],
        LedgerEntry.Kind.TRANSFER: moved,
        LedgerEntry.Kind.OTHER: effect or added[Account.TAX] or added[Account.OWED] or added[Account.OPENING],
    }
    return Line(
        entry.public_id,
        changes[0].day,
        entry.kind,
        amounts[LedgerEntry.Kind(entry.kind)],
        entry.text,
        effect,
        is_public=any(added[account] for account in (*COUNTED, Account.TAX, Account.OPENING)),
        receipt=entry.receipt,
        corrects=entry.corrects,
        by=entry.by.first_name,
        source=next((account for account, amount in added.items() if amount > 0), ""),
        target=next((account for account, amount in added.items() if amount < 0), ""),
    )


def has_line(public_id: str) -> bool:
    """Return whether staff may correct a line with this ID: one that they entered, or one of a closed month."""
    month = parse_month(public_id[:7])
    if month and ClosedMonth.objects.filter(last_day=month.last_day).exists():
        return any(line.public_id == public_id for line in get_month(month).lines)
    return LedgerEntry.objects.filter(public_id=public_id).exists()
