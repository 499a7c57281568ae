"""Prices of seats at the door, and the orders of cash sales."""

from decimal import Decimal

import pytest
from django.test import override_settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from changes.services.date_changes.process_date_changes import process_date_changes
from door.selectors.doors import list_totals
from events.models import Event, Occurrence, Place
from ledger.calendar import LedgerMonth
from orders.models import Order, OrderLine
from orders.pricing import Item, PriceRules
from outbox.models import Outgoing
from payments.models import Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.selectors.revenue import list_months
from tests.changes.change_calls import begin_cancel, count_outcomes, end_answers
from tests.door.phones import create_date
from tests.door.till_calls import PRICE, TillClient, build_sale, give_back, open_door
from tests.ledger.ledger_calls import get_amounts
from tests.ledger.movement_checks import find_other_revenue
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.orders.test_pricing import get_totals
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def sell(as_admin):
    """Return a function that reports seats sold for a total, with the price that the shop has by then."""

    def sell(total, *, seats=2, was="10.00", now="20.00", **more):
        date = create_date(event__price=was, event__maximum_event_capacity=50)
        phone = TillClient(as_admin, open_door(as_admin, date))
        phone.open_drawer()
        phone.keep(seats)
        date.event.price = now
        date.event.save()
        (result,) = phone.report(build_sale(seats, total, total) | more)
        assert result["answer"] == "stored"
        shown = as_admin.get(f"/api/orders/{Order.objects.get().public_id}").json()
        return open_door(as_admin, date), shown

    yield sell
    assert [*list_violations(), *find_other_revenue()] == []


def get_prices(order):
    return [order["orderItems"][0]["price"], *(order[name] for name in ("itemsPrice", "taxPrice", "totalPrice"))]


def get_this_month(client):
    return get_amounts(client, LedgerMonth.of(timezone.localdate()))


def test_three_seats_for_an_amount_that_can_not_be_divided_are_given_back_in_full(as_admin, sell):
    door_id, order = sell(10, seats=3, was="2.90")
    assert get_prices(order) == [2.9, 8.7, 1.3, 10]
    assert [give_back(as_admin, door_id, order["_id"]).json()["amount"] for _ in range(3)] == [3.33, 3.34, 3.33]


@pytest.mark.parametrize(("total", "now"), [(0, "20.00"), (23, "0.00"), (0.01, "20.00"), (23.02, "20.00")])
def test_a_sale_has_its_own_price_whatever_the_shop_asks_now(sell, total, now):
    _, order = sell(total, now=now)

    assert order["totalPrice"] == total
    assert Order.objects.get().accepted_price is None


SHIPPING = {"SHIPPING_FLAT": Decimal(5)}
OTHER_TAX = {"TAX_RATE": Decimal("0.0825")}


@pytest.mark.parametrize(
    ("shop", "sale", "prices"),
    [
        ({"PRICE_PER": "booking"}, {"total": 11.5}, [10, 10, 1.5, 11.5]),
        (SHIPPING | OTHER_TAX, {"total": 23}, [10.63, 21.25, 1.75, 23]),  # it is the rest of what was taken
        (SHIPPING | OTHER_TAX, {"total": 28, "now": "10.00", "taxRate": 0.15}, [10, 20, 3, 28]),  # of which $5 for it
        # At today's price, and at that with which the total would be the same by chance without tax:
        (OTHER_TAX, {"total": 23, "seats": 1, "was": "20.00", "now": "20.00", "taxRate": 0.15}, [20, 20, 3, 23]),
        (OTHER_TAX, {"total": 0, "seats": 1, "was": "0.00", "now": "0.00", "taxRate": 0.15}, [0, 0, 0, 0]),
        ({"TAX_RATE": Decimal(0)}, {"total": 23, "seats": 1, "now": "23.00", "taxRate": 0.15}, [20, 20, 3, 23]),
        # A rate that can't be one is ignored:
        *(({}, {"total": 23, "taxRate": rate}, [10, 20, 3, 23]) for rate in (-0.1, 1.5, "much", True, None)),
        *(({}, {"total": 23, "taxRate": rate}, [10, 20, 3, 23]) for rate in (1e300, "NaN", [0.15])),
    ],
)
def test_prices_and_tax_are_those_of_the_sale_and_not_of_today(settings, sell, shop, sale, prices):
    for name, value in shop.items():
        setattr(settings, name, value)

    _, order = sell(**sale)

    assert get_prices(order) == prices
    assert order["shippingPrice"] == (5 if prices[-1] == 28 else 0)
    if sale.get("taxRate") == 0.15:
        assert OrderLine.objects.get().tax_rate == Decimal("0.15")


