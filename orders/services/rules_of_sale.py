"""The rules that an order has to meet again once its hold has ended, because its code or seats may be others' by then.

The buyer who pays in time keeps what the hold promised, whatever was changed since.
"""

from datetime import datetime

from django.utils import timezone

from discounts.exceptions import VoucherUsed
from orders.models import Order
from orders.services.discount_uses import MemberPriceUsed, MembershipEnded, lock_discounts, refuse_used_discounts
from orders.services.limits import TooManyFreeSeats, count_free_seats, refuse_too_many_free_seats
from orders.services.locks import get_booking_ids, lock_buyer_row

Reason = Order.ReviewReason


def lock_before_order(order_id: int) -> None:
    """Lock what the rules count: the buyer, the code and the membership. Always before the order."""
    lock_buyer_row(order_id)
    lock_discounts(order_id)


def refuse_broken_rules(order: Order, now: datetime) -> None:
    """Raise a refusal of the code (discounts.exceptions), NotHeld or TooManyFreeSeats. Call it after the locks."""
    refuse_used_discounts(order, now)
    refuse_too_many_free_seats(count_free_seats(order), order.user, besides=get_booking_ids(order))


def find_broken_rule(order: Order) -> Order.ReviewReason | None:
    """Return the first rule that booking an unpaid order's seats now would break. Call it after the locks.

    A hold that has not ended keeps what it promised.
    """
    now = timezone.now()
    if order.status_at(now) == Order.Status.HELD:
        return None
    try:
        refuse_broken_rules(order, now)
    except VoucherUsed:
        return Reason.CODE_USED
    except MemberPriceUsed:
        return Reason.MEMBER_PRICE
    except MembershipEnded:
        return Reason.MEMBERSHIP_ENDED
    except TooManyFreeSeats:
        return Reason.FREE_SEATS
    return None
