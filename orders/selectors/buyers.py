"""The buyer's state for a hold, in SQL: one query instead of three, while the buyer's row is locked."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from bookings.selectors.taken_seats import to_parameter

READ_BUYER = """
    SELECT buyer.is_active, COALESCE(handled.result, ''), COALESCE(handled.body_hash, ''), (
        SELECT COUNT(*) FROM orders_order
        WHERE user_id = buyer.id AND status = 'held' AND held_until > %s
        AND NOT EXISTS (
            SELECT 1 FROM orders_orderline JOIN bookings_booking ON bookings_booking.id = orders_orderline.booking_id
            WHERE orders_orderline.order_id = orders_order.id AND bookings_booking.waiting_entry_id IS NOT NULL
        )
    ), EXISTS (SELECT 1 FROM bookings_waitingentry WHERE user_id = buyer.id AND status = 'offered'),
    EXISTS (SELECT 1 FROM discounts_membership WHERE user_id = buyer.id)
    FROM accounts_user AS buyer
    LEFT JOIN charityshop_handledrequest AS handled ON handled.owner_id = buyer.id AND handled.key = %s
    WHERE buyer.id = %s
"""


@dataclass(frozen=True, slots=True)
class Buyer:
    is_active: bool
    placed_order_id: str
    """The public ID of the order that was placed with this request key before."""
    placed_body_hash: str
    """Of the request that used this key before. Empty: none."""
    live_holds: int
    """Of orders, without those of seats that were offered to the buyer."""
    has_offer: bool = False
    """Perhaps one that is over."""
    is_member: bool = False
    """Perhaps with a membership that has ended."""


def read_buyer(user_id: int, request_key: str, now: datetime) -> Buyer | None:
    """Return the buyer's state, or None if the account was deleted. `request_key` may be empty."""
    with connection.cursor() as cursor:
        cursor.execute(READ_BUYER, [to_parameter(now), request_key, user_id])
        row = cursor.fetchone()
    return Buyer(bool(row[0]), row[1], row[2], row[3], bool(row[4]), bool(row[5])) if row else None
