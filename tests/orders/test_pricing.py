"""Order totals."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orders.pricing import Line, PriceRules, price_lines
from orders.sent_prices import Item
from tests.orders.totals import get_totals

CASES = json.loads(
    (Path(__file__).parent.parent / "pricing_cases.json").read_text(), parse_float=Decimal, parse_int=Decimal
)

PLAIN = [case for case in CASES if "giftPrice" not in case]  # without discounts and gifts: see test_discounts.py


def parse_rules(settings: dict) -> PriceRules:
    return PriceRules(
        tax_rate=settings["taxRate"],
        shipping_flat=settings["shippingFlat"],
        shipping_free_over=settings["shippingFreeOver"],
        price_per=settings["pricePer"],
    )


def parse_item(row: dict) -> Item:
    return Item(row["price"], tuple(int(seats) for seats in row["bookings"]))


# --- Totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PLAIN, ids=[case["name"] for case in PLAIN])
def test_the_shared_price_cases_hold(case):
    totals = get_totals(*map(parse_item, case["items"]), rules=parse_rules(case["settings"]))

    assert {
        "itemsPrice": totals.items,
        "taxPrice": totals.tax,
        "shippingPrice": totals.shipping,
        "totalPrice": totals.total,
    } == case["expected"]


@given(
    prices=st.lists(st.tuples(st.decimals(0, 10_000, places=2), st.integers(1, 500)), max_size=20),
    tax_rate=st.decimals(0, 1, places=4),
)
def test_amounts_have_two_decimal_places_and_tax_is_rounded_to_half_a_cent(prices, tax_rate):
    totals = price_lines([Line(price, seats) for price, seats in prices], PriceRules(tax_rate))

    assert totals.items == sum(price * seats for price, seats in prices)
    assert abs(totals.tax - totals.items * tax_rate) <= Decimal("0.005")
    assert {sum_.as_tuple().exponent for sum_ in (totals.items, totals.tax, totals.shipping, totals.total)} == {-2}


@pytest.mark.parametrize(("price", "seats"), [("12", 0), ("12", -1), ("-0.01", 1)])
def test_no_line_can_lower_a_total(price, seats):
    with pytest.raises(ValueError, match="at least one seat"):
        Line(Decimal(price), seats)
