"""GET /api/orders/export: the Order Log as a spreadsheet."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from orders.models import Order, hash_lines
from orders.selectors.order_export import BATCH_SIZE
from tests.orders.api_calls import create_order
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
