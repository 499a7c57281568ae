"""Phones and the shop ask for the same cents, whatever the number of seats and the shop's price settings."""

from decimal import Decimal

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from door.selectors.nights import list_totals
from orders.models import CashPayment, Order
from orders.pricing import PriceRules
from orders.sent_prices import Item
from tests.door.phones import create_date
from tests.door.till_calls import Phone, build_sale, open_night
from tests.orders.test_pricing import get_totals

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
    rules = PriceRules(tax, shipping, free_over, per)

    with override_settings(TAX_RATE=tax, SHIPPING_FLAT=shipping, SHIPPING_FREE_OVER=free_over, PRICE_PER=per):
        totals = list_totals(price)

    assert totals[seats - 1] == get_totals(Item(price, (seats,)), rules=rules).total


@pytest.mark.django_db
@pytest.mark.parametrize("shop", SETTINGS)
def test_sales_online_and_offline_cost_what_the_list_says(as_admin, settings, shop):
    for name, value in shop.items():
        setattr(settings, name, value)
    date = create_date(event__price="10.10", event__maximum_event_capacity=500)
    phone = Phone(as_admin, open_night(as_admin, date))
    phone.open_drawer()
    totals = phone.get_list()["night"]["totals"]
    phone.keep(50)

    for seats in (1, 2, 3, 7, 19):
        total = totals[seats - 1]
        assert phone.sell(seats=seats, given=1000).json()["total"] == total
        phone.report(build_sale(seats, total, total))

    assert set(CashPayment.objects.values_list("amount", flat=True)) == {
        Decimal(str(totals[seats - 1])) for seats in (1, 2, 3, 7, 19)
    }
    assert list(Order.objects.exclude(accepted_price=None)) == []  # none was paid with another amount than its total
