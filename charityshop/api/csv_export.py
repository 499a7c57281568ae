"""Stream CSV files for spreadsheets."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.renderers import BaseRenderer

Cell = str | int | float | Decimal | datetime | date | bool | None
BYTE_ORDER_MARK = "\ufeff"  # without it, Excel does not read the file as UTF-8
FORMULA_STARTS = ("=", "+", "-", "@")
QUOTES_AND_SPACES = " \"'`‘’“”"


class Echo:
    """A file-like object that returns what is written to it, as in Django's documentation."""

    def write(self, line: str) -> str:
        return line


def csv_response(
    name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]], *, mark: bool = True
) -> StreamingHttpResponse:
    """Return a streamed CSV response. `rows` may be a generator; only one row is in memory at a time.

    `mark` adds a byte order mark for Excel, which accounting programs would take for a part of the first column's name.
    """
    response = StreamingHttpResponse(lines(head, rows, mark=mark), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def lines(head: Sequence[str], rows: Iterable[Sequence[Cell]], *, mark: bool = True) -> Iterator[str]:
    writer = csv.writer(Echo())
    yield (BYTE_ORDER_MARK if mark else "") + str(writer.writerow([format_cell(cell) for cell in head]))
    for row in rows:
        yield str(writer.writerow([format_cell(cell) for cell in row]))


def format_cell(cell: Cell) -> str:
    """Return the text of a cell. Only numbers may begin with a minus sign."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, Decimal):
        return f"{cell:.2f}"
    if isinstance(cell, datetime):
        return f"{timezone.localtime(cell):%Y-%m-%d %H:%M}"
    return format_text(cell) if isinstance(cell, str) else str(cell)


def format_text(text: str) -> str:
    """Remove line breaks, tabs and semicolons, and prefix an apostrophe if the text looks like a formula.

    Spreadsheets evaluate cells that start with `=`, `+`, `-` or `@`. Some ignore leading quotes, spaces and invisible
    characters, or accept full-width signs. The apostrophe marks the cell as text. Quoting the text is not enough:
    programs that expect semicolons as separators (common where the comma is the decimal mark) don't recognize quotes
    within a line, and start a new cell at each semicolon and a new row at each line break.

    See OWASP, CSV Injection: https://owasp.org/www-community/attacks/CSV_Injection
    """
    text = " ".join(text.replace(";", ",").split())
    visible = "".join(char for char in normalize("NFKC", text) if char.isprintable())
    return f"'{text}" if visible.lstrip(QUOTES_AND_SPACES).startswith(FORMULA_STARTS) else text


# --- Responses of the API --------------------------------------------------------------------------------------------


SPREADSHEET: dict[Any, Any] = {(200, "text/csv"): OpenApiTypes.STR}


class IgnoreAcceptHeader(DefaultContentNegotiation):
    """Ignore the Accept header: clients accept text/csv, but errors are JSON."""

    def select_renderer(
        self, request: Request, renderers: "Iterable[BaseRenderer]", format_suffix: str | None = None
    ) -> "tuple[BaseRenderer, str]":
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
