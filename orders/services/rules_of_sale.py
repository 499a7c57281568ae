"""The rules that an order has to meet again once its hold has ended, because its code or seats may be others' by then.

The buyer who pays in time keeps what the hold promised, whatever was changed since.
"""

from datetime import datetime

from django.db import connection
from django.utils import timezone

from bookings.models import Booking
from bookings.services.free_seats import TooManyFreeSeats, refuse_too_many_free_seats
from bookings.services.seats import DateUnavailable, lock_booked_dates
from charityshop.db.transactions import lock_rows
from discounts.exceptions import VoucherUsed
from discounts.models import Membership, Voucher
from discounts.selectors import count_member_seats
from discounts.services.vouchers import refuse_used
from events.formatting import format_day
from orders.models import AppliedDiscount, Order
from orders.services.locks import NotHeld, get_booking_ids, lock_buyer_row
from orders.services.order_prices import get_day

Reason = Order.ReviewReason


def lock_discounts(order_id: int) -> None:
    """Lock the voucher and the membership of an order, before the order itself. Few orders have any."""
    if not connection.features.has_select_for_update:
        return  # SQLite has locked the whole database already
    discounts = AppliedDiscount.objects.filter(line__order=order_id).order_by()
    if sources := list(discounts.values_list("voucher", "membership")):
        lock_rows(Voucher.objects.filter(pk__in={voucher for voucher, _ in sources if voucher}))
        lock_rows(Membership.objects.filter(pk__in={membership for _, membership in sources if membership}))


class MembershipEnded(NotHeld):
    """The membership that lowered the order's price has ended, or belongs to another account."""


class MemberPriceUsed(NotHeld):
    """Another order of the member has the member price for the date."""


def refuse_used_discounts(order: Order, now: datetime) -> None:
    """Raise VoucherUsed, MembershipEnded or MemberPriceUsed if this expired order has lost its discounts.

    It doesn't matter whether the code is still valid: it was when the order was placed. Call it with the discounts
    locked.
    """
    discounts = AppliedDiscount.objects.filter(line__order=order)
    for voucher in Voucher.objects.filter(discounts__in=discounts).distinct():
        refuse_used(voucher, order.user, now)
    for membership in Membership.objects.filter(discounts__in=discounts).distinct():
        if membership.user_id != order.user_id or not membership.is_valid_on(get_day(now)):
            raise MembershipEnded(
                "The membership that lowered this price has ended. Put the seats in your cart again.",
                status=order.status_at(now),
            )
        lowered = list(discounts.filter(membership=membership).select_related("line__booking__occurrence__event"))
        dates = [discount.line.booking.occurrence for discount in lowered]
        had = count_member_seats(membership, [date.pk for date in dates], now=now)
        for discount, date in zip(lowered, dates, strict=True):
            if had.get(date.pk, 0) + discount.seats > date.event.member_seats:
                raise MemberPriceUsed(
                    "Another of your orders has the member price for this date. Put the seats in your cart again.",
                    status=order.status_at(now),
                )


def refuse_moved_dates(order: Order) -> None:
    """Raise DateUnavailable if a date has moved since the order was placed: its buyer ordered another time.

    An order that was paid before is of its date's new time, or of the date that it was moved to.
    """
    if order.paid_at:
        return
    lock_booked_dates(get_booking_ids(order))
    for line in order.lines.select_related("booking__occurrence"):
        if line.booking.occurrence.starts_at != line.starts_at:
            raise DateUnavailable(
                f"{line.name} on {format_day(line.starts_at)} has moved. Put the seats in your cart again.",
                product=line.product,
            )


def lock_before_order(order_id: int) -> None:
    """Lock what the rules count: the buyer, the code and the membership. Always before the order."""
    lock_buyer_row(order_id)
    lock_discounts(order_id)


def refuse_broken_rules(order: Order, now: datetime) -> None:
    """Raise DateUnavailable, a refusal of the code (discounts.exceptions), NotHeld or TooManyFreeSeats.

    Call it after the locks.
    """
    refuse_moved_dates(order)
    refuse_used_discounts(order, now)
    free = Booking.objects.filter(order_line__order=order, order_line__price=0).seats_per_date()
    refuse_too_many_free_seats(free, order.user, besides=get_booking_ids(order))


def find_broken_rule(order: Order) -> Order.ReviewReason | None:
    """Return the first rule that booking an unpaid order's seats now would break. Call it after the locks.

    A hold that has not ended keeps what it promised. Raise DateUnavailable if a date has moved.
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
