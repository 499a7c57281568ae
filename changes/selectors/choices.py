"""What the buyer of a date that staff canceled or moved may choose."""

from datetime import datetime

from bookings.selectors.events import has_date_to_move_to
from changes.models import Entitlement
from payments.selectors.order_money import read_values


def get_choice(entitlement: Entitlement, now: datetime) -> str:
    """Return what its buyer chooses, or "" if there is nothing to choose."""
    line = entitlement.line
    is_free = not read_values(line.order).get_seats(line.pk, line.booking.live_seats)  # or all was returned before
    has_other_date = has_date_to_move_to(line.booking, now)
    return format_choice(is_free=is_free, has_other_date=has_other_date) if has_other_date or not is_free else ""


def format_choice(*, is_free: bool, has_other_date: bool) -> str:
    """Return what buyers choose. The order's page says it in the same words: changeText.ts."""
    if not has_other_date:
        return "your money back or keep it as a gift"
    return "another date" if is_free else "another date or your money back"
