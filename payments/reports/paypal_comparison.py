"""Compare what the shop has of payments and refunds with PayPal's transaction report, in both directions. Read-only.

The nightly check and the closing of a month use this. Lines match by PayPal's ID of the capture, the refund or the
return of a reversal's money, and by whether it came or went, whatever day the shop posted it on: a reversal may have
its capture's ID at first. What the report doesn't show is looked up by its ID before it counts as missing: the report
may lag some hours behind, and has what was pending on the day on which it began.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Literal

from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from events.datetimes import get_day_bounds
from orders.models import Order
from orders.pricing import ZERO
from payments.models import Payment, Refund, SettlementExplanation, Transfer
from paypal import endpoints, transaction_search
from paypal.exceptions import PayPalMissing, retry_unclear
from paypal.schemas import Amount, Transaction
from paypal.transaction_search import Report


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
    day: date  # on which it was posted first
    amounts: Amounts
    currency: str
    order: str  # its public ID. Empty: nobody's
    kind: str = ""  # the refund's
    is_at_paypal: bool = True  # unless it is a return that corrects what PayPal announced


@dataclass(frozen=True, slots=True)
class Pair:
    """What the shop and PayPal have of the same money; one of them may have nothing."""

    ours: Booked | None
    theirs: Transaction | None

    @property
    def paypal_id(self) -> str:
        return self.theirs.id if self.theirs else self.ours.paypal_id if self.ours else ""

    @property
    def their_amounts(self) -> Amounts | None:
        return Amounts(self.theirs.amount.value, -self.theirs.fee) if self.theirs else None

    @property
    def state(self) -> Literal["only_paypal", "only_shop", "differs", "matched"]:
        if self.ours is None:
            return "only_paypal"
        if self.theirs is None:
            return "only_shop"
        is_equal = (self.ours.amounts, self.ours.currency) == (self.their_amounts, self.theirs.amount.currency)
        return "matched" if is_equal else "differs"


def match(report: Report, booked: Iterable[Booked]) -> Iterator[Pair]:
    """Yield each line of PayPal's and of the shop's once. Holds for disputes are left out: they move no money."""
    booked = list(booked)
    ours = {(each.paypal_id, each.amounts.gross > 0): each for each in booked if each.is_at_paypal}
    theirs = {(line.id, line.amount.value > 0): line for line in report.transactions.values() if is_settled(line)}
    for key, line in theirs.items():
        yield Pair(ours.get(key), line)
    for each in booked:
        if not (each.is_at_paypal and (each.paypal_id, each.amounts.gross > 0) in theirs):
            yield Pair(each, None)


def is_settled(line: Transaction) -> bool:
    return line.is_final and not (line.is_hold or line.is_end_of_hold)


# --- What the shop has -----------------------------------------------------------------------------------------------


def read_booked(first_day: date, last_day: date, paypal_ids: Collection[str] = ()) -> list[Booked]:
    """Return the payments and refunds that were posted on these days, or moved then and aren't posted, and those with
    these IDs. Perhaps nobody has claimed them.
    """
    return [*read_payments(first_day, last_day, paypal_ids), *read_refunds(first_day, last_day, paypal_ids)]


def read_payments(first_day: date, last_day: date, paypal_ids: Collection[str]) -> Iterator[Booked]:
    wanted = is_in_period(first_day, last_day, "captured_at") | Q(capture_id__in=paypal_ids)
    payments = Payment.objects.by_paypal().filter(wanted, status=Payment.Status.COMPLETED).select_related("order")
    first_days = read_first_days(Transfer.objects.filter(payment__in=payments, refund=None), "payment")
    for payment in payments:
        day = first_days.get(payment.pk) or timezone.localdate(payment.captured_at)
        order = payment.order.public_id if payment.order else ""
        amounts = Amounts(payment.amount, payment.fee)
        yield Booked(str(payment.capture_id), day, amounts, payment.currency, order)


def read_refunds(first_day: date, last_day: date, paypal_ids: Collection[str]) -> Iterator[Booked]:
    """Yield the refunds and reversals at PayPal, and the returns of reversals' money.

    Leave out reversals that PayPal announced with another amount, if they were corrected in the same period.
    """
    in_period = is_in_period(first_day, last_day, "completed_at")
    completed = Refund.objects.filter(status=Refund.Status.COMPLETED, amount__gt=0, payment__isnull=False)
    at_paypal = completed.exclude(paypal_refund_id=None, returns=None)
    corrections = Refund.objects.filter(in_period, kind=Refund.Kind.RETURNED, paypal_refund_id=None)
    corrected = Q(pk__in=corrections.values("returns"))
    corrects = Q(pk__in=corrections.filter(is_in_period(first_day, last_day, "completed_at", "returns__")))
    refunds = at_paypal.filter(in_period | Q(paypal_refund_id__in=paypal_ids)).exclude(corrected | corrects)
    first_days = read_first_days(Transfer.objects.filter(refund__in=refunds), "refund")
    for refund in refunds.select_related("order", "returns", "payment"):
        gross = refund.amount if refund.returns else -refund.amount
        yield Booked(
            str(refund.paypal_refund_id or (refund.returns and refund.returns.paypal_refund_id)),
            first_days.get(refund.pk) or refund.posted_on or timezone.localdate(refund.completed_at),
            Amounts(gross, -(refund.fee_back or ZERO)),
            refund.currency,
            refund.order.public_id if refund.order else "",
            refund.kind,
            is_at_paypal=refund.paypal_refund_id is not None,
        )


def read_first_days(rows: QuerySet[Transfer], column: str) -> dict[int, date]:
    """Return the first day of the rows by payment or refund: money that is claimed later is posted again then."""
    return dict(rows.order_by().values_list(column).annotate(Min("day")))


def is_in_period(first_day: date, last_day: date, time: str, path: str = "") -> Q:
    """Filter what is posted on these days, and what isn't posted yet, by the column with its time."""
    start, end = get_day_bounds(first_day)[0], get_day_bounds(last_day)[1]
    unposted = {f"{path}posted_on": None, f"{path}{time}__gte": start, f"{path}{time}__lt": end}
    return Q(**{f"{path}posted_on__range": (first_day, last_day)}) | Q(**unposted)


