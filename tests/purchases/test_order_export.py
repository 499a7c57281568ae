"""The Order Log as a spreadsheet, which contains no formulas, and the sums of the filtered orders."""

import csv
import io
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from charityshop.api.csv_export import lines, stream_csv
from orders.models import Order
from payments.models import Transfer
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, pay_test_order
from tests.payments.refund_calls import post_refund
from tests.payments.services.test_review_payment import put_in_review
from tests.support.factories import OccurrenceFactory, UserFactory, VoucherFactory
from tests.support.paid_orders import create_paid_order, create_test_order

# --- GET /api/orders/export -------------------------------------------------------------------------------------------


def export(client, **filters):
    return client.get("/api/orders/export", filters)


def parse_rows(answer) -> list[dict[str, str]]:
    """Return the orders of a whole file: its last line says how many there are."""
    *rows, last = csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig")))
    assert [cell for cell in last.values() if cell] == [f"Rows: {len(rows)}"]
    return rows


def test_every_order_is_a_row_with_its_amounts(paypal, as_admin, as_visitor, visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"amount": "7.60", "reason": "Late start"}, format="json")

    answer = export(as_admin)

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="orders-')
    (row,) = parse_rows(answer)
    assert (row["Order"], row["Number"], row["Email"]) == (order["_id"], order["number"], visitor.email)
    assert row["Status"] == "partly_refunded"
    assert (row["Total"], row["Captured"], row["Refunded"], row["Kept"]) == ("27.60", "27.60", "7.60", "20.00")
    assert row["Dates"].startswith("Lantern Night, ")
    assert row["Dates"].endswith("2 × $12.00")
    assert row["PayPal capture"] == paypal.captures()[0]["id"]


@pytest.mark.parametrize(
    ("sold_per", "sold"), [("seat", "3 × $12.00"), ("booking", "3 seats, $12.00")], ids=["seat", "booking"]
)
@pytest.mark.parametrize("voucher", ["", "SPRING"], ids=["full price", "discounted"])
def test_a_line_says_what_its_price_was_for(as_admin, as_visitor, date, settings, sold_per, sold, voucher):
    VoucherFactory(code="SPRING", value=10)
    settings.PRICE_PER = sold_per
    create_order(as_visitor, date, seats=3, **({"voucher": voucher} if voucher else {}))
    settings.PRICE_PER = "seat"

    (row,) = parse_rows(export(as_admin))

    assert row["Dates"].endswith(f", {sold}")


def test_the_export_has_the_same_orders_as_the_filtered_list(as_admin, as_visitor, as_other_visitor, date):
    create_test_order(as_visitor, date)
    held = create_order(as_other_visitor, date)

    assert {row["Order"] for row in parse_rows(export(as_admin, status="held"))} == {held["_id"]}
    assert {row["Email"] for row in parse_rows(export(as_admin, keyword="ana"))} == {"ana@example.com"}
    assert parse_rows(export(as_admin, to="2001-01-01")) == []
    assert len(parse_rows(export(as_admin, product=date.event.public_id))) == 2
    assert [row["Email"] for row in parse_rows(export(as_admin, sortField="user", sortOrder="desc"))] == [
        "ben@example.com",
        "ana@example.com",
    ]


def test_a_file_that_breaks_off_does_not_say_how_many_orders_it_has():
    def break_off():
        yield ["first"]
        raise ConnectionResetError

    sent = []
    with pytest.raises(ConnectionResetError):
        sent.extend(stream_csv("orders", ["Order"], break_off()))

    assert b"first" in sent[-1]
    assert b"Rows" not in b"".join(sent)


# --- No formulas, whatever users typed, and whichever separator the reader assumes ------------------------------------


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
        ("-7.5", "'-7.5"),
        (Decimal("-7.5"), "-7.50"),  # only numbers may be negative
        (-3, "-3"),
    ],
)
def test_a_text_stays_readable(text, cell):
    assert parse_cells("".join(lines(["head"], [[text]])), ",")[1:] == [[cell]]


