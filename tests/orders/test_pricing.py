"""What an order costs, and what goes back of it."""

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


def rules_of(settings: dict) -> PriceRules:
    return PriceRules(
        tax_rate=settings["taxRate"],
        shipping_flat=settings["shippingFlat"],
        shipping_free_over=settings["shippingFreeOver"],
        price_per=settings["pricePer"],
    )


def item_of(row: dict) -> Item:
    return Item(row["price"], tuple(int(seats) for seats in row["bookings"]))


# --- What the shop charges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_shared_table_of_prices_holds(case):
    totals = get_totals(*map(item_of, case["items"]), rules=rules_of(case["settings"]))

    assert {
        "itemsPrice": totals.items,
        "taxPrice": totals.tax,
        "shippingPrice": totals.shipping,
        "totalPrice": totals.total,
    } == case["expected"]


def test_the_shared_table_is_long_enough_to_be_worth_sharing_and_names_each_case_once():
    assert len(CASES) >= 25
    assert len({case["name"] for case in CASES}) == len(CASES)


@given(
    prices=st.lists(st.tuples(st.decimals(0, 10_000, places=2), st.integers(1, 500)), max_size=20),
    tax_rate=st.decimals(0, 1, places=4),
)
def test_every_sum_has_two_places_and_tax_is_within_half_a_cent(prices, tax_rate):
    totals = price_lines([Line(price, seats) for price, seats in prices], PriceRules(tax_rate))

    assert totals.items == sum(price * seats for price, seats in prices)
    assert abs(totals.tax - totals.items * tax_rate) <= Decimal("0.005")
    assert {sum_.as_tuple().exponent for sum_ in (totals.items, totals.tax, totals.shipping, totals.total)} == {-2}


def test_a_line_costs_its_seats_or_its_booking():
    line = Line(Decimal("12.50"), 3)

    assert price_line(line, price_per="seat") == Decimal("37.50")
    assert price_line(line, price_per="booking") == Decimal("12.50")


@pytest.mark.parametrize(("price", "seats"), [("12", 0), ("12", -1), ("-0.01", 1)])
def test_no_line_can_lower_an_order(price, seats):
    with pytest.raises(ValueError, match="at least one seat"):
        Line(Decimal(price), seats)


# --- What goes back --------------------------------------------------------------------------------------------------


def refund_all(order_of_refunds: list[list[int]], amounts: dict[int, Decimal], totals: Totals) -> list[Decimal]:
    given_back: list[Decimal] = []
    refunded: set[int] = set()
    for chosen in order_of_refunds:
        remaining = totals.total - sum(given_back)
        given_back.append(
            get_lines_refund(set(chosen), amounts=amounts, refunded=refunded, totals=totals, remaining=remaining)
        )
        refunded |= set(chosen)
    return given_back


@st.composite
def refunds_in_some_order(draw):
    cents = draw(st.lists(st.integers(0, 20_000) | st.integers(0, 12), min_size=1, max_size=12))
    order = draw(st.permutations(range(len(cents))))
    cuts = sorted(draw(st.sets(st.integers(1, len(order) - 1)))) if len(order) > 1 else []
    batches = [list(order[a:b]) for a, b in zip([0, *cuts], [*cuts, len(order)], strict=True)]
    rules = PriceRules(draw(st.decimals(0, 1, places=4)), draw(st.decimals(0, 20, places=2)))
    return [Decimal(cent) / 100 for cent in cents], batches, rules


@given(refunds_in_some_order())
def test_line_refunds_in_any_order_add_up_to_exactly_what_was_captured(drawn):
    prices, batches, rules = drawn
    totals = price_lines([Line(price, 1) for price in prices], rules)

    given_back = refund_all(batches, dict(enumerate(prices)), totals)

    assert sum(given_back) == totals.total
    assert all(
        part >= sum(prices[line] for line in batch) and part.as_tuple().exponent == -2
        for part, batch in zip(given_back, batches, strict=True)
    )


@given(refunds_in_some_order())
def test_lines_refunded_together_give_what_they_give_one_after_the_other(drawn):
    prices, batches, rules = drawn
    totals, amounts = price_lines([Line(price, 1) for price in prices], rules), dict(enumerate(prices))

    one_by_one = iter(refund_all([[line] for batch in batches for line in batch], amounts, totals))

    assert refund_all(batches, amounts, totals) == [sum(next(one_by_one) for _ in batch) for batch in batches]


def test_a_line_takes_its_tax_with_it_and_the_last_one_the_rounding():
    amounts = dict.fromkeys("abc", Decimal("10.10"))
    totals = price_lines([Line(price, 1) for price in amounts.values()], SHOP)

    assert totals.total == Decimal("34.85")
    assert refund_all([["b"], ["c"], ["a"]], amounts, totals) == [Decimal("11.62"), Decimal("11.62"), Decimal("11.61")]


def test_shipping_goes_back_with_the_last_line():
    amounts = {"a": Decimal(20), "b": Decimal(20)}
    totals = Totals(items=Decimal(40), tax=Decimal(6), shipping=Decimal(10))

    assert refund_all([["a"], ["b"]], amounts, totals) == [Decimal(23), Decimal(33)]


def test_many_half_cents_of_tax_never_give_back_more_tax_than_was_paid():
    amounts = dict.fromkeys(range(100), Decimal("0.10"))
    totals = price_lines([Line(price, 1) for price in amounts.values()], SHOP)

    given_back = refund_all([[line] for line in amounts], amounts, totals)

    assert given_back[0] == Decimal("0.12")
    assert given_back[-1] == Decimal("0.10")
    assert sum(given_back) == totals.total == Decimal("11.50")


def test_a_line_gives_no_more_than_an_earlier_refund_of_an_amount_left():
    amounts, totals = {"a": Decimal(10), "b": Decimal(10)}, Totals(Decimal(20), Decimal(3), Decimal(0))

    assert get_lines_refund({"a"}, amounts=amounts, refunded=set(), totals=totals, remaining=Decimal(4)) == Decimal(4)
    assert get_lines_refund({"b"}, amounts=amounts, refunded={"a"}, totals=totals, remaining=Decimal(0)) == Decimal(0)


def test_lines_of_a_free_order_give_back_nothing():
    amounts, totals = {"a": Decimal(0), "b": Decimal(0)}, Totals(Decimal(0), Decimal(0), Decimal(0))

    assert refund_all([["a"], ["b"]], amounts, totals) == [Decimal(0), Decimal(0)]


@pytest.mark.parametrize(("chosen", "refunded"), [(set(), set()), ({"x"}, set()), ({"a"}, {"a"}), ({"a", "b"}, {"b"})])
def test_a_refund_names_lines_of_the_order_that_were_not_refunded_yet(chosen, refunded):
    amounts, totals = {"a": Decimal(10), "b": Decimal(10)}, Totals(Decimal(20), Decimal(3), Decimal(0))

    with pytest.raises(ValueError, match=r"\.$"):
        get_lines_refund(chosen, amounts=amounts, refunded=refunded, totals=totals, remaining=Decimal(23))
