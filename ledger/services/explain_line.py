"""Explain why a line of PayPal's report and the shop's books differ."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from charityshop import audit
from charityshop.api.seen import Seen, complete
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField, Missing
from ledger.calendar import LedgerMonth
from ledger.selectors.settlement import compare, read_report
from ledger.services.close_month import lock_open_month, refuse_closed_month
from payments.accounts import Account
from payments.journal import move_entry
from payments.models import ClosedMonth, LedgerEntry, SettlementExplanation

Fields = Mapping[str, Any]


def explain_line(
    *, month: LedgerMonth, paypal_id: str, fields: Fields, seen: Seen | None = None, by: User
) -> SettlementExplanation:
    """Store the explanation of a line of the month's settlement, its `text` and its `entry`, or change it.

    The entry is the ID of the ledger's entry that has the amount. A line of one month may be in the next one too: if a
    closed month has its explanation, that is not replaced. Raise Changed, MonthClosed, DomainError (`no_record`),
    Missing if the settlement has no such line, or InvalidField.
    """
    refuse_closed_month(month, ClosedMonth.objects.get_last_day())
    if paypal_id not in {line.paypal_id for line in compare(month, read_report(month))}:
        raise Missing(
            f"Neither PayPal's report of {month.name} nor the shop has this line. Compare the month again, and explain "
            "a line that it shows.",
            code="not_found",
        )
    return store_explanation(month=month, paypal_id=paypal_id, fields=fields, seen=seen, by=by)


@in_one_transaction
def store_explanation(
    *, month: LedgerMonth, paypal_id: str, fields: Fields, seen: Seen | None, by: User
) -> SettlementExplanation:
    lock_open_month(month)
    stored = SettlementExplanation.objects.filter(paypal_id=paypal_id).first()
    if stored and stored.closed_month:
        lock_open_month(LedgerMonth(stored.closed_month))
    before = stored or SettlementExplanation(paypal_id=paypal_id)
    fields = complete(before, seen) or fields
    text, entry, was = fields["text"], fields["entry"], before.entry
    values = audit.columns(before, ("text", "entry"))
    named = get_open_entry(entry) if entry and entry != was else None
    if entry != was:
        refuse_closed_entry(was)
    explanation, _ = SettlementExplanation.objects.update_or_create(
        paypal_id=paypal_id, defaults={"text": text, "entry": entry, "by": by}
    )
    if was and was != entry and not SettlementExplanation.objects.filter(entry=was).exists():
        move_entry(LedgerEntry.objects.get(public_id=was))
    if named:
        move_entry(named, Account.PAYPAL)
    after = {"text": text, "entry": entry}
    audit.record("settlement line explained", explanation, by=by, before=values, after=after)
    return explanation


def get_open_entry(public_id: str) -> LedgerEntry:
    """Return what staff have entered in an open month. That of a closed one has the amount in another account."""
    entry = LedgerEntry.objects.filter(public_id=public_id).first()
    if entry is None:
        raise InvalidField("entry", "Enter the amount first, and choose that line.")
    if month := find_closed_month(entry):
        raise InvalidField("entry", f"{month.name} is closed. Enter the amount in an open month, and choose that line.")
    return entry


def refuse_closed_entry(public_id: str) -> None:
    """Refuse to replace an entry of a closed month, whose journal has it at PayPal: it would be there twice."""
    entry = LedgerEntry.objects.filter(public_id=public_id).first()
    if entry and (month := find_closed_month(entry)):
        raise InvalidField(
            "entry", f"{month.name} is closed, and its books have this money. Choose “{entry.text}” again."
        )


def find_closed_month(entry: LedgerEntry) -> LedgerMonth | None:
    through = ClosedMonth.objects.get_last_day()
    day = entry.transfers.values_list("day", flat=True).earliest("number")
    return LedgerMonth.of(day) if through and day <= through else None
