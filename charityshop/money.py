"""Round, share and format amounts of money."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


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


def format_dollars(amount: Decimal) -> str:
    """Format as "$1,200.00"."""
    return f"${amount:,.2f}"
