"""Totals of items."""

from decimal import Decimal

from orders.pricing import PriceRules, Totals, price_lines
from orders.sent_prices import Item

SHOP = PriceRules(tax_rate=Decimal("0.15"))


def get_totals(*items: Item, rules: PriceRules = SHOP) -> Totals:
    return price_lines((line for item in items for line in item.lines()), rules)
