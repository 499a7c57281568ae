"""10,000 generated carts, half of them with several tax rates, have the same prices in the browser."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from orders.pricing import Item, PriceRules
from tests.orders.test_pricing import get_totals

SHARED = json.loads((Path(__file__).parent.parent / "generated_carts.json").read_text(), parse_float=Decimal)
MODULUS = 2_147_483_647


def generate_numbers(seed: int) -> Iterator[int]:
    """Yield pseudorandom numbers below MODULUS. The browser's test has the same generator."""
    while True:
        seed = seed * 48_271 % MODULUS
        yield seed


def generate_carts() -> Iterator[tuple[list[Item], list[Decimal], PriceRules]]:
    """Yield carts with the tax rate of each item."""
    numbers = generate_numbers(SHARED["seed"])

    def pick(name: str):
        return SHARED[name][next(numbers) % len(SHARED[name])]

    def to_decimal(value: object) -> Decimal | None:
        return None if value is None else Decimal(str(value))

    for _ in range(SHARED["carts"]):
        rate = to_decimal(pick("taxRates"))
        rules = PriceRules(
            to_decimal(pick("shippingFlat")),
            to_decimal(pick("shippingFreeOver")),
            pick("pricePer"),
        )
        is_mixed = next(numbers) % 6 > 0
        items, rates = [], []
        for _ in range(next(numbers) % 6):
            price = Decimal(next(numbers) % 20_000) / 100
            items.append(Item(price, tuple(1 + next(numbers) % 6 for _ in range(next(numbers) % 4))))
            rates.append(to_decimal(pick("taxRates")) if is_mixed else rate)
        yield items, rates, rules


def test_the_browser_and_the_shop_get_the_same_prices():
    checksum = 0
    for items, rates, rules in generate_carts():
        totals = get_totals(*items, rules=rules, tax_rates=rates)
        for amount in (totals.items, totals.tax, totals.shipping, totals.total, 1 - totals.total % 1):
            checksum = (checksum * 31 + int(amount * 100)) % MODULUS

    assert checksum == SHARED["checksum"]
