"""Prices with discounts and gifts."""

from decimal import Decimal

import pytest

from orders.pricing import (
    Benefits,
    Code,
    Line,
    MemberPrice,
    Paid,
    PricedCart,
    PriceRules,
    get_refund_values,
    price_cart,
)
from orders.worth import build_sold_lines
from tests.orders.test_pricing import CASES, parse_rules
from tests.orders.totals import SHOP

ZERO = Decimal(0)
DISCOUNTED = [case for case in CASES if "giftPrice" in case]


def price_case(case: dict) -> PricedCart:
    rows = [(item, int(seats)) for item in case["items"] for seats in item["bookings"]]
    members = {
        at: MemberPrice(item["memberPrice"], int(item.get("memberSeats", 1)))
        for at, (item, _) in enumerate(rows)
        if "memberPrice" in item
    }
    code = Code(case["code"]["kind"], case["code"]["value"], set(range(len(rows)))) if "code" in case else None
    lines = [Line(item["price"], seats) for item, seats in rows]
    return price_cart(lines, Benefits(members, code), case["giftPrice"], parse_rules(case["settings"]))


def price(*lines: tuple[str, int], code: Code, members: dict | None = None, rules: PriceRules = SHOP) -> PricedCart:
    cart = [Line(Decimal(price), seats) for price, seats in lines]
    return price_cart(cart, Benefits(members or {}, code), ZERO, rules)


def sum_discounts(cart: PricedCart, kind: str) -> Decimal:
    discounts = (each for line in cart.lines for each in line.discounts)
    return sum((discount.amount for discount in discounts if discount.kind == kind), ZERO)


def list_line_prices(cart: PricedCart) -> list[str]:
    return [f"{line.price:.2f}" for line in cart.lines]


# --- The worked cases ------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("case_name", "order", "amounts"), [("A", [0, 0], ["11.39", "11.38"]), ("C", [1, 0], ["6.42", "10.26"])]
)
def test_seats_that_cost_less_are_refunded_one_by_one_without_the_gift(case_name, order, amounts):
    case = next(each for each in DISCOUNTED if each["name"].startswith(f"{case_name}:"))
    cart = price_case(case)
    lines = [int(seats) for item in case["items"] for seats in item["bookings"]]

    assert refund_one_by_one(cart, lines, order) == [Decimal(amount) for amount in amounts]


def refund_one_by_one(cart: PricedCart, seats: list[int], order: list[int]) -> list[Decimal]:
    """Return what one seat after the other gives, in this order of lines."""
    sold = build_sold_lines({at: (line.price, seats[at]) for at, line in enumerate(cart.lines)}, cart.totals)
    returned, given = dict.fromkeys(sold, 0), []
    for at in order:
        paid = Paid(cart.totals.total, cart.totals.tax, sum(given, ZERO), gift=cart.totals.gift)
        given.append(get_refund_values({at: 1}, returned=returned, lines=sold, paid=paid)[at])
        returned[at] += 1
    return given


# --- Kinds of codes --------------------------------------------------------------------------------------------------


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
    cart = price_cart([Line(Decimal(8), 2)], Benefits({0: MemberPrice(Decimal(10), 2)}), ZERO, SHOP)

    assert (list_line_prices(cart), cart.lines[0].discounts) == (["16.00"], ())
