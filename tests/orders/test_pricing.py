"""Totals of carts: with discounts and gifts, and compared with the prices and totals that browsers send."""

import json
from collections.abc import Sequence
from decimal import Decimal
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ValidationError

from orders.pricing import (
    ZERO,
    Benefits,
    Code,
    Item,
    Line,
    MemberPrice,
    PricedCart,
    PriceRules,
    SentSums,
    Totals,
    are_published_sums,
    is_price_changed,
    price_cart,
    price_lines,
)
from purchases.api.serializers.order_input import SentAmountField

CASES = json.loads(
    (Path(__file__).parent.parent / "pricing_cases.json").read_text(), parse_float=Decimal, parse_int=Decimal
)

PLAIN = [case for case in CASES if "giftPrice" not in case]  # without discounts and gifts
SHOP, TAX_RATE = PriceRules(), Decimal("0.15")


def get_totals(*items: Item, rules: PriceRules = SHOP, tax_rates: Sequence[Decimal] = (TAX_RATE,)) -> Totals:
    """Return the totals of items, each at its tax rate, or all at the same one."""
    lines = [
        Line(item.price, seats, rate)
        for item, rate in zip(items, cycle(tax_rates), strict=False)
        for seats in item.bookings or (1,)
    ]
    return price_lines(lines, rules)


def parse_rules(settings: dict) -> PriceRules:
    return PriceRules(
        shipping_flat=settings["shippingFlat"],
        shipping_free_over=settings["shippingFreeOver"],
        price_per=settings["pricePer"],
    )


def list_rates(case: dict) -> list[Decimal]:
    """Return the tax rate of each item: the shop's, unless it has its own."""
    return [item.get("taxRate", case["settings"]["taxRate"]) for item in case["items"]]


def parse_item(row: dict) -> Item:
    return Item(row["price"], tuple(int(seats) for seats in row["bookings"]))


@pytest.mark.parametrize("case", PLAIN, ids=[case["name"] for case in PLAIN])
def test_the_shared_price_cases_hold(case):
    totals = get_totals(
        *map(parse_item, case["items"]), rules=parse_rules(case["settings"]), tax_rates=list_rates(case)
    )

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
    totals = price_lines([Line(price, seats, tax_rate) for price, seats in prices], SHOP)

    assert totals.items == sum(price * seats for price, seats in prices)
    assert abs(totals.tax - totals.items * tax_rate) <= Decimal("0.005")
    assert {sum_.as_tuple().exponent for sum_ in (totals.items, totals.tax, totals.shipping, totals.total)} == {-2}


@pytest.mark.parametrize(("price", "seats"), [("12", 0), ("12", -1), ("-0.01", 1)])
def test_no_line_can_lower_a_total(price, seats):
    with pytest.raises(ValueError, match="at least one seat"):
        Line(Decimal(price), seats, TAX_RATE)


DISCOUNTED = [case for case in CASES if "giftPrice" in case]


def price_case(case: dict) -> PricedCart:
    rows = [(item, int(seats)) for item in case["items"] for seats in item["bookings"]]
    members = {
        at: MemberPrice(item["memberPrice"], int(item.get("memberSeats", 1)))
        for at, (item, _) in enumerate(rows)
        if "memberPrice" in item
    }
    code = Code(case["code"]["kind"], case["code"]["value"], set(range(len(rows)))) if "code" in case else None
    lines = [Line(item["price"], seats, case["settings"]["taxRate"]) for item, seats in rows]
    return price_cart(lines, Benefits(members, code), case["giftPrice"], parse_rules(case["settings"]))


def price(*lines: tuple[str, int], code: Code, members: dict | None = None) -> PricedCart:
    cart = [Line(Decimal(price), seats, TAX_RATE) for price, seats in lines]
    return price_cart(cart, Benefits(members or {}, code), ZERO, SHOP)


def sum_discounts(cart: PricedCart, kind: str) -> Decimal:
    discounts = (each for line in cart.lines for each in line.discounts)
    return sum((discount.amount for discount in discounts if discount.kind == kind), ZERO)


def list_line_prices(cart: PricedCart) -> list[str]:
    return [f"{line.price:.2f}" for line in cart.lines]


@pytest.mark.parametrize("case", DISCOUNTED, ids=[case["name"] for case in DISCOUNTED])
def test_the_shared_cases_with_discounts_and_gifts_hold(case):
    cart = price_case(case)

    assert {
        "listPrice": cart.list_price,
        "discounts": {kind: sum_discounts(cart, kind) for kind in ("member", "voucher")},
        "linePrices": [line.price for line in cart.lines],
        "itemsPrice": cart.totals.items,
        "taxPrice": cart.totals.tax,
        "shippingPrice": cart.totals.shipping,
        "giftPrice": cart.totals.gift,
        "totalPrice": cart.totals.total,
    } == case["expected"]


