"""Round, split and format amounts of money."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def to_cents(amount: Decimal) -> Decimal:
    """Round to whole cents, half up."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def format_dollars(amount: Decimal) -> str:
    """Format as "$1,200.00"."""
    return f"${amount:,.2f}"


def split_by_largest_remainder(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Split an amount in proportion to the weights, in whole cents, which add up to the amount.

    The cents that rounding down leaves go to the largest remainders, and on ties to the earlier ones. Without any
    weight, the first share is everything. Weights must not be negative; the amount may be.
    """
    cents, counts = int(abs(amount) / CENT), [int(weight / CENT) for weight in weights]
    whole = sum(counts)
    if not whole:
        return [amount, *(Decimal(0) for _ in weights[1:])]
    shares = [cents * count // whole for count in counts]
    by_remainder = sorted(range(len(counts)), key=lambda place: (-(cents * counts[place] % whole), place))
    for place in by_remainder[: cents - sum(shares)]:
        shares[place] += 1
    return [CENT * share * (-1 if amount < 0 else 1) for share in shares]
