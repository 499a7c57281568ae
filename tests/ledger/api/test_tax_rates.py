"""An order with three tax rates: its taxes, its refunds and the accountant's year agree to the cent."""

import pytest

from payments.models import Transfer
from tests.changes.change_calls import get_options, post_change
from tests.ledger.ledger_calls import get_year
from tests.orders.api_calls import get_order, list_booking_ids
from tests.purchases.test_order_export import export, parse_rows
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

RATES = ("0.15", "0.0825", "0")
PRICES = ("1.10", "7.82", "5.00")
ITEMS, TAXES = (3.3, 23.46, 15), (0.5, 1.94, 0)  # of three seats each, rounded at each rate


@pytest.fixture
def order(paypal, as_visitor):
    dates = [OccurrenceFactory(event__price=price, event__refund_policy="full") for price in PRICES]
    return create_paid_order(paypal, as_visitor, *dates, seats=3, gift=1, tax_rates=RATES)


def get_rates(client, month):
    return {each["rate"]: (each["totalSales"], each["totalTax"]) for each in get_year(client, month)["rates"]}


def test_each_rate_is_rounded_once_and_its_sales_are_taxed_at_it(as_admin, as_visitor, order, month):
    assert (order["itemsPrice"], order["taxPrice"], order["totalPrice"]) == (41.76, 2.44, 45.2)
    assert [item["bookings"][0]["paid"] for item in get_order(as_visitor, order)["orderItems"]] == [3.8, 25.4, 15]
    assert get_rates(as_admin, month) == {0.15: (3.3, 0.5), 0.0825: (23.46, 1.94), 0: (15, 0)}
    (row,) = parse_rows(export(as_admin))
    assert (row["Items"], row["Sales tax"], row["Total"]) == ("41.76", "2.44", "45.20")


@pytest.mark.parametrize("turns", [(0, 1, 2, 2, 1, 0, 0, 1, 2), (2, 2, 2, 0, 0, 1, 1, 1, 0)])
def test_refunds_seat_by_seat_return_exactly_what_was_paid_at_each_rate(as_admin, as_visitor, order, month, turns):
    bookings, left = list_booking_ids(order), dict(zip(RATES, ITEMS, strict=True))

    for turn in turns:
        options = next(each for each in get_options(as_visitor, order) if each["_id"] == bookings[turn])
        amount = options["refund"]["amounts"][0]
        answer = post_change(as_visitor, order, "refund", booking=bookings[turn], seats=1, amount=amount)
        assert answer.status_code == 201, answer.json()
        left[RATES[turn]] -= float(PRICES[turn])
        sales = {rate: sales for rate, (sales, _) in get_rates(as_admin, month).items()}
        assert sales == pytest.approx({float(rate): amount for rate, amount in left.items()})

    assert get_order(as_visitor, order)["refundedPrice"] == 44.2
    assert set(get_rates(as_admin, month).values()) == {(0, 0)}
    assert not {row for row in Transfer.objects.values_list("debit", "credit") if "owed" in row}