# --- What PayPal's report doesn't show -------------------------------------------------------------------------------


def add_missing(report: Report, booked: Iterable[Booked]) -> Report:
    """Return the report with what PayPal shows of these by their IDs. Calls PayPal for each that it lacks."""
    missing = [pair.ours for pair in match(report, booked) if pair.ours and pair.ours.is_at_paypal and not pair.theirs]
    found = {line.id: line for each in missing if (line := look_up(each))}
    return replace(report, transactions={**report.transactions, **found})


def look_up(booked: Booked) -> Transaction | None:
    """Return a capture or refund as PayPal shows it by its ID. There is none for some reversals and for returns."""
    try:
        if booked.amounts.gross > 0:
            capture = retry_unclear(lambda: endpoints.get_capture(booked.paypal_id))
            return build_line(capture.id, capture.amount, capture.fee) if capture.took_money else None
        made = retry_unclear(lambda: endpoints.get_refund(booked.paypal_id))
    except PayPalMissing:
        return None
    gone = Amount(-made.amount.value, made.amount.currency)
    return build_line(made.id, gone, -(made.fee_back or ZERO)) if made.status == "COMPLETED" else None


def build_line(paypal_id: str, amount: Amount, fee: Decimal | None) -> Transaction:
    return Transaction(paypal_id, code="", status="S", amount=amount, reference="", custom_id="", fee=-(fee or ZERO))


# --- The nightly comparison ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Comparison:
    """The result of comparing a period. `differences` has a message for each difference."""

    differences: list[str]
    captures: int = 0  # at PayPal
    refunds: int = 0
    unrecorded: int = 0  # their payments or refunds are still open in the shop


LATE = (Refund.Kind.REVERSAL, Refund.Kind.RETURNED)  # may appear in the report days after their webhook


