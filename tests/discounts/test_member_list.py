"""The club's list of members is read as spreadsheets write it."""

from datetime import date

import pytest

from discounts.member_list import MAX_ROWS, Member, RowError, TooManyRows, parse_members

HEADER = "number,email,valid_until\n"
ANA = Member("M-1", "ana@example.com", date(2027, 12, 31))


LISTS = {
    "plain": f"{HEADER}M-1,ana@example.com,2027-12-31",
    "byte order mark": f"\ufeff{HEADER}M-1,ana@example.com,2027-12-31\n",
    "Windows": "Number, Email ,VALID_UNTIL\r\n M-1 ,Ana@Example.COM, 2027-12-31 \r\n\r\n,,\r\n",
    "quoted": f'{HEADER}"M-1","ana@example.com","2027-12-31"\n',
    "sep=,": "sep=,\r\nnumber,email,valid_until\r\nM-1,ana@example.com,12/31/2027\r\n",
    "sep=;": "\ufeffSEP=;\nnumber;email;valid_until\nM-1;ana@example.com;2027-12-31\n",
    "a quoted sep=,": '"sep=,",,\nnumber,email,valid_until\nM-1,ana@example.com,2027-12-31\n',
    "sep=tab": "sep=\t\nnumber\temail\tvalid_until\nM-1\tana@example.com\t12/31/2027\n",
    "semicolons": "number;email;valid_until\nM-1;ana@example.com;12/31/2027\n",
    "tabs": 'Number\tEmail\tValid_Until\r\n"M-1"\tana@example.com\t12/31/2027\r\n',
    "empty columns": "number,email,valid_until,,\nM-1,ana@example.com,2027-12-31,,\n,,,,\n",
    "empty cells of one row": f"{HEADER}M-1,ana@example.com,2027-12-31, ,\n",
    "old Mac": "number,email,valid_until\rM-1,ana@example.com,2027-12-31\r",
    "empty rows": "\n\nnumber,email,valid_until\n\nM-1,ana@example.com,2027-12-31\n",
    "what nobody sees": f"{HEADER}M‑1\u200b,Ana@example。com\u200b,2027-12-31\n",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_the_list_of_a_spreadsheet_is_read(text):
    assert parse_members(text) == ([ANA], [])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12/31/2027", date(2027, 12, 31)),
        ("12/31/27", date(2027, 12, 31)),
        ("3/4/2027", date(2027, 3, 4)),
        ("03/04/2027", date(2027, 3, 4)),
        ("2/29/2028", date(2028, 2, 29)),
        ("12/31/2027 0:00", date(2027, 12, 31)),
        ("12/31/2027 12:00:00 AM", date(2027, 12, 31)),
        ("2027-12-31 00:00:00", date(2027, 12, 31)),
        ("2027-12-31T00:00:00.000", date(2027, 12, 31)),
    ],
)
def test_dates_are_read_as_excel_writes_them_in_the_us(text, day):
    assert parse_members(f"{HEADER}M-1,ana@example.com,{text}\n") == ([Member("M-1", "ana@example.com", day)], [])


@pytest.mark.parametrize(
    "text",
    [
        "31/12/2027", "2/29/2027", "0/1/2027", "12/31/99", "12/31/999", "12/31", "46752", "31.12.2027", "12-31-2027",
        "Dec 31 2027", "2027/12/31", "2027-12-31T00:00:00Z", "2027-12-31T00:00:00+02:00", "12/31/2027 soon", "########",
        "20271231", "9999-01-01",
    ],
)  # fmt: skip
def test_what_may_be_another_day_is_refused_with_its_row_and_an_example(text):
    message = "Enter a date such as 2027-12-31, or 12/31/2027 with the month first."
    assert parse_members(f"{HEADER}M-1,ana@example.com,{text}\n") == ([], [RowError(2, "valid_until", message)])


def test_with_semicolons_it_has_to_be_clear_which_number_is_the_month():
    rows = [f"M-{number};ana@example.com;{day}" for number, day in enumerate(["3/4/2027", "4/4/2027", "4/13/2027"])]

    members, errors = parse_members("number;email;valid_until\n" + "\n".join(rows))

    assert [member.valid_until for member in members] == [date(2027, 4, 4), date(2027, 4, 13)]
    message = "It isn't clear which number is the month. Enter a date such as 2027-12-31."
    assert errors == [RowError(2, "valid_until", message)]


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
        ("M-1,ana@example.com,2027-02-30", ["valid_until"]),
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
