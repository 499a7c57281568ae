"""Compare what a month has posted with PayPal's transaction report, line by line.

What the shop has is of the month in which it was posted first, whatever day PayPal has. What only PayPal has is of its
own month, or of the first open one if PayPal's report showed it after that was closed.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from django.conf import settings
from django.utils import timezone

from charityshop.exceptions import DomainError
from events.datetimes import get_day_bounds
from ledger.calendar import LedgerMonth
from ledger.selectors.journal import DIGEST_LENGTH, hash_transfers
from ledger.selectors.months import Line
from payments.journal import list_unposted_payments, list_unposted_refunds
from payments.models import ClosedMonth, Payment, Refund, SettlementExplanation
from payments.reports.paypal_comparison import Amounts, Pair, add_missing, match, read_booked
from paypal import transaction_search
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.schemas import Transaction
from paypal.transaction_search import MAX_SPAN, Report

State = Literal["only_paypal", "only_shop", "differs", "explained", "matched"]
STATES: tuple[State, ...] = ("only_paypal", "only_shop", "differs", "explained", "matched")
# The shop posts what it learned late on a day of an open month. It reads PayPal's record of the last MAX_SPAN.
REACH = MAX_SPAN + timedelta(days=1)


NO_RECORD = (
    "PayPal does not list its transactions now. If that stays so, switch “Transaction search” on for your app "
    "at developer.paypal.com."
)


@dataclass(slots=True)
class SettlementLine:
    state: State
    paypal_id: str
    code: str  # PayPal's kind of transaction; empty if only the shop has it
    date: date
    ours: Amounts | None
    theirs: Amounts | None
    order: str = ""
    explanation: str = ""
    entry: str = ""  # the ID of the one that the explanation names
    proposal: Line | None = None  # the entry that it suggests

    @property
    def is_open(self) -> bool:
        return self.state not in ("explained", "matched")


@dataclass(frozen=True, slots=True)
class Settlement:
    lines: Sequence[SettlementLine]
    digest: str  # also of the month's transfers, so that it changes with everything that is closed


def read_report(month: LedgerMonth) -> Report:
    """Ask PayPal for the transactions that may be the month's. Never call it with locks held.

    Raise DomainError (`no_record`) if PayPal doesn't list them.
    """
    start, end = get_bounds(month)
    try:
        report = transaction_search.read_report(start=start - REACH, end=min(end + REACH, timezone.now()))
        return add_missing(report, read_booked(month.first_day, month.last_day))
    except (PayPalUnclear, PayPalRefused) as problem:
        raise DomainError(NO_RECORD, code="no_record") from problem


def get_bounds(month: LedgerMonth) -> tuple[datetime, datetime]:
    """Return when the month and the next one begin in the shop's time zone."""
    return get_day_bounds(month.first_day)[0], get_day_bounds(month.last_day)[1]


def get_settlement(month: LedgerMonth, report: Report) -> Settlement:
    lines = compare(month, report)
    compared = json.dumps([astuple(line) for line in lines], default=str)
    return Settlement(lines, hash_transfers(month) + hashlib.sha256(compared.encode()).hexdigest()[:DIGEST_LENGTH])


def compare(month: LedgerMonth, report: Report) -> list[SettlementLine]:
    booked = read_booked(month.first_day, month.last_day, report.transactions)
    in_currency = [each for each in booked if each.currency == settings.CURRENCY]  # the journal has no others
    pairs = list(match(report, in_currency))
    names = [*(pair.paypal_id for pair in pairs), *(line.name for line in report.unreadable)]
    explanations = {row.paypal_id: row for row in SettlementExplanation.objects.filter(paypal_id__in=names)}
    days = list(ClosedMonth.objects.order_by("last_day").values_list("last_day", flat=True))
    closed = (LedgerMonth.of(days[0]), LedgerMonth.of(days[-1])) if days else None

    def is_of_month(paypal_id: str, at: datetime | None) -> bool:
        """Return whether this is the month of what only PayPal has."""
        explanation = explanations.get(paypal_id)
        if explanation and explanation.closed_month:
            return LedgerMonth(explanation.closed_month) == month
        theirs = LedgerMonth.of(timezone.localdate(at)) if at else month
        return month == (closed[1].next if closed and closed[0] <= theirs <= closed[1] else theirs)

    lines = [
        build_settlement_line(pair, month)
        for pair in pairs
        if (LedgerMonth.of(pair.ours.day) == month if pair.ours else is_of_month(pair.paypal_id, get_time(pair.theirs)))
    ]
    for unreadable in report.unreadable:
        if is_of_month(unreadable.name, unreadable.at):
            lines.append(SettlementLine("only_paypal", unreadable.name, "", month.first_day, None, None))
    for line in lines:
        if row := explanations.get(line.paypal_id):
            line.state = "matched" if line.state == "matched" else "explained"
            line.explanation, line.entry = row.text, row.entry
    return sorted(lines, key=lambda line: (STATES.index(line.state), line.date, line.paypal_id))


def get_time(line: Transaction | None) -> datetime | None:
    return line.at if line else None


def build_settlement_line(pair: Pair, month: LedgerMonth) -> SettlementLine:
    """Return the line as staff see it. A withdrawal proposes an entry on a day of this month."""
    ours, theirs = pair.ours, pair.theirs
    at, day = get_time(theirs), ours.day if ours else month.first_day
    line = SettlementLine(
        pair.state,
        pair.paypal_id,
        theirs.code if theirs else "",
        timezone.localdate(at) if at else day,
        ours.amounts if ours else None,
        pair.their_amounts,
        ours.order if ours else "",
    )
    if theirs and theirs.is_withdrawal:
        text = f"From PayPal to the bank ({theirs.id})"
        line.proposal = Line("", max(line.date, month.first_day), "transfer", -theirs.amount.value, text)
    return line


def count_unsettled(month: LedgerMonth) -> int:
    """Return how many payments and refunds may still be posted in this month, or have no known fee."""
    end = get_bounds(month)[1]
    undecided = Payment.objects.filter(status__in=Payment.UNDECIDED, created_at__lt=end)
    unfinished = Refund.objects.filter(status__in=Refund.UNDECIDED, amount__gt=0, created_at__lt=end)
    unposted = list_unposted_payments().filter(captured_at__lt=end)
    unposted_refunds = list_unposted_refunds().filter(completed_at__lt=end)
    in_month = Refund.objects.filter(posted_on__range=(month.first_day, month.last_day))
    unknown_back = in_month.filter(fee_back=None, paypal_refund_id__isnull=False)
    return sum(rows.count() for rows in (undecided, unfinished, unposted, unposted_refunds, unknown_back))
