"""Compare what a month has posted with PayPal's transaction report, line by line.

Lines are matched by PayPal's ID of the capture, the refund or the return of a reversal's money, and by whether it came
or went, whatever day the shop posted it on: a reversal may have its capture's ID at first. Holds for disputes are left
out, because they move no money.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Literal

from django.conf import settings
from django.db.models import Min, Q
from django.utils import timezone

from charityshop.exceptions import DomainError
from events.datetimes import get_day_bounds
from ledger.calendar import LedgerMonth
from ledger.selectors.journal import DIGEST_LENGTH, hash_transfers
from ledger.selectors.months import Line
from orders.pricing import ZERO
from payments.journal import list_unposted_payments, list_unposted_refunds
from payments.models import Payment, Refund, SettlementExplanation, Transfer
from paypal import transaction_search
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.schemas import Transaction
from paypal.transaction_search import UnreadableLine

State = Literal["only_paypal", "only_shop", "differs", "explained", "matched"]
STATES: tuple[State, ...] = ("only_paypal", "only_shop", "differs", "explained", "matched")
MARGIN = timedelta(days=1)  # a payment at midnight may have another date at PayPal than in the shop
Report = Sequence[Transaction | UnreadableLine]
Key = tuple[str, bool]  # PayPal's ID, and whether money came in


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
    def key(self) -> Key:
        return self.paypal_id, self.amounts.gross > 0


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
    compared = json.dumps([astuple(line) for line in lines], default=str)
    return Settlement(lines, hash_transfers(month) + hashlib.sha256(compared.encode()).hexdigest()[:DIGEST_LENGTH])


def compare(month: LedgerMonth, report: Report) -> list[SettlementLine]:
    transactions = {line.id: line for line in report if isinstance(line, Transaction) and is_settled(line)}
    ours = [*read_payments(month, transactions), *read_refunds(month, transactions)]
    at_paypal = {(line.id, line.amount.value > 0) for line in transactions.values()}
    lines = [*compare_transactions(month, transactions, {each.key: each for each in ours if each.is_at_paypal})]
    for unreadable in report:
        if isinstance(unreadable, UnreadableLine):
            lines.append(SettlementLine("only_paypal", unreadable.name, "", month.first_day, None, None))
    for booked in ours:
        if LedgerMonth.of(booked.day) == month and not (booked.is_at_paypal and booked.key in at_paypal):
            found = (booked.day, booked.amounts, None, booked.order)
            lines.append(SettlementLine("only_shop", booked.paypal_id, "", *found))
    named = SettlementExplanation.objects.filter(paypal_id__in=[line.paypal_id for line in lines])
    explanations = {row.paypal_id: row for row in named}
    for line in lines:
        if row := explanations.get(line.paypal_id):
            line.state = "matched" if line.state == "matched" else "explained"
            line.explanation, line.entry = row.text, row.entry
    return sorted(lines, key=lambda line: (STATES.index(line.state), line.date, line.paypal_id))


def is_settled(line: Transaction) -> bool:
    return line.is_final and not (line.is_hold or line.is_end_of_hold)


def read_payments(month: LedgerMonth, paypal_ids: Collection[str]) -> Iterator[Booked]:
    """Yield the payments of the month, and those with these IDs. Perhaps nobody has claimed them.

    One that was claimed after its month was closed is posted again, but its money came when it was posted first.
    """
    completed = Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY)
    wanted = is_in_month(month, "captured_at") | Q(capture_id__in=paypal_ids)
    payments = completed.exclude(method=Payment.Method.CASH).filter(wanted).select_related("order")
    came = Transfer.objects.filter(payment__in=payments, refund=None).order_by().values_list("payment")
    first_days = dict(came.annotate(Min("day")))
    for payment in payments:
        day = first_days.get(payment.pk) or timezone.localdate(payment.captured_at)
        order = payment.order.public_id if payment.order else ""
        yield Booked(str(payment.capture_id), day, Amounts(payment.amount, payment.fee), order)


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
        day = refund.posted_on or timezone.localdate(refund.completed_at)
        amounts = Amounts(gross, -(refund.fee_back or ZERO))
        paypal_id = refund.paypal_refund_id or (refund.returns and refund.returns.paypal_refund_id)
        order = refund.order.public_id if refund.order else ""
        yield Booked(str(paypal_id), day, amounts, order, is_at_paypal=refund.paypal_refund_id is not None)


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
        day = timezone.localdate(line.at) if line.at else month.first_day
        booked = ours.get((paypal_id, line.amount.value > 0))
        if LedgerMonth.of(day) != month and (booked is None or LedgerMonth.of(booked.day) != month):
            continue  # of the days before and after the month
        theirs = Amounts(line.amount.value, -line.fee)
        to_bank = f"From PayPal to the bank ({line.id})"
        is_equal = booked is not None and booked.amounts == theirs and line.amount.currency == settings.CURRENCY
        yield SettlementLine(
            "matched" if is_equal else "differs" if booked else "only_paypal",
            paypal_id,
            line.code,
            day,
            booked.amounts if booked else None,
            theirs,
            booked.order if booked else "",
            proposal=Line("", day, "transfer", -line.amount.value, to_bank) if line.is_withdrawal else None,
        )


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
