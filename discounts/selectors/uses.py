"""Count how often vouchers and members' seats are used. Uses are counted, never stored.

An order is one use while any of its lines takes seats, by the one rule that counts seats: it is held, paid, or waits
for PayPal. Once all its lines were returned or its hold expired, the use is free again. The queries follow the
relations of the orders' tables, which this app doesn't import.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count

from accounts.models import User
from bookings.models import Booking
from bookings.selectors.taken_seats import count_limited_seats
from discounts.models import Membership

VOUCHER = "order_line__order__lines__discounts__voucher"


def count_uses(voucher_ids: Collection[int], *, now: datetime, by: User | None = None) -> dict[int, int]:
    """Return the number of orders that use each voucher, of all buyers or of one.

    Vouchers without any use are left out.
    """
    rows = Booking.objects.taken(now).filter(**{f"{VOUCHER}__in": voucher_ids})
    if by is not None:
        rows = rows.filter(order_line__order__user=by)
    counts = rows.order_by().values_list(VOUCHER).annotate(Count("order_line__order", distinct=True))
    return dict(counts)


def count_most_uses(voucher_id: int, *, now: datetime) -> int:
    """Return the largest number of orders of one buyer that use the voucher."""
    rows = Booking.objects.taken(now).filter(**{VOUCHER: voucher_id}).order_by()
    by_buyer = rows.values_list("order_line__order__user").annotate(Count("order_line__order", distinct=True))
    return max((count for _, count in by_buyer), default=0)


def count_member_seats(membership: Membership, occurrence_ids: Collection[int], *, now: datetime) -> dict[int, int]:
    """Return the number of seats at the member price by occurrence ID, of all the member's orders.

    Seats that were moved to another date count for both dates.
    """
    rows = Booking.objects.taken(now).filter(order_line__discounts__membership=membership)
    return count_limited_seats(rows, occurrence_ids, column="order_line__discounts__seats")
