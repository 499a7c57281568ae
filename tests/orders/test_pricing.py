"""Order totals and refunds."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orders.pricing import Item, Line, PriceRules, Totals, get_lines_refund, price_line, price_lines
from tests.orders.totals import SHOP, get_totals

CASES = json.loads(
    (Path(__file__).parent.parent / "pricing_cases.json").read_text(), parse_float=Decimal, parse_int=Decimal
)


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


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_shared_price_cases_hold(case):
    totals = get_totals(*map(parse_item, case["items"]), rules=parse_rules(case["settings"]))

    assert {
        "itemsPrice": totals.items,
        "taxPrice": totals.tax,
        "shippingPrice": totals.shipping,
        "totalPrice": totals.total,
    } == case["expected"]


def test_the_shared_price_cases_have_unique_names():
    assert len(CASES) >= 25
    assert len({case["name"] for case in CASES}) == len(CASES)


@given(
    prices=st.lists(st.tuples(st.decimals(0, 10_000, places=2), st.integers(1, 500)), max_size=20),
    tax_rate=st.decimals(0, 1, places=4),
)
def test_amounts_have_two_decimal_places_and_tax_is_rounded_to_half_a_cent(prices, tax_rate):
    totals = price_lines([Line(price, seats) for price, seats in prices], PriceRules(tax_rate))

    assert totals.items == sum(price * seats for price, seats in prices)
    assert abs(totals.tax - totals.items * tax_rate) <= Decimal("0.005")
    assert {sum_.as_tuple().exponent for sum_ in (totals.items, totals.tax, totals.shipping, totals.total)} == {-2}


def test_a_line_is_priced_per_seat_or_per_booking():
    line = Line(Decimal("12.50"), 3)

    assert price_line(line, price_per="seat") == Decimal("37.50")
    assert price_line(line, price_per="booking") == Decimal("12.50")


@pytest.mark.parametrize(("price", "seats"), [("12", 0), ("12", -1), ("-0.01", 1)])
def test_no_line_can_lower_a_total(price, seats):
    with pytest.raises(ValueError, match="at least one seat"):
        Line(Decimal(price), seats)


# --- Refunds ---------------------------------------------------------------------------------------------------------


def refund_all(order_of_refunds: list[list[int]], amounts: dict[int, Decimal], totals: Totals) -> list[Decimal]:
    refunded_amounts: list[Decimal] = []
    refunded: set[int] = set()
    for chosen in order_of_refunds:
        remaining = totals.total - sum(refunded_amounts)
        refunded_amounts.append(
            get_lines_refund(set(chosen), amounts=amounts, refunded=refunded, totals=totals, remaining=remaining)
        )
        refunded |= set(chosen)
    return refunded_amounts


@st.composite
def draw_refunds(draw):
    cents = draw(st.lists(st.integers(0, 20_000) | st.integers(0, 12), min_size=1, max_size=12))
    order = draw(st.permutations(range(len(cents))))
    cuts = sorted(draw(st.sets(st.integers(1, len(order) - 1)))) if len(order) > 1 else []
    batches = [list(order[a:b]) for a, b in zip([0, *cuts], [*cuts, len(order)], strict=True)]
    rules = PriceRules(draw(st.decimals(0, 1, places=4)), draw(st.decimals(0, 20, places=2)))
    return [Decimal(cent) / 100 for cent in cents], batches, rules


@given(draw_refunds())
def test_line_refunds_in_any_order_add_up_to_the_captured_amount(drawn):
    prices, batches, rules = drawn
    totals = price_lines([Line(price, 1) for price in prices], rules)

    refunded_amounts = refund_all(batches, dict(enumerate(prices)), totals)

    assert sum(refunded_amounts) == totals.total
    assert all(
        part >= sum(prices[line] for line in batch) and part.as_tuple().exponent == -2
        for part, batch in zip(refunded_amounts, batches, strict=True)
    )


@given(draw_refunds())
def test_lines_refunded_together_equal_single_refunds(drawn):
    prices, batches, rules = drawn
    totals, amounts = price_lines([Line(price, 1) for price in prices], rules), dict(enumerate(prices))

    one_by_one = iter(refund_all([[line] for batch in batches for line in batch], amounts, totals))

    assert refund_all(batches, amounts, totals) == [sum(next(one_by_one) for _ in batch) for batch in batches]


def test_a_line_is_refunded_with_its_tax_and_the_last_one_with_the_rounding_difference():
    amounts = dict.fromkeys("abc", Decimal("10.10"))
    totals = price_lines([Line(price, 1) for price in amounts.values()], SHOP)

    assert totals.total == Decimal("34.85")
    assert refund_all([["b"], ["c"], ["a"]], amounts, totals) == [Decimal("11.62"), Decimal("11.62"), Decimal("11.61")]


def test_shipping_is_refunded_with_the_last_line():
    amounts = {"a": Decimal(20), "b": Decimal(20)}
    totals = Totals(items=Decimal(40), tax=Decimal(6), shipping=Decimal(10))

    assert refund_all([["a"], ["b"]], amounts, totals) == [Decimal(23), Decimal(33)]


def test_rounded_taxes_never_exceed_the_orders_tax():
    amounts = dict.fromkeys(range(100), Decimal("0.10"))
    totals = price_lines([Line(price, 1) for price in amounts.values()], SHOP)

    refunded_amounts = refund_all([[line] for line in amounts], amounts, totals)

    assert refunded_amounts[0] == Decimal("0.12")
    assert refunded_amounts[-1] == Decimal("0.10")
    assert sum(refunded_amounts) == totals.total == Decimal("11.50")


def test_a_lines_refund_is_limited_to_the_remaining_amount():
    amounts, totals = {"a": Decimal(10), "b": Decimal(10)}, Totals(Decimal(20), Decimal(3), Decimal(0))

    assert get_lines_refund({"a"}, amounts=amounts, refunded=set(), totals=totals, remaining=Decimal(4)) == Decimal(4)
    assert get_lines_refund({"b"}, amounts=amounts, refunded={"a"}, totals=totals, remaining=Decimal(0)) == Decimal(0)


def test_lines_of_a_free_order_are_refunded_with_nothing():
    amounts, totals = {"a": Decimal(0), "b": Decimal(0)}, Totals(Decimal(0), Decimal(0), Decimal(0))

    assert refund_all([["a"], ["b"]], amounts, totals) == [Decimal(0), Decimal(0)]


@pytest.mark.parametrize(("chosen", "refunded"), [(set(), set()), ({"x"}, set()), ({"a"}, {"a"}), ({"a", "b"}, {"b"})])
def test_only_unrefunded_lines_of_the_order_can_be_refunded(chosen, refunded):
    amounts, totals = {"a": Decimal(10), "b": Decimal(10)}, Totals(Decimal(20), Decimal(3), Decimal(0))

    with pytest.raises(ValueError, match=r"\.$"):
        get_lines_refund(chosen, amounts=amounts, refunded=refunded, totals=totals, remaining=Decimal(23))
