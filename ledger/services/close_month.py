"""Close a month for good: compare it with PayPal's report once more.

PayPal is asked before the lock is taken. Under the lock, everything else is read again: a payment, refund or entry that
was stored meanwhile changes the digest.
"""

from datetime import timedelta

from django.db.models import Min
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from ledger.calendar import LedgerMonth
from ledger.models import Month
from ledger.selectors.months import MonthWithLines, get_closed_through, get_month
from ledger.selectors.settlement import Report, Settlement, count_unsettled, get_bounds, get_settlement, read_report
from ledger.services.locks import MonthClosed, lock_open_month, refuse_closed_month
from orders.models import SettlementExplanation, Transfer

WAIT = timedelta(hours=24)  # PayPal's report may lag, and webhooks may be late


class TooEarly(DomainError):
    code = "too_early"

    def __init__(self, month: LedgerMonth) -> None:
        day = month.next.first_day + timedelta(days=1)
        super().__init__(f"{month.name} can be closed from {day:%B} {day.day}.")


class EarlierOpen(DomainError):
    code = "earlier_open"

    def __init__(self, earlier: LedgerMonth) -> None:
        super().__init__(f"Close {earlier.name} first.")


class Unsettled(DomainError):
    code = "in_doubt"

    def __init__(self, count: int) -> None:
        what = "1 payment or refund is" if count == 1 else f"{count} payments or refunds are"
        super().__init__(f"{what} not settled at PayPal yet. The shop asks again every hour; try later.")


class Unexplained(DomainError):
    code = "unexplained"

    def __init__(self, count: int) -> None:
        what = "1 line differs" if count == 1 else f"{count} lines differ"
        super().__init__(f"{what} from PayPal's report. Explain each one first.")


class Changed(DomainError):
    code = "changed"
    message = "The month has changed since you compared it. Look at it again, then close it."


def close_month(*, month: LedgerMonth, digest: str, by: User) -> MonthWithLines:
    """Close a month for good. Repeating the call with the same digest changes nothing.

    Raise TooEarly, EarlierOpen, Unsettled, NoRecord, Unexplained or Changed, in this order, and MonthClosed if it was
    closed with another digest.
    """
    if is_closed_with(month, digest):
        return get_month(month)
    refuse_before_comparing(month)
    return store_closed_month(month=month, digest=digest, report=read_report(month), by=by)


@in_one_transaction
def store_closed_month(*, month: LedgerMonth, digest: str, report: Report, by: User) -> MonthWithLines:
    try:
        closed = lock_open_month(month)
    except MonthClosed:
        if is_closed_with(month, digest):  # by another window, a moment ago
            return get_month(month)
        raise
    refuse_before_comparing(month)
    settlement = get_settlement(month, report)
    if unexplained := sum(line.is_open for line in settlement.lines):
        raise Unexplained(unexplained)
    if settlement.digest != digest:
        raise Changed
    row = Month.objects.create(first_day=month.first_day, closed_at=timezone.now(), closed_by=by, digest=digest)
    closed.through = month.last_day
    closed.save()
    mark_explanations(month, settlement)
    audit.record("month closed", row, by=by, after={"digest": digest})
    return get_month(month)


def mark_explanations(month: LedgerMonth, settlement: Settlement) -> None:
    """Note which explanations belong to the month, so that they are never replaced."""
    explained = [line.paypal_id for line in settlement.lines if line.explanation]
    replaceable = SettlementExplanation.objects.filter(paypal_id__in=explained, closed_month=None)
    replaceable.update(closed_month=month.first_day)


def is_closed_with(month: LedgerMonth, digest: str) -> bool:
    return Month.objects.filter(first_day=month.first_day, digest=digest).exists()


def refuse_before_comparing(month: LedgerMonth) -> None:
    """Refuse what is known without PayPal's report."""
    refuse_closed_month(month, get_closed_through())
    if timezone.now() < get_bounds(month)[1] + WAIT:
        raise TooEarly(month)
    if earlier := find_earlier_open(month):
        raise EarlierOpen(earlier)
    if unsettled := count_unsettled(month):
        raise Unsettled(unsettled)


def find_earlier_open(month: LedgerMonth) -> LedgerMonth | None:
    """Return the first month before this one that isn't closed.

    The first month that is ever closed may be any one before which nothing is posted. After it, months without
    any are closed too, because PayPal's report may have something for them.
    """
    if through := get_closed_through():
        first = LedgerMonth.of(through).next
    elif posted := Transfer.objects.aggregate(day=Min("day"))["day"]:
        first = LedgerMonth.of(posted)
    else:
        return None
    return first if first < month else None
