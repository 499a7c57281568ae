"""Read-only consistency check of closed months; one message per violation."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.calendar import LedgerMonth
from ledger.models import Month
from ledger.selectors.journal import list_journal_rows


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
