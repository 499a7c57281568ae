"""Read, round, share and format amounts of money."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
UNCLEAR_AMOUNT = "Enter an amount like 12.50."
PLAIN = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,2})?")


def parse_dollars(sent: object) -> Decimal:
    """Return an amount that is a number or a plain decimal text such as "12.50". Raise ValueError for anything else.

    Commas are refused: "12,50" is 12.50 for one sender and 1,250 for another. The browser reads what people type
    (`frontend/src/common/lib/amount.ts`) and sends numbers. `tests/money_cases.json` has the cases of both.
    """
    if isinstance(sent, str) and PLAIN.fullmatch(text := sent.strip()):
        return Decimal(text)
    if isinstance(sent, int | float | Decimal) and not isinstance(sent, bool):
        amount = Decimal(str(sent))  # str() keeps 0.1 exact
        if amount.is_finite():
            return amount
    raise ValueError(UNCLEAR_AMOUNT)


def to_cents(amount: Decimal) -> Decimal:
    """Round to whole cents, half up."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def share_amount(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights, by largest remainder. Of equal remainders, the first gets the cent."""
    whole = sum(weights, Decimal(0))
    if not whole:
        return [Decimal(0) for _ in weights]
    exact = [amount * weight / whole for weight in weights]
    shares = [share.quantize(CENT, ROUND_FLOOR) for share in exact]
    cents = int((amount - sum(shares, Decimal(0))) / CENT)
    for at in sorted(range(len(weights)), key=lambda at: shares[at] - exact[at])[:cents]:
        shares[at] += CENT
    return shares


def spread(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights. Without any weight, the first share is everything."""
    if any(weights):
        return share_amount(amount, weights)
    return [Decimal(0) if at else amount for at in range(len(weights))]


# --- Sales tax -------------------------------------------------------------------------------------------------------

TaxedPrice = tuple[Decimal, Decimal]
"""A price before tax, and its tax rate, which is a fraction."""


def get_taxes(prices: Iterable[TaxedPrice]) -> dict[Decimal, Decimal]:
    """Return the tax of prices by rate: that of their sum, rounded once, so that rounding errors don't add up.

    The browser does the same (`frontend/src/common/lib/pricing.ts`).
    """
    sums: dict[Decimal, Decimal] = defaultdict(Decimal)
    for price, rate in prices:
        sums[rate] += price
    return {rate: to_cents(price * rate) for rate, price in sums.items()}


def get_tax(prices: Iterable[TaxedPrice]) -> Decimal:
    return sum(get_taxes(prices).values(), Decimal("0.00"))


def split_tax(tax: Decimal, prices: Iterable[TaxedPrice]) -> dict[Decimal, Decimal]:
    """Split the tax of prices, or a tax that is scaled from it, by rate."""
    taxes = get_taxes(prices)
    return dict(zip(taxes, spread(tax, list(taxes.values())), strict=True))


def share_tax(tax: Decimal, prices: Sequence[TaxedPrice]) -> list[Decimal]:
    """Share the tax of prices, or a tax that is scaled from it, among them. The shares add up to it at each rate."""
    shares: dict[int, Decimal] = {}
    for rate, amount in split_tax(tax, prices).items():
        at_rate = [at for at, (_, each) in enumerate(prices) if each == rate]
        shares |= zip(at_rate, spread(amount, [prices[at][0] for at in at_rate]), strict=True)
    return [shares[at] for at in range(len(prices))]


def format_dollars(amount: Decimal) -> str:
    """Format as "$1,200.00"."""
    return f"${amount:,.2f}"


def format_signed(amount: Decimal) -> str:
    """Format as "$20.00", or as "−$20.00" below zero."""
    return f"−{format_dollars(-amount)}" if amount < 0 else format_dollars(amount)
