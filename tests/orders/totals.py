"""Totals of items."""

from decimal import Decimal

from orders.pricing import Item, PriceRules, Totals, price_lines

SHOP = PriceRules(tax_rate=Decimal("0.15"))


def get_totals(*items: Item, rules: PriceRules = SHOP) -> Totals:
    return price_lines((line for item in items for line in item.lines()), rules)
