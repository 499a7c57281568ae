"""Explain why a line of PayPal's report and the shop's books differ."""

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField, Missing
from ledger.calendar import LedgerMonth
from ledger.models import Entry
from ledger.selectors.months import get_closed_through
from ledger.selectors.settlement import compare, read_report
from ledger.services.locks import lock_open_month, refuse_closed_month
from orders.models import SettlementExplanation


def explain_line(*, month: LedgerMonth, paypal_id: str, text: str, entry: str = "", by: User) -> SettlementExplanation:
    """Store or replace the explanation of a line of the month's settlement.

    `entry` is the ID of the ledger's entry that has the amount. A line of one month may be in the next one too: if a
    closed month has its explanation, that is not replaced. Raise MonthClosed, NoRecord, Missing if the settlement has
    no such line, or InvalidField.
    """
    refuse_closed_month(month, get_closed_through())
    if paypal_id not in {line.paypal_id for line in compare(month, read_report(month))}:
        raise Missing(
            f"Neither PayPal's report of {month.name} nor the shop has this line. Compare the month again, and explain "
            "a line that it shows.",
            code="not_found",
        )
    return store_explanation(month=month, paypal_id=paypal_id, text=text, entry=entry, by=by)


@in_one_transaction
def store_explanation(*, month: LedgerMonth, paypal_id: str, text: str, entry: str, by: User) -> SettlementExplanation:
    lock_open_month(month)
    stored = SettlementExplanation.objects.filter(paypal_id=paypal_id).first()
    if stored and stored.closed_month:
        lock_open_month(LedgerMonth(stored.closed_month))
    was = stored.entry if stored else ""
    if entry != was:
        refuse_closed_entry(was)
        if entry:
            refuse_other_entry(entry)
    explanation, _ = SettlementExplanation.objects.update_or_create(
        paypal_id=paypal_id, defaults={"text": text, "entry": entry, "by": by}
    )
    audit.record("settlement line explained", explanation, by=by, after={"text": text, "entry": entry})
    return explanation


def refuse_other_entry(public_id: str) -> None:
    """Refuse what staff haven't entered, and entries of closed months, whose journal has them in another account."""
    entry = Entry.objects.filter(public_id=public_id, derived=False).select_related("month").first()
    if entry is None:
        raise InvalidField("entry", "Enter the amount first, and choose that line.")
    if entry.month.closed_at:
        name = LedgerMonth(entry.month.first_day).name
        raise InvalidField("entry", f"{name} is closed. Enter the amount in an open month, and choose that line.")


def refuse_closed_entry(public_id: str) -> None:
    """Refuse to replace an entry of a closed month, whose journal has it at PayPal: it would be there twice."""
    entry = Entry.objects.filter(public_id=public_id, month__closed_at__isnull=False).select_related("month").first()
    if entry:
        name = LedgerMonth(entry.month.first_day).name
        raise InvalidField("entry", f"{name} is closed, and its books have this money. Choose “{entry.text}” again.")
