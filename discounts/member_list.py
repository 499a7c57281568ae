"""Parse the club's list of members: CSV with the columns number, email and valid_until."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from charityshop.text import clean_code, clean_email, fold
from discounts.models import MAX_NUMBER_LENGTH
from events.datetimes import YEARS, parse_day

COLUMNS = ["number", "email", "valid_until"]
MAX_BYTES = 1024 * 1024
MAX_ROWS = 10_000
MAX_EMAIL_LENGTH = 254
# Begins with a letter or a digit, because spreadsheets run texts that begin with = + - or @ as formulas.
NUMBER = re.compile(rf"[^\W_][\w ./-]{{0,{MAX_NUMBER_LENGTH - 1}}}")
BAD_NUMBER = (
    f"Begin with a letter or a digit. Use up to {MAX_NUMBER_LENGTH} letters, digits, spaces, dots, slashes or hyphens."
)


@dataclass(frozen=True, slots=True)
class Member:
    number: str
    email: str
    valid_until: date


@dataclass(frozen=True, slots=True)
class RowError:
    """What to correct. Rows are counted as in a spreadsheet: the header is row 1."""

    row: int
    column: str
    message: str


class TooManyRows(Exception):
    """The list has more than MAX_ROWS rows."""


def parse_members(text: str) -> tuple[list[Member], list[RowError]]:
    """Return the members, and what is wrong with the other rows. Raise TooManyRows."""
    members: dict[str, Member] = {}
    errors: list[RowError] = []
    rows = list_rows(text)
    header = next(rows, (1, []))[1]
    if not isinstance(header, list) or [clean_code(name).lower() for name in header] != COLUMNS:
        return [], [RowError(1, "", f"Begin with the header {','.join(COLUMNS)}.")]
    for count, (row, cells) in enumerate(rows, start=1):
        if count > MAX_ROWS:
            raise TooManyRows
        found = parse_cells(cells)
        if isinstance(found, Member) and fold(found.number) in members:
            found = {"number": "This number is in another row already."}
        if isinstance(found, Member):
            members[fold(found.number)] = found
        else:
            errors += [RowError(row, column, message) for column, message in found.items()]
    return list(members.values()), errors


def list_rows(text: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """Yield the number and the cells of each row that isn't empty. An unreadable row ends the list."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    row = 0
    while True:
        row += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield row, error
            return
        if any(cell.strip() for cell in cells):
            yield row, cells


def parse_cells(cells: list[str] | csv.Error) -> Member | dict[str, str]:
    """Return the member, or messages by column."""
    if not isinstance(cells, list):
        return {"": "The quotes of this row don't match."}
    if len(cells) != len(COLUMNS):
        return {"": f"This row has {len(cells)} columns instead of {len(COLUMNS)}."}
    number, email, until = clean_code(cells[0]), clean_email(cells[1]).lower(), clean_code(cells[2])
    day = parse_valid_until(until)
    problems = {
        "number": "" if NUMBER.fullmatch(number) else BAD_NUMBER,
        "email": "" if is_email(email) else "Enter an email address.",
        "valid_until": "" if day else "Enter a date such as 2027-12-31.",
    }
    if day is None or any(problems.values()):
        return {column: message for column, message in problems.items() if message}
    return Member(number, email, day)


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= MAX_EMAIL_LENGTH


def parse_valid_until(text: str) -> date | None:
    try:
        day = parse_day(text)
    except ValueError:
        return None
    return day if day and day.year in YEARS else None
