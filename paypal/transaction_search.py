"""PayPal's Transaction Search, which lists every payment and refund of the shop's account."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from paypal.client import call
from paypal.exceptions import PayPalUnclear, retry_unclear
from paypal.schemas import Transaction, parse_time, parse_transaction

MAX_SPAN = timedelta(days=31)  # PayPal's limit per call
CLOCK_DRIFT = timedelta(minutes=5)  # PayPal's clock and ours may differ


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A line that is not a valid transaction, yielded in place so that the other lines are still read."""

    name: str  # its transaction ID if that is readable, else the beginning of the line
    problem: str
    at: datetime | None = None  # when it began, if that is readable


@dataclass(frozen=True, slots=True)
class Report:
    """PayPal's transactions of a period by their IDs, and the lines that are no valid ones."""

    transactions: Mapping[str, Transaction]
    unreadable: Sequence[UnreadableLine] = ()


def read_report(*, start: datetime, end: datetime) -> Report:
    """Return a period's transactions. One of the second that two calls share is in both answers, and here once."""
    lines = list(list_transactions(start=start, end=end))
    transactions = {line.id: line for line in lines if isinstance(line, Transaction)}
    return Report(transactions, [line for line in lines if isinstance(line, UnreadableLine)])


def list_transactions(*, start: datetime, end: datetime) -> Iterator[Transaction | UnreadableLine]:
    """Yield PayPal's transactions of a period, one call per span and page. The list may lag three hours behind."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)  # the API expects UTC, where every day has 24 hours
    while start < end:
        until = min(start + MAX_SPAN, end)
        page, pages = 1, 1
        while page <= pages:
            response = retry_unclear(lambda: fetch_page(start, until, page))  # noqa: B023 - called immediately
            pages = int(response.get("total_pages") or 0)
            yield from (parse_line(line) for line in response.get("transaction_details") or ())
            page += 1
        start = until


def parse_line(line: Any) -> Transaction | UnreadableLine:
    try:
        return parse_transaction(line)
    except PayPalUnclear as unclear:
        info = line.get("transaction_info") if isinstance(line, dict) else None
        name = info.get("transaction_id") if isinstance(info, dict) else None
        at = parse_time_if_readable(info.get("transaction_initiation_date")) if isinstance(info, dict) else None
        return UnreadableLine(str(name or repr(line)[:60]), str(unclear), at)


def parse_time_if_readable(value: object) -> datetime | None:
    try:
        return parse_time(value)
    except (TypeError, ValueError):
        return None


def fetch_page(start: datetime, end: datetime, page: int) -> Mapping[str, Any]:
    span = {"start_date": f"{start:%Y-%m-%dT%H:%M:%SZ}", "end_date": f"{end:%Y-%m-%dT%H:%M:%SZ}"}
    query = span | {"fields": "transaction_info", "page_size": 500, "page": page}
    return call(lambda client: client.transaction_search.search_transactions(query))
