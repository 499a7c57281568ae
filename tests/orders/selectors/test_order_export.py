"""GET /api/orders/export: the Order Log as a spreadsheet."""

import csv
import io
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from charityshop.api.csv_export import format_cell
from orders.models import Order, Refund, hash_lines
from orders.selectors.order_export import BATCH_SIZE
from tests.orders.api_calls import create_order
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, VoucherFactory
from tests.support.paid_orders import create_paid_order, create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=100, event__price="12.00", event__name="Friday Draft")


def export(client, **filters):
    return client.get("/api/orders/export", filters)


def parse_rows(answer) -> list[dict[str, str]]:
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


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
    assert row["Nights"].startswith("Friday Draft, ")
    assert row["Nights"].endswith("2 × $12.00")
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

    assert row["Nights"].endswith(f", {sold}")


def test_a_row_has_the_time_of_the_last_refund(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    assert parse_rows(export(as_admin))[0]["Refunded at"] == ""
    for amount, day in (("5.00", 3), ("2.60", 2)):
        post_refund(as_admin, order, amount=amount)
        Refund.objects.filter(amount=amount).update(completed_at=datetime(2027, 1, day, 20, tzinfo=UTC))
    paypal.fault("refund", "unprocessable")
    post_refund(as_admin, order, amount="1.00")

    (row,) = parse_rows(export(as_admin))

    assert (row["Refunded"], row["Refunded at"]) == ("7.60", "2027-01-03 12:00")  # in the shop's time zone


def test_refunds_of_free_bookings_have_no_time(as_admin, as_visitor, date):
    order = create_test_order(as_visitor, date)
    post_refund(as_admin, order)

    (row,) = parse_rows(export(as_admin))

    assert (row["Status"], row["Refunded at"]) == ("refunded", "")


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


def test_an_invalid_filter_is_refused_in_json(as_admin):
    for wrong in ({"status": "gone"}, {"from": "yesterday"}, {"sortField": "secret"}):
        answer = export(as_admin, **wrong)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
        assert answer.json()["message"]


@pytest.mark.parametrize("accept", ["text/csv", "text/html"])
def test_the_accept_header_makes_no_difference(as_admin, as_anonymous, accept):
    assert as_admin.get("/api/orders/export", headers={"accept": accept}).status_code == 200
    assert as_anonymous.get("/api/orders/export", headers={"accept": accept}).json()["message"] == "Please sign in."


def test_numbers_stay_numbers():
    assert [format_cell(cell) for cell in (3, -3, None, True, False, "Ana")] == ["3", "-3", "", "yes", "", "Ana"]


def test_orders_are_read_in_batches_with_a_constant_number_of_queries(as_admin, as_visitor, visitor, date):
    create_test_order(as_visitor, date)
    with CaptureQueriesContext(connection) as for_one:
        assert len(parse_rows(export(as_admin))) == 1
    nothing = dict.fromkeys(("items_price", "shipping_price", "tax_price", "total_price"), 0)
    empty = {"user": visitor, "status": "cancelled", "lines_digest": hash_lines([])}
    Order.objects.bulk_create(Order(number=f"C-{n:05}", **empty, **nothing) for n in range(BATCH_SIZE))

    with CaptureQueriesContext(connection) as for_many:
        assert len(parse_rows(export(as_admin))) == BATCH_SIZE + 1

    assert len(for_many) <= 2 * len(for_one)


def test_discounts_and_gifts_have_columns_if_there_are_any(as_admin, as_visitor, as_other_visitor, date):
    create_order(as_visitor, date)
    assert "Gift" not in parse_rows(export(as_admin))[0]
    VoucherFactory(code="SPRING", value=10)
    create_order(as_other_visitor, date, voucher="SPRING", giftPrice=5)

    discounted, plain = parse_rows(export(as_admin))

    extras = ("Before discounts", "Discounts", "Gift")
    assert [discounted[name] for name in extras] == ["24.00", "2.40", "5.00"]
    assert [plain[name] for name in extras] == ["", "", ""]
