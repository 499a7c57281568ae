"""Parse the club's list of members: CSV with the columns number, email and valid_until.

Spreadsheets rewrite what they open: in the US, Excel saves 2027-12-31 as 12/31/2027, other programs separate cells with
semicolons or tabs, and columns that were once used stay as empty ones. All that is read as if it were the original.
"""

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
SEPARATORS = ",;\t|"
SEPARATOR_LINE = re.compile(rf'"?sep=[{SEPARATORS}]?"?[{SEPARATORS} ]*(?:\r\n|\r|\n)', re.IGNORECASE)
# A day, with a time that doesn't count. One with a time zone could be the day before.
DAY = re.compile(r"([\d/-]+)(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?)?", re.IGNORECASE)
US_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|[0-6]\d)")  # not 12/31/99, which may be of 1999
MONTHS = 12
BAD_DAY = "Enter a date such as 2027-12-31, or 12/31/2027 with the month first."
UNCLEAR_DAY = "It isn't clear which number is the month. Enter a date such as 2027-12-31."
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
    text = SEPARATOR_LINE.sub("", text.removeprefix("\ufeff"), count=1)
    separator = find_separator(text)
    if separator is None:
        return [], [RowError(1, "", f"Begin with the header {','.join(COLUMNS)}.")]
    rows = list_rows(text, separator)
    next(rows)  # the header
    for count, (row, cells) in enumerate(rows, start=1):
        if count > MAX_ROWS:
            raise TooManyRows
        found = parse_cells(cells, is_american=separator != ";")
        if isinstance(found, Member) and fold(found.number) in members:
            found = {"number": "This number is in another row already."}
        if isinstance(found, Member):
            members[fold(found.number)] = found
        else:
            errors += [RowError(row, column, message) for column, message in found.items()]
    return list(members.values()), errors


def find_separator(text: str) -> str | None:
    """Return the separator with which the first row is the header, or None."""
    for separator in SEPARATORS:
        _, cells = next(list_rows(text, separator), (1, []))
        if isinstance(cells, list) and [clean_code(name).lower() for name in cells] == COLUMNS:
            return separator
    return None


def list_rows(text: str, separator: str) -> Iterator[tuple[int, list[str] | csv.Error]]:
    """Yield the number and the cells of each row that isn't empty, without empty cells beyond the known columns.

    An unreadable row ends the list.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
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
            while len(cells) > len(COLUMNS) and not cells[-1].strip():
                cells.pop()
            yield row, cells


def parse_cells(cells: list[str] | csv.Error, *, is_american: bool) -> Member | dict[str, str]:
    """Return the member, or messages by column."""
    if not isinstance(cells, list):
        return {"": "The quotes of this row don't match."}
    if len(cells) != len(COLUMNS):
        return {"": f"This row has {len(cells)} columns instead of {len(COLUMNS)}."}
    number, email = clean_code(cells[0]), clean_email(cells[1]).lower()
    day = parse_valid_until(clean_code(cells[2]), is_american=is_american)
    problems = {
        "number": "" if NUMBER.fullmatch(number) else BAD_NUMBER,
        "email": "" if is_email(email) else "Enter an email address.",
        "valid_until": day if isinstance(day, str) else "",
    }
    if isinstance(day, str) or any(problems.values()):
        return {column: message for column, message in problems.items() if message}
    return Member(number, email, day)


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= MAX_EMAIL_LENGTH


def parse_valid_until(text: str, *, is_american: bool) -> date | str:
    """Return the day, or what to do. Programs that separate with semicolons rarely write the month first."""
    match = DAY.fullmatch(text)
    try:
        day = parse_day(match[1]) or parse_us_day(match[1]) if match else None
    except ValueError:
        return BAD_DAY
    if day is None or day.year not in YEARS:
        return BAD_DAY
    is_unclear = "/" in text and day.day <= MONTHS and day.day != day.month
    return UNCLEAR_DAY if is_unclear and not is_american else day


def parse_us_day(text: str) -> date | None:
    """Return the day of a date such as 12/31/2027 or 12/31/27, or None. Raise ValueError if there is no such day."""
    if not (match := US_DAY.fullmatch(text)):
        return None
    month, day, year = map(int, match.groups())
    return date(year if len(match[3]) == len("2027") else 2000 + year, month, day)
