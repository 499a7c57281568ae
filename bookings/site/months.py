"""Headings of the list of dates."""

from collections.abc import Sequence
from itertools import groupby

ROW = 3  # cards


def get_first_heading(months: Sequence[str]) -> str:
    """Return the heading above the first card: "December 2026", or "November – December 2026".

    `months` are those of the cards, in order. Months without a full row share a heading, as
    frontend/src/shop/features/events/Months.tsx groups them.
    """
    last, count = "", 0
    for month, cards in groupby(months):
        if count >= ROW and len(months) - count >= ROW:
            break
        last, count = month, count + len(list(cards))
    return format_months(months[0], last) if months else ""


def format_months(first: str, last: str) -> str:
    if first == last:
        return first
    month, year = first.split(" ")
    return f"{month if last.endswith(year) else first} – {last}"
