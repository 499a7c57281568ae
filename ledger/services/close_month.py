"""Close a month for good: compare it with PayPal's report once more.

PayPal is asked before the lock is taken. Under the lock, everything else is read again: a payment, refund or entry that
was stored meanwhile changes the digest.
"""

from datetime import date, timedelta

from django.db.models import Min
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import refuse_other_digest
from charityshop.exceptions import DomainError
from charityshop.text import format_short_day
from ledger.calendar import LedgerMonth
from ledger.mails import email_charity
from ledger.selectors.months import MonthWithLines, get_month
from ledger.selectors.settlement import Settlement, count_unsettled, get_bounds, get_settlement, read_report
from payments.journal import lock_closed_months
from payments.models import ClosedMonth, SettlementExplanation, Transfer
from paypal.transaction_search import Report

MONTH_CHANGED = "The month has changed since you compared it. Look at it again, then close it."
WAIT = timedelta(hours=24)  # PayPal's report may lag, and webhooks may be late


class MonthClosed(DomainError):
    """A closed month never changes."""

    code = "month_closed"

    def __init__(self, month: LedgerMonth, first_open: LedgerMonth) -> None:
        is_same_year = month.first_day.year == first_open.first_day.year
        name = f"{first_open.first_day:%B}" if is_same_year else first_open.name
        super().__init__(f"{month.name} is closed. Enter a correction in {name}.")


def lock_open_month(month: LedgerMonth) -> None:
    """Lock what is closed, and then read it: nobody can close the month meanwhile. Raise MonthClosed."""
    refuse_closed_month(month, lock_closed_months())


def refuse_closed_month(month: LedgerMonth, through: date | None) -> None:
    """Raise MonthClosed if the books are closed `through` the month's last day. None: no month is closed yet."""
    if through is not None and month.last_day <= through:
        raise MonthClosed(month, LedgerMonth.of(through).next)


def close_month(*, month: LedgerMonth, digest: str, by: User) -> MonthWithLines:
    """Close a month for good. Repeating the call with the same digest changes nothing.

    Raise DomainError (`too_early`, `earlier_open`, `in_doubt`, `no_record`, `unexplained` or `changed`, in this order),
    and MonthClosed if it was closed with another digest.
    """
    if is_closed_with(month, digest):
        return get_month(month)
    refuse_before_comparing(month)
    return store_closed_month(month=month, digest=digest, report=read_report(month), by=by)


@in_one_transaction
def store_closed_month(*, month: LedgerMonth, digest: str, report: Report, by: User) -> MonthWithLines:
    try:
        lock_open_month(month)
    except MonthClosed:
        if is_closed_with(month, digest):  # by another window, a moment ago
            return get_month(month)
        raise
    refuse_before_comparing(month)
    settlement = get_settlement(month, report)
    if unexplained := sum(line.is_open for line in settlement.lines):
        lines = "1 line differs" if unexplained == 1 else f"{unexplained} lines differ"
        raise DomainError(f"{lines} from PayPal's report. Explain each one first.", code="unexplained")
    refuse_other_digest(digest, settlement.digest, MONTH_CHANGED)
    row = ClosedMonth.objects.create(last_day=month.last_day, closed_at=timezone.now(), closed_by=by, digest=digest)
    mark_explanations(month, settlement)
    audit.record("month closed", row, by=by, after={"digest": digest})
    closed = get_month(month)
    email_charity(closed)
    return closed


def mark_explanations(month: LedgerMonth, settlement: Settlement) -> None:
    """Note which explanations belong to the month, so that they are never replaced."""
    explained = [line.paypal_id for line in settlement.lines if line.explanation]
    replaceable = SettlementExplanation.objects.filter(paypal_id__in=explained, closed_month=None)
    replaceable.update(closed_month=month.first_day)


def is_closed_with(month: LedgerMonth, digest: str) -> bool:
    return ClosedMonth.objects.filter(last_day=month.last_day, digest=digest).exists()


def refuse_before_comparing(month: LedgerMonth) -> None:
    """Refuse what is known without PayPal's report."""
    refuse_closed_month(month, ClosedMonth.objects.get_last_day())
    if timezone.now() < get_bounds(month)[1] + WAIT:
        day = month.next.first_day + timedelta(days=1)
        raise DomainError(f"{month.name} can be closed from {format_short_day(day)}.", code="too_early")
    if earlier := find_earlier_open(month):
        raise DomainError(f"Close {earlier.name} first.", code="earlier_open")
    if unsettled := count_unsettled(month):
        what = "1 payment or refund is" if unsettled == 1 else f"{unsettled} payments or refunds are"
        message = f"{what} not settled at PayPal yet. The shop asks again every hour; try later."
        raise DomainError(message, code="in_doubt")


def find_earlier_open(month: LedgerMonth) -> LedgerMonth | None:
    """Return the first month before this one that isn't closed.

    The first month that is ever closed may be any one before which nothing is posted. After it, months without
    any are closed too, because PayPal's report may have something for them.
    """
    if through := ClosedMonth.objects.get_last_day():
        first = LedgerMonth.of(through).next
    elif posted := Transfer.objects.aggregate(day=Min("day"))["day"]:
        first = LedgerMonth.of(posted)
    else:
        return None
    return first if first < month else None
