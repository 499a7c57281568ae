"""Check that a new order uses no code and no member's price more often than it may, without the shop's queries.

Orders that are paid after their hold ended may exceed the limits, because their money is accepted while seats are free.
"""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from orders.models import AppliedDiscount


def find_overuse(order: str) -> list[str]:
    """Return what the order with this public ID should not have got."""
    read = AppliedDiscount.objects.select_related("line__booking__occurrence__event", "line__order")
    own = list(read.filter(line__order__public_id=order))
    live = [each for each in read.exclude(line__order__public_id=order) if is_taken(each, timezone.now())]
    return [*find_used_codes(own, live), *find_used_memberships(own, live)]


def is_taken(discount: AppliedDiscount, now: datetime) -> bool:
    booking = discount.line.booking
    is_held = booking.status == "pending" and (booking.held_until is None or booking.held_until > now)
    return booking.status == "confirmed" or is_held


def find_used_codes(own: list[AppliedDiscount], live: list[AppliedDiscount]) -> Iterator[str]:
    for voucher in {discount.voucher for discount in own if discount.voucher}:
        used = len({discount.line.order_id for discount in live if discount.voucher == voucher})
        if voucher.max_uses is not None and used >= voucher.max_uses:
            yield f"The code {voucher.code} may be used {voucher.max_uses} times, and {used} other orders use it."


def find_used_memberships(own: list[AppliedDiscount], live: list[AppliedDiscount]) -> Iterator[str]:
    for discount in own:
        date = discount.line.booking.occurrence
        others = [each.seats for each in live if is_same(each, discount)]
        if discount.membership and discount.seats + sum(others) > date.event.member_seats:
            seats = discount.seats + sum(others)
            yield f"{discount.membership} has {seats} seats at the member price on {date}."


def is_same(one: AppliedDiscount, other: AppliedDiscount) -> bool:
    """Return whether both are the same member's on the same date."""
    return (one.membership, one.line.booking.occurrence) == (other.membership, other.line.booking.occurrence)
