"""Lists as CSV, for spreadsheets: streamed row by row, and nothing in them is taken for a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from django.http import StreamingHttpResponse
from django.utils import timezone

Cell = str | int | Decimal | datetime | bool | None
BYTE_ORDER_MARK = "\ufeff"  # or Excel reads the names of half the world wrongly
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class Echo:
    """A file that gives back what is written to it."""

    def write(self, line: str) -> str:
        return line


def csv_answer(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> StreamingHttpResponse:
    """`rows` may be a generator: no more than one of them is in memory at a time."""
    answer = StreamingHttpResponse(lines(head, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def lines(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    writer = csv.writer(Echo())
    yield BYTE_ORDER_MARK + str(writer.writerow(head))
    for row in rows:
        yield str(writer.writerow([in_a_cell(cell) for cell in row]))


def in_a_cell(cell: Cell) -> str:
    """As text; what somebody typed is kept from being run as a formula by an apostrophe, as spreadsheets know it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, Decimal):
        return f"{cell:.2f}"
    if isinstance(cell, datetime):
        return f"{timezone.localtime(cell):%Y-%m-%d %H:%M}"
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text.lstrip(" ").startswith(STARTS_A_FORMULA) else text
