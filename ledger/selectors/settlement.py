"""Compare what a month has posted with PayPal's transaction report, line by line.

Lines are matched by PayPal's ID of the capture, the refund or the return of a reversal's money, and by whether it came
or went, whatever day the shop posted it on: a reversal may have its capture's ID at first. Holds for disputes are left
out, because they move no money.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Literal

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from charityshop.exceptions import DomainError
from events.datetimes import get_day_bounds
from ledger.calendar import LedgerMonth
from ledger.selectors.journal import DIGEST_LENGTH, hash_transfers
from orders.models import Payment, Refund, SettlementExplanation
from orders.pricing import ZERO
from payments.journal import list_unposted_payments, list_unposted_refunds
from paypal import transaction_search
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.schemas import Transaction
from paypal.transaction_search import UnreadableLine

State = Literal["only_paypal", "only_shop", "differs", "explained", "matched"]
STATES: tuple[State, ...] = ("only_paypal", "only_shop", "differs", "explained", "matched")
MARGIN = timedelta(days=1)  # a payment at midnight may have another date at PayPal than in the shop
Report = Sequence[Transaction | UnreadableLine]


NO_RECORD = (
    "PayPal does not list its transactions now. If that stays so, switch “Transaction search” on for your app "
    "at developer.paypal.com."
)


@dataclass(frozen=True, slots=True)
class Amounts:
    gross: Decimal  # negative: out of the account
    fee: Decimal | None  # None: PayPal has not reported it yet

    @property
    def net(self) -> Decimal | None:
        return None if self.fee is None else self.gross - self.fee


@dataclass(frozen=True, slots=True)
class Booked:
    """A payment or refund of the shop, or the return of a reversal's money."""

    paypal_id: str
    day: date
    amounts: Amounts
    order: str
    is_at_paypal: bool = True  # unless it is a return that corrects what PayPal announced

    @property
    def key(self) -> "Key":
        return self.paypal_id, self.amounts.gross > 0


Key = tuple[str, bool]  # PayPal's ID, and whether money came in


@dataclass(frozen=True, slots=True)
class Proposal:
    """The entry that a line suggests."""

    kind: str
    date: date
    amount: Decimal
    text: str


@dataclass(frozen=True, slots=True)
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
    proposal: Proposal | None = None

    @property
    def is_open(self) -> bool:
        return self.state not in ("explained", "matched")


@dataclass(frozen=True, slots=True)
class Settlement:
    lines: Sequence[SettlementLine]
    digest: str  # also of the month's transfers, so that it changes with everything that is closed


def read_report(month: LedgerMonth) -> Report:
    """Ask PayPal for the month's transactions, and those of a day more on either side. Never call it with locks held.

    Raise DomainError (`no_record`) if PayPal doesn't list them.
    """
    start, end = get_bounds(month)
    try:
        return list(transaction_search.list_transactions(start=start - MARGIN, end=min(end + MARGIN, timezone.now())))
    except (PayPalUnclear, PayPalRefused) as problem:
        raise DomainError(NO_RECORD, code="no_record") from problem


def get_bounds(month: LedgerMonth) -> tuple[datetime, datetime]:
    """Return when the month and the next one begin in the shop's time zone."""
    return get_day_bounds(month.first_day)[0], get_day_bounds(month.last_day)[1]


def get_settlement(month: LedgerMonth, report: Report) -> Settlement:
    lines = compare(month, report)
    return Settlement(lines, hash_transfers(month) + hash_lines(lines))


def compare(month: LedgerMonth, report: Report) -> list[SettlementLine]:
    transactions = {line.id: line for line in report if isinstance(line, Transaction) and is_settled(line)}
    unreadable = [line for line in report if isinstance(line, UnreadableLine)]
    ours = [*read_payments(month, transactions), *read_refunds(month, transactions)]
    paypal_ids = [*transactions, *(booked.paypal_id for booked in ours), *(line.name for line in unreadable)]
    explanations = {row.paypal_id: row for row in SettlementExplanation.objects.filter(paypal_id__in=paypal_ids)}
    at_paypal = {(line.id, line.amount.value > 0) for line in transactions.values()}
    lines = [
        *compare_transactions(month, transactions, {booked.key: booked for booked in ours if booked.is_at_paypal}),
        *list_unreadable(month, unreadable),
        *list_only_ours(month, [booked for booked in ours if not (booked.is_at_paypal and booked.key in at_paypal)]),
    ]
    explained = [add_explanation(line, explanations.get(line.paypal_id)) for line in lines]
    return sorted(explained, key=lambda line: (STATES.index(line.state), line.date, line.paypal_id))


def is_settled(line: Transaction) -> bool:
    return line.is_final and not (line.is_hold or line.is_end_of_hold)


def read_payments(month: LedgerMonth, paypal_ids: Collection[str]) -> Iterator[Booked]:
    """Yield the payments of the month, and those with these IDs. Perhaps nobody has claimed them."""
    completed = Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY)
    wanted = is_in_month(month, "captured_at") | Q(capture_id__in=paypal_ids)
    for payment in completed.exclude(method=Payment.Method.CASH).filter(wanted).select_related("order"):
        day, amounts = get_posted_day(payment.posted_on, payment.captured_at), Amounts(payment.amount, payment.fee)
        yield Booked(str(payment.capture_id), day, amounts, payment.order.public_id if payment.order else "")


