"""Round and format amounts of money."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def to_cents(amount: Decimal) -> Decimal:
    """Round to whole cents, half up."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def format_dollars(amount: Decimal) -> str:
    """Format as "$1,200.00"."""
    return f"${amount:,.2f}"
