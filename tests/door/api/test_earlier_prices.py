"""Sales of phones without a connection at another price than the shop's now: a sale costs what was taken."""

from decimal import Decimal

import pytest
from django.utils import timezone

from ledger.calendar import LedgerMonth
from orders.models import Order, OrderLine
from payments.reports.consistency_checks import list_violations
from tests.door.phones import create_date
from tests.door.till_calls import Phone, build_sale, give_back, open_night
from tests.ledger.ledger_calls import get_amounts
from tests.ledger.movement_checks import find_ledger_violations

pytestmark = pytest.mark.django_db


@pytest.fixture
def sell(as_admin):
    """Return a function that reports seats sold for a total, with the price that the shop has by then."""

    def sell(total, *, seats=2, was="10.00", now="20.00"):
        date = create_date(event__price=was, event__maximum_event_capacity=50)
        phone = Phone(as_admin, open_night(as_admin, date))
        phone.open_drawer()
        phone.keep(seats)
        date.event.price = now
        date.event.save()
        (result,) = phone.report(build_sale(seats, total, total))
        assert result["answer"] == "stored"
        shown = as_admin.get(f"/api/orders/{Order.objects.get().public_id}").json()
        return open_night(as_admin, date), shown

    yield sell
    assert list_violations() == []
    assert find_ledger_violations() == []


def get_prices(order):
    return [order["orderItems"][0]["price"], *(order[name] for name in ("itemsPrice", "taxPrice", "totalPrice"))]


def get_this_month(client):
    return get_amounts(client, LedgerMonth.of(timezone.localdate()))


def test_one_of_two_seats_gives_half_back(as_admin, sell):
    night, order = sell(23)
    assert get_prices(order) == [10, 20, 3, 23]

    assert give_back(as_admin, night, order["_id"]).json()["amount"] == 11.5

    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 10, "sales_tax": 1.5}
    assert as_admin.get(f"/api/orders/{order['_id']}").json()["status"] == "partly_refunded"
    assert give_back(as_admin, night, order["_id"]).json()["amount"] == 11.5
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 20}


def test_three_seats_for_an_amount_that_can_not_be_divided_are_given_back_in_full(as_admin, sell):
    night, order = sell(10, seats=3, was="2.90")
    assert get_prices(order) == [2.9, 8.7, 1.3, 10]
    assert [give_back(as_admin, night, order["_id"]).json()["amount"] for _ in range(3)] == [3.33, 3.34, 3.33]


@pytest.mark.parametrize(("total", "now"), [(0, "20.00"), (23, "0.00"), (0.01, "20.00"), (23.02, "20.00")])
def test_a_sale_has_its_own_price_whatever_the_shop_asks_now(sell, total, now):
    _, order = sell(total, now=now)

    assert order["totalPrice"] == total
    assert Order.objects.get().accepted_price is None


def test_with_a_price_per_booking_the_line_costs_it_once(settings, sell):
    settings.PRICE_PER = "booking"

    _, order = sell(11.5)

    assert get_prices(order) == [10, 10, 1.5, 11.5]


def test_shipping_and_a_tax_rate_of_today_do_not_change_what_was_taken(settings, sell):
    settings.SHIPPING_FLAT, settings.TAX_RATE = Decimal(5), Decimal("0.0825")

    _, order = sell(23)

    assert get_prices(order) == [10.63, 21.25, 1.75, 23]


def test_a_cash_order_with_another_price_is_a_violation(sell):
    sell(23)
    OrderLine.objects.update(line_price=40, price=20)
    Order.objects.update(items_price=40, tax_price=6, total_price=46)

    assert any("was paid 23.00 in cash, and its prices add up to 46.00" in text for text in list_violations())

    OrderLine.objects.update(line_price=20, price=10)
    Order.objects.update(items_price=20, tax_price=3, total_price=23)
