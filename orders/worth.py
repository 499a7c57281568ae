"""What an order is worth: what was paid for it. Imports nothing from Django.

Where another amount was paid than the order's total, its prices and tax are scaled to that amount, so that refunds,
ledger and receipts use the same numbers. Everything that values an order or its seats passes here.
"""

from collections.abc import Mapping
from decimal import Decimal

from charityshop.money import share_amount, to_cents
from orders.pricing import ZERO, LineId, PricedCart, PricedLine, PriceRules, SoldLine, Totals


def scale_totals(totals: Totals, paid: Decimal) -> Totals:
    """Return the totals, scaled to what was paid. They add up to it, to the cent.

    Gift and shipping keep their amounts as long as they are covered: shipping shrinks first, then the gift. Items and
    tax share the rest in proportion. If there are no items, the rest belongs to the gift, or else to the shipping.
    """
    if paid == totals.total:
        return totals
    gift = min(totals.gift, paid)
    shipping = min(totals.shipping, paid - gift)
    rest = paid - gift - shipping
    if totals.items + totals.tax:
        items, tax = share_amount(rest, [totals.items, totals.tax])
        return Totals(items=items, tax=tax, shipping=shipping, gift=gift)
    to_gift = rest if gift or not shipping else ZERO
    return Totals(items=ZERO, tax=ZERO, shipping=shipping + rest - to_gift, gift=gift + to_gift)


def build_sold_lines(lines: Mapping[LineId, tuple[Decimal, int]], totals: Totals) -> dict[LineId, SoldLine]:
    """Return the lines, given by price and seats, with their shares of the totals' items and tax, in cents."""
    shares = share_amount(totals.items, [price for price, _ in lines.values()])
    return {
        pk: SoldLine(price, to_cents(price * totals.tax / totals.items) if totals.items else ZERO, seats)
        for (pk, (_, seats)), price in zip(lines.items(), shares, strict=True)
    }


def price_charged(total: Decimal, seats: int, rules: PriceRules) -> PricedCart:
    """Return the prices of seats of one date for which this total was taken, with tax. The tax is what isn't the price.

    If the price can't be divided by the seats, the price of one is rounded to cents.
    """
    price = to_cents(total / (1 + rules.tax_rate))
    unit_price = to_cents(price / seats) if rules.price_per == "seat" else price
    return PricedCart([PricedLine(unit_price, price)], Totals(items=price, tax=total - price, shipping=ZERO))
