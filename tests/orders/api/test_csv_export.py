"""CSV exports contain no formulas, whatever users typed, and whichever separator the reader assumes."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charityshop.api.csv_export import lines
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, pay_test_order
from tests.support.factories import OccurrenceFactory, UserFactory

FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
SEPARATORS = (",", ";")
PIECES = [*"=+-@＝＋－＠﹦⁺;,\"' \t\r\n\v\f\x1c\x85\u00a0\u200b\ufeff\u2028|a1", "=1+1", "\r\n", '";=', '"\n"=']

hostile = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"]), max_size=12).map("".join)


def parse_cells(written: str, separator: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(written.removeprefix("\ufeff"), newline=""), delimiter=separator))


def list_formulas(written: str) -> list[str]:
    """List the cells that a spreadsheet would evaluate, with any separator and any line breaks."""
    read = [parse_cells(written, separator) for separator in (*SEPARATORS, "\t")]
    read += [list(csv.reader(written.removeprefix("\ufeff").splitlines(), delimiter=";"))]
    return [
        cell
        for rows in read
        for row in rows
        for cell in row
        if cell.lstrip(" \"'").startswith(FORMULA_PREFIXES) and not cell.startswith("'")
    ]


@given(rows=st.lists(st.tuples(hostile, hostile, hostile), min_size=1, max_size=4))
def test_no_text_starts_a_formula_with_any_separator(rows):
    written = "".join(lines(["first", "second", "third"], rows))

    assert list_formulas(written) == []
    assert [len(row) for row in parse_cells(written, ",")] == [3] * (len(rows) + 1)
    assert [len(row) for row in parse_cells(written, ";")] == [1] * (len(rows) + 1)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ana Díaz-Müller", "Ana Díaz-Müller"),
        ('Ana "Ace" Diaz, Jr.', 'Ana "Ace" Diaz, Jr.'),
        ("Draft; bring dice", "Draft, bring dice"),
        ("two\r\nlines", "two lines"),
        ("👩‍👧 and friends", "👩‍👧 and friends"),
        ("=1+1", "'=1+1"),
        ("+1 555 0100", "'+1 555 0100"),
        ("\t=1+1", "'=1+1"),
        ("＝1+1", "'＝1+1"),
        ("\u200b=1+1", "'\u200b=1+1"),
        ('"=1+1"', '\'"=1+1"'),
        ("a;=1+1", "a,=1+1"),
        ('a;"=1+1"', 'a,"=1+1"'),
        ("a\n=1+1", "a =1+1"),
    ],
)
def test_a_text_stays_readable(text, cell):
    assert parse_cells("".join(lines(["head"], [[text]])), ",")[1:] == [[cell]]


def test_numbers_may_be_negative():
    written = "".join(lines(["a", "b", "c"], [[-3, Decimal("-7.5"), "-7.5"]]))

    assert parse_cells(written, ",")[1:] == [["-3", "-7.50", "'-7.5"]]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["a\n=1+1", ";\t@SUM(A1)"])
def test_exports_contain_no_formulas(as_admin, name):
    date = OccurrenceFactory(event__name=f"Draft {name}")
    mallory = UserFactory(first_name=name, last_name=name, email='"a;=1"@example.com')
    pay_test_order(signed_in(mallory), create_order(signed_in(mallory), date, paymentMethod=name.replace("\n", " ")))

    for path in ("/api/orders/export", f"/api/products/{date.event.public_id}/guests/export"):
        written = b"".join(as_admin.get(path).streaming_content).decode()
        assert list_formulas(written) == []
        assert [len(row) for row in parse_cells(written, ";")] == [1, 1]
