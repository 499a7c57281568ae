"""The rows of a month's journal.csv: those stored when it was closed, or a draft."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from django.conf import settings

from ledger.calendar import LedgerMonth
from ledger.journal import list_rows, post_entry, post_movement
from ledger.models import Entry, Month
from ledger.selectors.movements import list_movements
from orders.models import SettlementExplanation


def get_stored_rows(month: LedgerMonth) -> list[list[str]] | None:
    """Return the rows of a closed month, or None if it is open."""
    row = Month.objects.filter(first_day=month.first_day, closed_at__isnull=False).first()
    return json.loads(row.journal) if row else None


def list_journal_rows(month: LedgerMonth) -> list[list[str]]:
    """Build the rows of an open month."""
    postings = [post_movement(movement) for movement in list_movements(month.first_day, month.last_day)]
    at_paypal = set(SettlementExplanation.objects.exclude(entry="").values_list("entry", flat=True))
    for entry in Entry.objects.filter(month__first_day=month.first_day, derived=False).order_by("date", "pk"):
        postings.append(
            post_entry(
                kind=entry.kind,
                day=entry.date,
                amount=entry.amount,
                text=entry.text,
                is_at_paypal=entry.public_id in at_paypal,
            )
        )
    return list(list_rows(str(month), postings, settings.JOURNAL_ACCOUNTS))


def closed_months_that_changed() -> Iterator[str]:
    """Check that the payments, refunds and entries of closed months still are what was stored when they were closed.

    Otherwise the closed and the open months together would not add up to the money. Accounts may have other names now.
    """
    for row in Month.objects.filter(closed_at__isnull=False).order_by("first_day"):
        month = LedgerMonth(row.first_day)
        stored, now = count_rows(json.loads(row.journal)), count_rows(list_journal_rows(month))
        for day, text, debit, credit in sorted((stored - now) + (now - stored)):
            yield f"{month.name} is closed, and its journal no longer agrees: {day}, {text}, {debit or '-' + credit}."


def count_rows(rows: Sequence[Sequence[str]]) -> Counter[tuple[str, str, str, str]]:
    return Counter((day, text, debit, credit) for _, day, _, text, debit, credit in rows)