@pytest.mark.parametrize("name", ["a\n=1+1", ";\t@SUM(A1)"])
def test_exports_contain_no_formulas(as_admin, name):
    date = OccurrenceFactory(event__name=f"Draft {name}")
    mallory = UserFactory(first_name=name, last_name=name, email='"a;=1"@example.com')
    pay_test_order(signed_in(mallory), create_order(signed_in(mallory), date, paymentMethod=name.replace("\n", " ")))

    guests = f"/api/products/{date.event.public_id}/guests/export"
    for path, rows in (("/api/orders/export", 3), (guests, 2)):
        written = as_admin.get(path).getvalue().decode()
        assert list_formulas(written) == []
        assert [len(row) for row in parse_cells(written, ";")] == [1] * rows


# --- Sums of the list -------------------------------------------------------------------------------------------------


@pytest.fixture
def other_date():
    return OccurrenceFactory(event__maximum_event_capacity=100, event__price="3.00")


def get_sums(client, **filters):
    answer = client.get("/api/orders", filters)
    assert answer.status_code == 200, answer.content
    return answer.json()["sums"]


def add_up(client, **filters):
    """Add up the spreadsheet's rows, and the journal's of the same orders."""
    rows = parse_rows(export(client, **filters))
    amount, refunded = (sum(Decimal(row[name] or 0) for row in rows) for name in ("Captured", "Refunded"))
    posted = Transfer.objects.filter(order__public_id__in=[row["Order"] for row in rows])

    def credit(*accounts):
        into, out_of = (posted.filter(**{f"{side}__in": accounts}) for side in ("credit", "debit"))
        return sum(row.amount for row in into) - sum(row.amount for row in out_of)

    net = credit("tickets", "shipping", "gifts", "kept_gifts", "return_fees", "paypal_fees")
    sums = {"amount": amount, "refunded": refunded, "fee": -credit("paypal_fees"), "tax": credit("tax")}
    return {name: float(sum) for name, sum in (sums | {"owed": credit("owed"), "net": net}).items()}


def test_the_list_adds_up_its_orders_as_their_spreadsheet_and_the_journal_do(
    paypal, as_admin, as_visitor, as_other_visitor, date, other_date, settings
):
    settings.PAGE_SIZE = 1
    theirs = create_paid_order(paypal, as_other_visitor, date, other_date)
    old = create_paid_order(paypal, as_visitor, date, seats=3)
    create_test_order(as_visitor, date, seats=1)
    create_order(as_visitor, date)  # which is only held
    whole = create_paid_order(paypal, as_visitor, other_date)
    put_in_review(paypal, as_visitor, date, amount="20.00")
    post_refund(as_admin, theirs, amount="1.01")
    post_refund(as_admin, whole)
    three_days_ago = timezone.now() - timedelta(days=3)
    Order.objects.filter(public_id=old["_id"]).update(created_at=three_days_ago)
    day = f"{timezone.localtime(three_days_ago):%Y-%m-%d}"

    found = []
    for filters in (
        {},
        {"from": day, "to": day},
        {"product": other_date.event.public_id},
        {"product": date.event.public_id, "from": day},
        {"product": date.event.public_id, "status": ["partly_refunded", "review"]},
        {"from": day, "keyword": "okafor"},
        {"status": ["held", "expired"]},
    ):
        sums = get_sums(as_admin, **filters)
        assert sums == add_up(as_admin, **filters) | {"otherCurrencies": 0}, filters
        parts = sum(Decimal(str(sums[name])) for name in ("refunded", "fee", "tax", "owed", "net"))
        assert parts == Decimal(str(sums["amount"])), filters
        found.append(sums)

    assert [row["amount"] for row in found] == [102.8, 41.4, 41.4, 95.9, 54.5, 34.5, 0]
    assert [row["refunded"] for row in found] == [7.91, 0, 7.91, 1.01, 1.01, 1.01, 0]
