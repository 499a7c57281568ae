"""PayPal's own record of what was paid and given back, to compare the books with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from orders.paypal.client import call
from orders.paypal.exceptions import PayPalUnclear, insist
from orders.paypal.reading import read_transaction
from orders.paypal.schemas import Transaction

LONGEST_SPAN = timedelta(days=31)  # that one call may ask for


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A line that does not have the shape of a transaction. It must not hide the others."""

    name: str  # its transaction ID if that can be read, or else the beginning of the line
    problem: str


def list_transactions(*, start: datetime, end: datetime) -> Iterator[Transaction | UnreadableLine]:
    """PayPal's record of a span of time, in as many calls as it takes. It may lag three hours behind."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)  # where every day has 24 hours, and as the call says it
    while start < end:
        until = min(start + LONGEST_SPAN, end)
        page, pages = 1, 1
        while page <= pages:
            answer = insist(lambda: transactions_page(start, until, page))  # noqa: B023 - called at once
            pages = int(answer.get("total_pages") or 0)
            yield from (read_line(line) for line in answer.get("transaction_details") or ())
            page += 1
        start = until


def read_line(line: Any) -> Transaction | UnreadableLine:
    try:
        return read_transaction(line)
    except PayPalUnclear as unclear:
        info = line.get("transaction_info") if isinstance(line, dict) else None
        name = info.get("transaction_id") if isinstance(info, dict) else None
        return UnreadableLine(str(name or repr(line)[:60]), str(unclear))


def transactions_page(start: datetime, end: datetime, page: int) -> Mapping[str, Any]:
    span = {"start_date": f"{start:%Y-%m-%dT%H:%M:%SZ}", "end_date": f"{end:%Y-%m-%dT%H:%M:%SZ}"}
    asked = span | {"fields": "transaction_info", "page_size": 500, "page": page}
    return call(lambda client: client.transaction_search.search_transactions(asked))