def read_refunds(month: LedgerMonth, paypal_ids: Collection[str]) -> Iterator[Booked]:
    """Yield the refunds and reversals at PayPal, and the returns of reversals' money, like the payments.

    Leave out reversals that PayPal announced with another amount, if they were corrected in the same month.
    """
    in_month = is_in_month(month, "completed_at")
    completed = Refund.objects.filter(status=Refund.Status.COMPLETED, amount__gt=0, payment__currency=settings.CURRENCY)
    at_paypal = completed.exclude(paypal_refund_id=None, returns=None)
    corrections = Refund.objects.filter(in_month, kind=Refund.Kind.RETURNED, paypal_refund_id=None)
    corrected = Q(pk__in=corrections.values("returns"))
    corrects = Q(pk__in=corrections.filter(is_in_month(month, "completed_at", "returns__")))
    refunds = at_paypal.filter(in_month | Q(paypal_refund_id__in=paypal_ids)).exclude(corrected | corrects)
    for refund in refunds.select_related("order", "returns"):
        gross = refund.amount if refund.returns else -refund.amount
        day = get_posted_day(refund.posted_on, refund.completed_at)
        amounts = Amounts(gross, -(refund.fee_back or ZERO))
        paypal_id = refund.paypal_refund_id or (refund.returns and refund.returns.paypal_refund_id)
        order = refund.order.public_id if refund.order else ""
        yield Booked(str(paypal_id), day, amounts, order, is_at_paypal=refund.paypal_refund_id is not None)


def get_posted_day(posted_on: date | None, at: datetime | None) -> date:
    """Return the day on which money is in the journal, or will be."""
    return posted_on or timezone.localdate(at)


def is_in_month(month: LedgerMonth, time: str, path: str = "") -> Q:
    """Filter what is posted in the month, and what isn't posted yet, by the column with its time."""
    start, end = get_bounds(month)
    unposted = {f"{path}posted_on": None, f"{path}{time}__gte": start, f"{path}{time}__lt": end}
    return Q(**{f"{path}posted_on__range": (month.first_day, month.last_day)}) | Q(**unposted)


def compare_transactions(
    month: LedgerMonth, transactions: Mapping[str, Transaction], ours: Mapping[Key, Booked]
) -> Iterator[SettlementLine]:
    """Yield PayPal's lines of the month, and those of other days that the shop has posted in the month."""
    for paypal_id, line in transactions.items():
        day, booked = get_day(line, month), ours.get((paypal_id, line.amount.value > 0))
        if LedgerMonth.of(day) != month and (booked is None or LedgerMonth.of(booked.day) != month):
            continue  # of the days before and after the month
        theirs = Amounts(line.amount.value, -line.fee)
        is_equal = booked is not None and booked.amounts == theirs and line.amount.currency == settings.CURRENCY
        yield SettlementLine(
            "matched" if is_equal else "differs" if booked else "only_paypal",
            paypal_id,
            line.code,
            day,
            booked.amounts if booked else None,
            theirs,
            booked.order if booked else "",
            proposal=propose_entry(line, day),
        )


def list_only_ours(month: LedgerMonth, ours: Iterable[Booked]) -> Iterator[SettlementLine]:
    for booked in ours:
        if LedgerMonth.of(booked.day) == month:
            yield SettlementLine("only_shop", booked.paypal_id, "", booked.day, booked.amounts, None, booked.order)


def list_unreadable(month: LedgerMonth, lines: Sequence[UnreadableLine]) -> Iterator[SettlementLine]:
    for line in lines:
        yield SettlementLine("only_paypal", line.name, "", month.first_day, None, None)


def add_explanation(line: SettlementLine, row: SettlementExplanation | None) -> SettlementLine:
    if row is None:
        return line
    state: State = "matched" if line.state == "matched" else "explained"
    return replace(line, state=state, explanation=row.text, entry=row.entry)


def get_day(line: Transaction, month: LedgerMonth) -> date:
    return timezone.localdate(line.at) if line.at else month.first_day


def propose_entry(line: Transaction, day: date) -> Proposal | None:
    if not line.is_withdrawal:
        return None
    return Proposal("transfer", day, -line.amount.value, f"From PayPal to the bank ({line.id})")


def hash_lines(lines: Sequence[SettlementLine]) -> str:
    compared = [
        [
            line.state,
            line.paypal_id,
            line.date,
            format_amounts(line.ours),
            format_amounts(line.theirs),
            line.explanation,
            line.entry,
        ]
        for line in lines
    ]
    return hashlib.sha256(json.dumps(compared, default=str).encode()).hexdigest()[:DIGEST_LENGTH]


def format_amounts(amounts: Amounts | None) -> list[str]:
    return [f"{amounts.gross:.2f}", str(amounts.fee)] if amounts else []


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