def test_one_of_two_seats_gives_half_back_with_the_tax_of_the_sale(as_admin, settings, sell):
    settings.TAX_RATE = Decimal("0.0825")

    door_id, order = sell(23, taxRate=0.15)

    assert get_this_month(as_admin) == {"tickets": 20, "sales_tax": 3}
    assert give_back(as_admin, door_id, order["_id"]).json()["amount"] == 11.5
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 10, "sales_tax": 1.5}
    assert as_admin.get(f"/api/orders/{order['_id']}").json()["status"] == "partly_refunded"
    assert give_back(as_admin, door_id, order["_id"]).json()["amount"] == 11.5
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 20}


def test_a_list_says_the_tax_rate_with_which_a_sale_is_sent_again(as_admin, settings):
    settings.TAX_RATE = Decimal("0.0825")
    phone = TillClient(as_admin, open_door(as_admin, create_date(event__price="12.00")))
    rate = phone.get_list()["night"]["taxRate"]
    assert rate == 0.0825
    sale = build_sale(1, 12.99, 20, allotment=False) | {"taxRate": rate}
    phone.report(sale)
    settings.TAX_RATE, phone.seq = Decimal("0.15"), 0

    assert phone.report(sale)[0]["answer"] == "repeated"
    assert get_prices(as_admin.get(f"/api/orders/{Order.objects.get().public_id}").json()) == [12, 12, 0.99, 12.99]


def test_a_till_that_shows_an_earlier_price_sells_nothing_before_the_guest_knows_the_new_one(as_admin):
    date = create_date(event__price="12.00")
    phone = TillClient(as_admin, open_door(as_admin, date))
    phone.open_drawer()
    date.event.price = "20.00"
    date.event.save()

    answer = phone.sell(seats=2, total=27.6)

    assert (answer.status_code, answer.json()["code"]) == (409, "price_changed")
    assert answer.json()["message"] == "The price has changed: that is $46.00 now. Tell the guest."
    assert not Order.objects.exists()
    assert phone.sell(seats=2, total=46, seq=1).json()["total"] == 46
    assert phone.sell(seats=2, total=27.6, seq=1).json()["total"] == 46, "it was sold already"


def test_a_seat_of_a_free_date_that_costs_shipping_needs_an_open_drawer(as_admin, settings):
    settings.SHIPPING_FLAT = Decimal(5)
    phone = TillClient(as_admin, open_door(as_admin, create_date(event__price="0")))
    assert phone.get_list()["night"]["totals"][0] == 5

    assert phone.sell(given=5).json()["code"] == "drawer_closed"
    phone.open_drawer(0)
    assert phone.sell(given=5, seq=1).json()["total"] == 5


SETTINGS = [
    {"TAX_RATE": Decimal("0.15")},
    {"TAX_RATE": Decimal("0.0825"), "SHIPPING_FLAT": Decimal("2.50"), "SHIPPING_FREE_OVER": Decimal(30)},
    {"TAX_RATE": Decimal("0.15"), "PRICE_PER": "booking"},
]