def compare(*, start: datetime, end: datetime) -> Comparison:
    """Compare a period. Raise PayPalUnclear or PayPalRefused if PayPal doesn't return its transactions.

    Unfinished captures and refunds are not differences, because `upkeep` finishes them. Nor is what staff explained
    when they closed a month, and what only PayPal's account moves, such as withdrawals.
    """
    report = transaction_search.read_report(start=start, end=end)
    explained = set(SettlementExplanation.objects.values_list("paypal_id", flat=True))
    days = timezone.localdate(start) + timedelta(days=1), timezone.localdate(end)
    checked = [each for each in read_booked(*days) if each.kind not in LATE and each.paypal_id not in explained]
    lines = report.transactions.values()
    captures, refunds = sum(line.is_payment for line in lines), sum(line.is_refund for line in lines)
    found = Comparison([], captures=captures, refunds=refunds)
    for unreadable in report.unreadable:
        if unreadable.name not in explained:
            found.differences.append(f"PayPal lists a transaction that the shop cannot read: {unreadable.name}.")
    for pair in match(add_missing(report, checked), read_booked(*days, report.transactions)):
        if pair.state != "matched" and pair.paypal_id not in explained:
            check_pair(pair, found)
    return found


def check_pair(pair: Pair, found: Comparison) -> None:
    """Add what differs to the comparison, unless the shop waits for it, or PayPal's report may have it later."""
    ours, theirs = pair.ours, pair.theirs
    if theirs is None:
        if ours and ours.kind not in LATE:
            found.differences.append(describe_missing(ours))
    elif ours:
        if ours.amounts.fee is not None or ours.amounts.gross != theirs.amount.value:
            found.differences.append(describe_difference(ours, theirs))
    elif is_awaited(theirs):
        found.unrecorded += 1
    elif theirs.is_payment or theirs.is_refund or theirs.is_canceled_reversal:
        found.differences.append(describe_unknown(theirs))


def is_awaited(line: Transaction) -> bool:
    """Return whether this is a capture or a requested refund that isn't recorded as completed yet."""
    if line.is_payment:
        about = Q(capture_id=line.id) | Q(paypal_order_id=line.reference)
        return Payment.objects.filter(about, status__in=Payment.UNDECIDED).exists()
    asked = Refund.objects.filter(
        payment__capture_id=line.reference, status__in=Refund.UNDECIDED, amount=-line.amount.value
    )
    return asked.filter(Q(paypal_refund_id=line.id) | Q(paypal_refund_id=None)).exists()


def describe_unknown(line: Transaction) -> str:
    money = format_amount(line.amount)
    if line.is_payment:
        if payment := Payment.objects.filter(capture_id=line.id).first():
            return f"Capture {line.id}: PayPal took {money}, but the shop's payment is {payment.status}."
        order = Order.objects.filter(public_id=line.custom_id or "-").first()
        of = f"capture {line.id}, PayPal order {line.reference}{f' for {order}' if order else ''}"
        what = f"PayPal took {money} ({of})"
    elif line.is_refund:
        what = f"PayPal refunded {money} (refund {line.id} of capture {line.reference})"
    else:
        what = f"PayPal returned {money} of a reversal ({line.id}, of {line.reference})"
    return f"{what}, and the shop has no record of it."


def describe_missing(booked: Booked) -> str:
    what = "refund" if booked.amounts.gross < 0 else "capture"
    of = f"Order {booked.order}" if booked.order else "Money of no order"
    money = f"{abs(booked.amounts.gross)} {booked.currency}"
    return f"{of}: the shop has {what} {booked.paypal_id} of {money}, and PayPal shows no such {what}."


def describe_difference(booked: Booked, line: Transaction) -> str:
    def describe(gross: Decimal, currency: str, fee: Decimal | None) -> str:
        return f"{gross:.2f} {currency} with a fee of {fee or ZERO:.2f}"

    theirs = describe(line.amount.value, line.amount.currency, -line.fee)
    ours = describe(booked.amounts.gross, booked.currency, booked.amounts.fee)
    return f"{line.id}: PayPal has {theirs}, and the shop recorded {ours}."


def format_amount(amount: Amount) -> str:
    return f"{abs(amount.value):.2f} {amount.currency}"
