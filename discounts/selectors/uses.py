"""Count how often vouchers and members' seats are used. Uses are counted, never stored.

An order is one use while any of its lines takes seats, by the one rule that counts seats: it is held, paid, or waits
for PayPal. Once all its lines were returned or its hold expired, the use is free again. The queries follow the
relations of the orders' tables, which this app doesn't import.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Sum

from accounts.models import User
from bookings.models import Booking
from discounts.models import Membership

VOUCHER = "order_line__order__lines__discounts__voucher"


def count_uses(voucher_ids: Collection[int] | None = None, *, now: datetime, by: User | None = None) -> dict[int, int]:
    """Return the number of orders that use each voucher, or all vouchers, of all buyers or of one.

    Vouchers without any use are left out.
    """
    chosen = {f"{VOUCHER}__isnull": False} if voucher_ids is None else {f"{VOUCHER}__in": voucher_ids}
    rows = Booking.objects.taken(now).filter(**chosen)
    if by is not None:
        rows = rows.filter(order_line__order__user=by)
    counts = rows.order_by().values_list(VOUCHER).annotate(Count("order_line__order", distinct=True))
    return dict(counts)


def count_member_seats(membership: Membership, occurrence_ids: Collection[int], *, now: datetime) -> dict[int, int]:
    """Return the number of seats at the member price by occurrence ID, of all the member's orders."""
    rows = Booking.objects.taken(now).filter(
        occurrence__in=occurrence_ids, order_line__discounts__membership=membership
    )
    return dict(rows.order_by().values_list("occurrence").annotate(Sum("order_line__discounts__seats")))
