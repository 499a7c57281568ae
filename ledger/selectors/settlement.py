"""Compare what a month has booked with PayPal's transaction report, line by line.

Lines are matched by PayPal's ID of the capture or refund, whatever day the shop booked it on. Holds for disputes are
left out, because they move no money.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
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
from ledger.selectors.journal import list_journal_rows
from ledger.selectors.months import Line, get_month
from orders import paypal
from orders.models import Payment, Refund, SettlementExplanation
from orders.paypal import PayPalRefused, PayPalUnclear, Transaction, UnreadableLine
from orders.pricing import ZERO

State = Literal["only_paypal", "only_shop", "differs", "explained", "matched"]
STATES: tuple[State, ...] = ("only_paypal", "only_shop", "differs", "explained", "matched")
MARGIN = timedelta(days=1)  # a payment at midnight may have another date at PayPal than in the shop
Report = Sequence[Transaction | UnreadableLine]


class NoRecord(DomainError):
    code = "no_record"

    def __init__(self) -> None:
        super().__init__(
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
    """A payment or refund of the shop."""

    day: date
    amounts: Amounts
    order: str


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
    digest: str  # also of the month's lines and journal, so that it changes with everything that closing stores


def read_report(month: LedgerMonth) -> Report:
    """Ask PayPal for the month's transactions, and those of a day more on either side. Never call it with locks held.

    Raise NoRecord if PayPal doesn't list them.
    """
    start, end = get_bounds(month)
    try:
        return list(paypal.list_transactions(start=start - MARGIN, end=min(end + MARGIN, timezone.now())))
    except (PayPalUnclear, PayPalRefused) as problem:
        raise NoRecord from problem


def get_bounds(month: LedgerMonth) -> tuple[datetime, datetime]:
    """Return when the month and the next one begin in the shop's time zone."""
    return get_day_bounds(month.first_day)[0], get_day_bounds(month.last_day)[1]


def get_settlement(month: LedgerMonth, report: Report) -> Settlement:
    lines = compare(month, report)
    return Settlement(lines, hash_settlement(lines, get_month(month).lines, list_journal_rows(month)))


def compare(month: LedgerMonth, report: Report) -> list[SettlementLine]:
    transactions = {line.id: line for line in report if isinstance(line, Transaction) and is_settled(line)}
    unreadable = [line for line in report if isinstance(line, UnreadableLine)]
    ours = read_booked(month, [*transactions])
    paypal_ids = [*transactions, *ours, *(line.name for line in unreadable)]
    explanations = {row.paypal_id: row for row in SettlementExplanation.objects.filter(paypal_id__in=paypal_ids)}
    only_ours = {paypal_id: booked for paypal_id, booked in ours.items() if paypal_id not in transactions}
    lines = [
        *compare_transactions(month, transactions, ours),
        *list_unreadable(month, unreadable),
        *list_only_ours(only_ours),
    ]
    explained = [add_explanation(line, explanations.get(line.paypal_id)) for line in lines]
    return sorted(explained, key=lambda line: (STATES.index(line.state), line.date, line.paypal_id))


def is_settled(line: Transaction) -> bool:
    return line.is_final and not (line.is_hold or line.is_end_of_hold)


def read_booked(month: LedgerMonth, paypal_ids: Sequence[str]) -> dict[str, Booked]:
    """Return the shop's payments and refunds by PayPal's ID: those booked in the month, and those with these IDs."""
    in_month = Q(booked_on__gte=month.first_day, booked_on__lte=month.last_day)
    found: dict[str, Booked] = {}
    payments = Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY)
    for payment in payments.filter(in_month | Q(capture_id__in=paypal_ids)).select_related("order"):
        day = payment.booked_on or month.first_day
        found[str(payment.capture_id)] = Booked(day, Amounts(payment.amount, payment.fee), payment.order.public_id)
    refunds = Refund.objects.filter(
        status=Refund.Status.COMPLETED, amount__gt=0, payment__currency=settings.CURRENCY,
        paypal_refund_id__isnull=False,
    )  # fmt: skip
    for refund in refunds.filter(in_month | Q(paypal_refund_id__in=paypal_ids)).select_related("order"):
        amounts = Amounts(-refund.amount, -(refund.fee_back or ZERO))
        found[str(refund.paypal_refund_id)] = Booked(
            refund.booked_on or month.first_day, amounts, refund.order.public_id
        )
    return found


def compare_transactions(
    month: LedgerMonth, transactions: Mapping[str, Transaction], ours: Mapping[str, Booked]
) -> Iterator[SettlementLine]:
    """Yield PayPal's lines of the month, and those of other days that the shop has booked in the month."""
    for paypal_id, line in transactions.items():
        day, booked = get_day(line, month), ours.get(paypal_id)
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


def list_only_ours(ours: Mapping[str, Booked]) -> Iterator[SettlementLine]:
    for paypal_id, booked in ours.items():
        yield SettlementLine("only_shop", paypal_id, "", booked.day, booked.amounts, None, booked.order)


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


def hash_settlement(
    lines: Sequence[SettlementLine], month_lines: Sequence[Line], journal: Sequence[Sequence[str]]
) -> str:
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
    booked = [[line.public_id, line.date, line.kind, line.amount, line.text, line.receipt] for line in month_lines]
    return hashlib.sha256(json.dumps([compared, booked, journal], default=str).encode()).hexdigest()


def format_amounts(amounts: Amounts | None) -> list[str]:
    return [f"{amounts.gross:.2f}", str(amounts.fee)] if amounts else []
