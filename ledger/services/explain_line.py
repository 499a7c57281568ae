"""Explain why a line of PayPal's report and the shop's books differ."""

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField
from ledger.calendar import LedgerMonth
from ledger.models import Entry
from ledger.services.locks import lock_open_month
from orders.models import SettlementExplanation


@in_one_transaction
def explain_line(*, month: LedgerMonth, paypal_id: str, text: str, entry: str = "", by: User) -> SettlementExplanation:
    """Store or replace the explanation. `entry` is the ID of the entry with the amount.

    Raise InvalidField if there is no such entry, and MonthClosed. A line of one month may be in the next one too: if a
    closed month has its explanation, that is not replaced.
    """
    lock_open_month(month)
    stored = SettlementExplanation.objects.filter(paypal_id=paypal_id).first()
    if stored and stored.closed_month:
        lock_open_month(LedgerMonth(stored.closed_month))
    if entry and not Entry.objects.filter(public_id=entry, derived=False).exists():
        raise InvalidField("entry", "Enter the amount first, and choose that line.")
    explanation, _ = SettlementExplanation.objects.update_or_create(
        paypal_id=paypal_id, defaults={"text": text, "entry": entry, "by": by}
    )
    audit.record("settlement line explained", explanation, by=by, after={"text": text, "entry": entry})
    return explanation