@given(
    price=st.decimals(0, 999_999, places=2),
    tax=st.decimals(0, 1, places=4),
    shipping=st.decimals(0, 20, places=2),
    free_over=st.none() | st.decimals(0, 200, places=2),
    per=st.sampled_from(["seat", "booking"]),
    seats=st.integers(1, 50),
)
def test_a_list_has_the_total_of_an_order_with_so_many_seats(price, tax, shipping, free_over, per, seats):
    rules, date = PriceRules(shipping, free_over, per), Occurrence(event=Event(price=price, place=Place()))

    with override_settings(TAX_RATE=tax, SHIPPING_FLAT=shipping, SHIPPING_FREE_OVER=free_over, PRICE_PER=per):
        totals = list_totals(date)

    assert totals[seats - 1] == get_totals(Item(price, (seats,)), rules=rules, tax_rates=[tax]).total


@pytest.mark.parametrize("shop", SETTINGS)
def test_sales_online_and_offline_cost_what_the_list_says(as_admin, settings, shop):
    for name, value in shop.items():
        setattr(settings, name, value)
    date = create_date(event__price="10.10", event__maximum_event_capacity=500)
    phone = TillClient(as_admin, open_door(as_admin, date))
    phone.open_drawer()
    totals = phone.get_list()["night"]["totals"]
    phone.keep(50)

    for seats in (1, 2, 3, 7, 19):
        total = totals[seats - 1]
        assert phone.sell(seats=seats, given=1000).json()["total"] == total
        phone.report(build_sale(seats, total, total))

    assert set(Payment.objects.in_cash().values_list("amount", flat=True)) == {
        Decimal(str(totals[seats - 1])) for seats in (1, 2, 3, 7, 19)
    }
    assert list(Order.objects.exclude(accepted_price=None)) == []  # none was paid with another amount than its total


__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture
def ahead(db):
    return OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=20)


@pytest.fixture
def door_ahead(as_admin, ahead):
    return open_door(as_admin, ahead)


@pytest.fixture
def sold_ahead(as_admin, door_ahead):
    """Two seats of a date next week, for 27.60."""
    phone = TillClient(as_admin, door_ahead)
    phone.open_drawer()
    return phone.sell(seats=2, given=30).json()["order"]


def test_sums_add_up_cash_and_paypal(as_admin, as_visitor, paypal, ahead, door_ahead, sold_ahead):
    create_paid_order(paypal, as_visitor, ahead, seats=1)
    give_back(as_admin, door_ahead, sold_ahead)

    sums = as_admin.get("/api/orders", {"product": ahead.event.public_id}).json()["sums"]

    assert (sums["amount"], sums["refunded"]) == (41.4, 13.8)
    assert sums["tax"] + sums["fee"] + sums["net"] == pytest.approx(27.6)
    (month,) = list_months()
    assert (month.total.sold, month.total.refunded) == (Decimal("41.40"), Decimal("13.80"))


def test_a_date_that_is_canceled_lists_its_cash_as_failed_for_staff(as_admin, ahead, door_ahead, sold_ahead):
    change = begin_cancel(as_admin, ahead)
    end_answers()

    process_date_changes()

    assert count_outcomes(as_admin, change) == {"total": 1, "failed": 1}, "nobody can be told at the house account"
    assert not Refund.objects.exists()
    (item,) = as_admin.get("/api/orders/attention").json()
    assert (item["kind"], item["_id"], item["amount"]) == ("refund_by_hand", sold_ahead, 27.6)
    assert "paid in cash" in item["message"]
    assert not Outgoing.objects.exists()

    assert give_back(as_admin, door_ahead, sold_ahead).status_code == 201
    (item,) = as_admin.get("/api/orders/attention").json()
    assert (item["_id"], item["amount"]) == (sold_ahead, 13.8), "one of two seats is left to refund"

    assert give_back(as_admin, door_ahead, sold_ahead).status_code == 201
    assert as_admin.get("/api/orders/attention").json() == []
    assert Order.objects.get().status == "refunded"
