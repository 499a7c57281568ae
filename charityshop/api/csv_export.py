"""CSV files for spreadsheets.

A file that can't be finished never looks finished. Those whose length has a limit are built before their first byte is
sent, so that they are whole or an error. One that may be long is streamed, and says in its last line how many rows it
has: not every proxy tells the browser that a response broke off.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import normalize

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.renderers import BaseRenderer

Cell = str | int | float | Decimal | datetime | date | bool | None
CONTENT_TYPE = "text/csv; charset=utf-8"
BYTE_ORDER_MARK = "\ufeff"  # without it, Excel does not read the file as UTF-8
FORMULA_STARTS = ("=", "+", "-", "@")
QUOTES_AND_SPACES = " \"'`‘’“”"


class Echo:
    """A file-like object that returns what is written to it, as in Django's documentation."""

    def write(self, line: str) -> str:
        return line


def csv_response(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]], *, mark: bool = True) -> HttpResponse:
    """Return a whole CSV file.

    `mark` adds a byte order mark for Excel, which accounting programs would take for a part of the first column's name.
    """
    response = HttpResponse("".join(lines(head, rows, mark=mark)), content_type=CONTENT_TYPE)
    return as_download(response, name)


def stream_csv(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> StreamingHttpResponse:
    """Return a CSV file with one row in memory at a time, and a last line such as "Rows: 120"."""
    counted = add_count(rows, len(head))
    return as_download(StreamingHttpResponse(lines(head, counted), content_type=CONTENT_TYPE), name)


Response = TypeVar("Response", bound=HttpResponseBase)


def as_download(response: Response, name: str) -> Response:
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def add_count(rows: Iterable[Sequence[Cell]], width: int) -> Iterator[Sequence[Cell]]:
    number = 0
    for number, row in enumerate(rows, 1):  # noqa: B007 - used after the loop
        yield row
    yield [f"Rows: {number}", *[""] * (width - 1)]


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
