"""Until when buyers can get money back for their seats. Imports nothing from Django."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal

ZERO = Decimal("0.00")


def get_refund_deadline(starts_at: datetime, until_hours: int, earlier: Iterable[datetime] = ()) -> datetime:
    """Return until when a refund is possible.

    `earlier` are the deadlines of the dates that the buyer moved the booking away from, since a move never extends the
    deadline.
    """
    return min([starts_at - timedelta(hours=until_hours), *earlier])


def get_fee(*, policy: str, fee_per_seat: Decimal, seats: int, value: Decimal) -> Decimal:
    """Return what the club keeps of seats with this value; never more than the value."""
    return min(fee_per_seat * seats, value) if policy == "minus_fee" else ZERO