def test_a_code_takes_nothing_off_lines_that_it_is_not_for():
    cart = price(("12.00", 1), ("12.00", 1), code=Code("percent", Decimal(50), {1}))

    assert list_line_prices(cart) == ["12.00", "6.00"]


def test_an_amount_never_makes_a_line_negative():
    cart = price(("12.00", 1), ("7.50", 1), code=Code("amount", Decimal(100), {0, 1}))

    assert (list_line_prices(cart), cart.totals.total) == (["0.00", "0.00"], ZERO)


def test_a_price_lowers_only_seats_that_cost_more():
    members = {0: MemberPrice(Decimal(7), 1)}
    cart = price(("12.00", 3), ("5.00", 2), code=Code("price", Decimal(8), {0, 1}), members=members)

    assert list_line_prices(cart) == ["23.00", "10.00"]  # 7 + 8 + 8
    assert [[(each.kind, each.seats, each.amount) for each in line.discounts] for line in cart.lines] == [
        [("member", 1, 5), ("voucher", 2, 8)],
        [],
    ]


def test_free_seats_are_the_most_expensive_ones():
    members = {1: MemberPrice(Decimal(10), 1)}
    cart = price(("9.00", 2), ("12.00", 2), code=Code("free_seats", Decimal(3), {0, 1}), members=members)

    assert list_line_prices(cart) == ["9.00", "0.00"]  # 12, 10, and one of the two at 9


def test_a_member_price_above_the_list_price_changes_nothing():
    cart = price_cart([Line(Decimal(8), 2, TAX_RATE)], Benefits({0: MemberPrice(Decimal(10), 2)}), ZERO, SHOP)

    assert (list_line_prices(cart), cart.lines[0].discounts) == (["16.00"], ())


# --- Prices and totals sent by browsers, which are never trusted ------------------------------------------------------


def sums(items: str | None = None, tax: str | None = None, shipping: str | None = None, total: str | None = None):
    return SentSums(*(None if sum_ is None else Decimal(sum_) for sum_ in (items, tax, shipping, total)))


@pytest.mark.parametrize(
    "sent", ["", "$12", "12,50", "1_000", "NaN", "Infinity", "٣", "0x10", True, [], {}, float("nan"), float("inf")]
)
def test_other_prices_are_refused(sent):
    with pytest.raises(ValidationError, match="Send the price as a number"):
        SentAmountField().run_validation(sent)


@pytest.mark.parametrize(
    ("seats", "seen", "sent", "has_to_be_confirmed"),
    [
        (2, "12", sums("24", "3.60", "0", "27.60"), False),  # the shop's own
        (1, "12", sums("1", "1", "1", "1000"), False),  # the total is below the sent one
        (1, "10", sums(), True),
        (1, "10", sums("12", "1.80", "0", "13.80"), True),  # with the right total
        (1, "11.99", sums(total="99"), True),
        (4, None, sums("10", "1.50", "0", "11.50"), True),  # published totals of outdated prices
    ],
)
def test_an_increased_price_has_to_be_confirmed(seats, seen, sent, has_to_be_confirmed):
    item = Item(Decimal(12), (seats,))
    shown = [(item, None if seen is None else Decimal(seen))]

    assert is_price_changed(shown, ours=get_totals(item), sent=sent) == has_to_be_confirmed


# The published calculation in binary floats, like in a browser.
def to_fixed(amount: float, places: int) -> str:
    return f"{amount:.{places}f}"


@given(
    cart=st.lists(
        st.tuples(st.integers(0, 50_000), st.lists(st.integers(1, 9), min_size=1, max_size=4)), min_size=1, max_size=6
    ),
    whole_dollars=st.booleans(),
    screens_show_no_shipping=st.booleans(),
)
def test_published_totals_calculated_in_floats_are_always_accepted(cart, whole_dollars, screens_show_no_shipping):
    places = 0 if whole_dollars else 2
    items = to_fixed(sum(cents / 100 * len(bookings) for cents, bookings in cart), places)
    shipping = to_fixed(0 if screens_show_no_shipping or float(items) > 100 else 10, places)
    tax = to_fixed(0.15 * float(items), places)
    total = to_fixed(float(items) + float(shipping) + float(tax), 2)

    sent = SentSums(*map(Decimal, (items, tax, shipping, total)))

    assert are_published_sums(sent, [Item(Decimal(cents) / 100, tuple(bookings)) for cents, bookings in cart])


@given(
    price=st.decimals(1, 500, places=2),
    rise=st.decimals("0.01", 500, places=2),
    seats=st.lists(st.integers(1, 9), min_size=1, max_size=4),
)
def test_no_buyer_is_charged_more_than_an_old_price_without_confirmation(price, rise, seats):
    old, new = Item(price, tuple(seats)), Item(price + rise, tuple(seats))
    seen, ours = get_totals(old), get_totals(new)

    sent = SentSums(seen.items, seen.tax, seen.shipping, seen.total)

    assert is_price_changed([(new, price)], ours=ours, sent=sent)
