"""The club's list of members is read as spreadsheets write it."""

from datetime import date

import pytest

from discounts.member_list import MAX_ROWS, Member, RowError, TooManyRows, parse_members

HEADER = "number,email,valid_until\n"
ANA = Member("M-1", "ana@example.com", date(2027, 12, 31))


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}M-1,ana@example.com,2027-12-31",
        f"\ufeff{HEADER}M-1,ana@example.com,2027-12-31\n",
        "Number, Email ,VALID_UNTIL\r\n M-1 ,Ana@Example.COM, 2027-12-31 \r\n\r\n,,\r\n",
        f'{HEADER}"M-1","ana@example.com","2027-12-31"\n',
    ],
    ids=["plain", "byte order mark", "Windows", "quoted"],
)
def test_the_list_of_a_spreadsheet_is_read(text):
    assert parse_members(text) == ([ANA], [])


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        (",ana@example.com,2027-12-31", ["number"]),
        ("=1+1,ana@example.com,2027-12-31", ["number"]),
        ("@SUM(A1),ana@example.com,2027-12-31", ["number"]),
        ("-1,ana@example.com,2027-12-31", ["number"]),
        (f"{'1' * 33},ana@example.com,2027-12-31", ["number"]),
        ("M\x0b1,ana@example.com,2027-12-31", ["number"]),
        ("M-1,ana,2027-12-31", ["email"]),
        (f"M-1,{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 20}.com,2027-12-31", ["email"]),
        ("M-1,,", ["email", "valid_until"]),
        *(
            (f"M-1,ana@example.com,{day}", ["valid_until"])
            for day in ("12/31/2027", "20271231", "2027-02-30", "9999-01-01")
        ),
        ("M-1,ana@example.com", [""]),
        ("M-1,ana@example.com,2027-12-31,x", [""]),
        ('M-1,"ana@example.com,2027-12-31', [""]),
        ('M-1,"ana"@example.com,2027-12-31', [""]),
    ],
)
def test_what_is_wrong_with_a_row_is_said_by_its_column(row, columns):
    members, errors = parse_members(f"{HEADER}M-0,ana@example.com,2027-12-31\n\n{row}\n")

    assert [member.number for member in members] == ["M-0"]
    assert [(error.row, error.column) for error in errors] == [(4, column) for column in columns]
    assert all(error.message.endswith(".") for error in errors)


def test_a_number_is_in_the_list_once():
    members, errors = parse_members(f"{HEADER}M-1,ana@example.com,2027-12-31\nm-1,ben@example.com,2027-12-31\n")

    assert members == [ANA]
    assert errors == [RowError(3, "number", "This number is in another row already.")]


def test_the_list_has_at_most_10_000_rows():
    rows = [f"{n},member{n}@example.com,2027-12-31\n" for n in range(MAX_ROWS + 1)]

    assert len(parse_members(HEADER + "".join(rows[:-1]))[0]) == MAX_ROWS
    with pytest.raises(TooManyRows):
        parse_members(HEADER + "".join(rows))
