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
from ledger.selectors.months import Line, build_line, has_line
from ledger.services.close_month import lock_open_month
from payments.journal import post_entry
from payments.models import LedgerEntry
from payments.models.journal import PAID_FROM


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
) -> Line:
    """Add a line to a month. A repeated request key returns the existing line. `corrects` is the ID of another one.

    Raise MonthClosed or InvalidField.
    """
    lock_user(by.pk, by=by)
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return build_line(LedgerEntry.objects.get(public_id=earlier[0]), day, amount)
    lock_open_month(month)
    if LedgerMonth.of(day) != month:
        raise InvalidField("date", f"Choose a day in {month.name}.")
    if corrects and not has_line(corrects):
        raise InvalidField("corrects", "Choose a line of the ledger to correct.")
    entry = LedgerEntry.objects.create(
        kind=kind, account=PAID_FROM[LedgerEntry.Kind(kind)], text=text, receipt=receipt, corrects=corrects, by=by
    )
    post_entry(entry, day=day, amount=amount)
    values = audit.columns(entry, ("kind", "text", "receipt", "corrects"))
    values |= {"date": audit.as_text(day), "amount": audit.as_text(amount)}
    audit.record("ledger entry added", entry, by=by, action=audit.CREATED, after=values)
    store_result(request_key, owner_id=by.pk, result=[entry.public_id])
    return build_line(entry, day, amount)
