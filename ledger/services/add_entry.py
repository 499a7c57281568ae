"""Enter a cost, a payout, a transfer or a correction in an open month."""

from datetime import date
from decimal import Decimal

from accounts.models import User
from accounts.services.locks import lock_user
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField
from ledger.calendar import LedgerMonth
from ledger.models import Entry, Month
from ledger.services.locks import lock_open_month


@in_one_transaction
def add_entry(
    *,
    month: LedgerMonth,
    kind: str,
    day: date,
    amount: Decimal,
    text: str,
    receipt: str = "",
    corrects: str = "",
    request_key: RequestKey | None = None,
    by: User,
) -> Entry:
    """Add a line to a month. A repeated request key returns the existing line. `corrects` is the ID of a stored line.

    Raise MonthClosed or InvalidField.
    """
    lock_user(by.pk, by=by)
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return Entry.objects.get(public_id=earlier[0])
    lock_open_month(month)
    refuse_other_month(month, day)
    corrected = get_corrected(corrects) if corrects else None
    row, _ = Month.objects.get_or_create(first_day=month.first_day)
    entry = Entry.objects.create(
        month=row, date=day, kind=kind, amount=amount, text=text, receipt=receipt, corrects=corrected, by=by
    )
    values = audit.columns(entry, ("kind", "date", "amount", "text", "receipt", "corrects"))
    audit.record("ledger entry added", entry, by=by, action=audit.CREATED, after=values)
    store_result(request_key, owner_id=by.pk, result=[entry.public_id])
    return entry


def refuse_other_month(month: LedgerMonth, day: date) -> None:
    if LedgerMonth.of(day) != month:
        raise InvalidField("date", f"Choose a day in {month.name}.")


def get_corrected(public_id: str) -> Entry:
    entry = Entry.objects.filter(public_id=public_id).first()
    if entry is None:
        raise InvalidField("corrects", "Choose a line of the ledger to correct.")
    return entry
