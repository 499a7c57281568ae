"""10,000 generated carts have the same prices in the browser; of a quarter of them, discounts and refunds add up."""

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from pathlib import Path
from random import Random

from orders.pricing import (
    ZERO,
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
from orders.sent_prices import Item
from orders.worth import build_sold_lines
from tests.orders.test_pricing import get_totals

SHARED = json.loads((Path(__file__).parent.parent / "generated_carts.json").read_text(), parse_float=Decimal)
MODULUS = 2_147_483_647


def generate_numbers(seed: int) -> Iterator[int]:
    """Yield pseudorandom numbers below MODULUS. The browser's test has the same generator."""
    while True:
        seed = seed * 48_271 % MODULUS
        yield seed


def generate_carts() -> Iterator[tuple[list[Item], PriceRules]]:
    numbers = generate_numbers(SHARED["seed"])

    def pick(name: str):
        return SHARED[name][next(numbers) % len(SHARED[name])]

    def to_decimal(value: object) -> Decimal | None:
        return None if value is None else Decimal(str(value))

    for _ in range(SHARED["carts"]):
        rules = PriceRules(
            to_decimal(pick("taxRates")),
            to_decimal(pick("shippingFlat")),
            to_decimal(pick("shippingFreeOver")),
            pick("pricePer"),
        )
        items = []
        for _ in range(next(numbers) % 6):
            price = Decimal(next(numbers) % 20_000) / 100
            items.append(Item(price, tuple(1 + next(numbers) % 6 for _ in range(next(numbers) % 4))))
        yield items, rules


def test_the_browser_and_the_shop_get_the_same_prices():
    checksum = 0
    for items, rules in generate_carts():
        totals = get_totals(*items, rules=rules)
        for amount in (totals.items, totals.tax, totals.shipping, totals.total, 1 - totals.total % 1):
            checksum = (checksum * 31 + int(amount * 100)) % MODULUS

    assert checksum == SHARED["checksum"]


# --- Discounts, gifts and refunds ------------------------------------------------------------------------------------


def add_benefits(items: list[Item], rules: PriceRules, random: Random) -> tuple[PricedCart, list[Line]]:
    """Price the cart for a member with a code and a gift."""
    lines = [line for item in items for line in item.lines()]
    places = range(len(lines))
    members = {
        at: MemberPrice(Decimal(random.randrange(20_000)) / 100, random.randrange(4))
        for at in places
        if random.random() < 0.5
    }
    kind = random.choice(["percent", "amount", "price", "free_seats"])
    value = {"percent": random.randint(1, 100), "free_seats": random.randint(1, 9)}.get(kind, random.randrange(20_000))
    divisor = 1 if kind in ("percent", "free_seats") else 100
    code = Code(kind, Decimal(value) / divisor, {at for at in places if random.random() < 0.7})
    gift = Decimal(random.randrange(1_000_001)) / 100
    return price_cart(lines, Benefits(members, code), gift, rules), lines


def test_discounts_add_up_and_refunds_in_any_order_give_back_all_but_the_gift():
    random = Random(SHARED["seed"])
    for items, rules in islice(generate_carts(), 2_500):
        cart, lines = add_benefits(items, rules, random)
        totals = cart.totals

        for line in cart.lines:
            assert line.price >= 0
            assert line.price + sum(discount.amount for discount in line.discounts) == line.list_price
        assert cart.list_price == get_totals(*items, rules=rules).items
        assert totals.items == sum((line.price for line in cart.lines), ZERO)
        assert totals.total == totals.items + totals.tax + totals.shipping + totals.gift
        assert min(totals.items, totals.tax, totals.shipping, totals.gift) >= 0
        if lines:
            refunds = refund_in_any_order(cart, lines, random)
            assert sum(refunds) == totals.total - totals.gift
            assert min(refunds) >= 0


def refund_in_any_order(cart: PricedCart, lines: list[Line], random: Random) -> list[Decimal]:
    """Return what a few seats at a time give back, until none are left."""
    left = {at: line.seats for at, line in enumerate(lines)}
    sold = build_sold_lines({at: (line.price, left[at]) for at, line in enumerate(cart.lines)}, cart.totals)
    returned, refunds = dict.fromkeys(left, 0), []
    while any(left.values()):
        at = random.choice([at for at, count in left.items() if count])
        count = random.randint(1, left[at])
        paid = Paid(cart.totals.total, cart.totals.tax, sum(refunds, ZERO), gift=cart.totals.gift)
        refunds.append(get_refund_values({at: count}, returned=returned, lines=sold, paid=paid)[at])
        returned[at] += count
        left[at] -= count
    return refunds
