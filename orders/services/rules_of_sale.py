"""The rules that the buyer of an order has to meet: limits on holds, and what an expired order has to meet again.

Paid seats are never limited. Callers lock the buyer's row first, so that concurrent requests of one account are counted
one after the other.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.selectors.free_seats import placeholders, to_parameter
from bookings.services.seats import (
    DateUnavailable,
    TooManyFreeSeats,
    lock_booked_dates,
    refuse_too_many_free_seats,
)
from charityshop.db.transactions import lock_rows
from charityshop.exceptions import DomainError
from discounts.codes import VoucherUsed
from discounts.models import Membership, Voucher
from discounts.selectors import count_member_seats, refuse_used
from events.formatting import format_count, format_date_name, format_day
from events.models import Occurrence
from orders.models import AppliedDiscount, Order, OrderLine
from orders.services.locks import NotHeld, get_booking_ids, lock_buyer_of

# --- The buyer --------------------------------------------------------------------------------------------------------


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


# --- Limits on holds --------------------------------------------------------------------------------------------------


FIND_ENDED_HOLD = """
    SELECT 1 FROM bookings_booking
    WHERE user_id = %s AND occurrence_id IN ({dates}) AND held_until BETWEEN %s AND %s
    LIMIT 1
"""
MAX_REVIVALS = 2  # renewals of an order's hold after it expired
MAX_EXPIRED_HOLDS = 3  # on one date, within HOLDS_COUNTED_FOR
MAX_UNPAID_HOLDS = 6  # expired or canceled; the checkout cancels and places an order again when the cart changes
MAX_HOLDING_TIME = 3  # times HOLD, within HOLDS_COUNTED_FOR, since a hold may be canceled just before it expires
HOLDS_COUNTED_FOR = timedelta(hours=1)
PAUSE = timedelta(minutes=15)  # after the last unpaid hold


class TooManyHolds(DomainError):
    code = "hold_limit"


@dataclass(frozen=True, slots=True)
class EndedHold:
    """A booking whose hold ended without payment."""

    began_at: datetime
    ended_at: datetime
    is_expired: bool
    revivals: int

    @property
    def duration(self) -> timedelta:
        """How long the seats were held. An estimate for renewed holds, whose expired time in between isn't stored."""
        since_placed = self.ended_at - self.began_at
        return min(since_placed, (1 + self.revivals) * settings.HOLD) if self.revivals else since_placed


def refuse_too_many_holds(buyer: Buyer | None) -> None:
    if buyer and buyer.live_holds >= settings.MAX_HELD_ORDERS:
        raise TooManyHolds(
            f"You are holding seats for {settings.MAX_HELD_ORDERS} orders. Pay or cancel one of them first."
        )


def refuse_one_more_revival(order: Order) -> None:
    """Limit renewals of an expired hold. Otherwise one order could hold its seats forever."""
    if order.revivals >= MAX_REVIVALS:
        raise TooManyHolds(
            "This order's hold has expired too often. No money was taken. Put the seats in your cart again."
        )


def refuse_repeated_holds(date_ids: Collection[int], now: datetime, buyer: User) -> None:
    """Refuse to hold seats on a date, until PAUSE has passed, if the buyer let too many holds on it end unpaid."""
    for date_id, holds in list_ended_holds(date_ids, now, buyer).items():
        wait = max(hold.ended_at for hold in holds) + PAUSE - now
        if is_over_hold_limit(holds) and wait > timedelta(0):
            date = format_date_name(Occurrence.objects.get(pk=date_id))
            raise TooManyHolds(
                f"You have held seats for {date} too often without paying. Try again in {format_minutes(wait)}."
            )


def list_ended_holds(date_ids: Collection[int], now: datetime, buyer: User) -> dict[int, list[EndedHold]]:
    """Return the buyer's recent unpaid holds by date, except those that staff canceled and those of offers."""
    since = now - max(HOLDS_COUNTED_FOR, 4 * settings.HOLD)  # long enough for MAX_HOLDING_TIME, whatever HOLD is
    found: dict[int, list[EndedHold]] = {}
    if not has_ended_hold(buyer, date_ids, since, now):  # saves two queries for most buyers
        return found
    # Only expired holds and those canceled by the buyer end in the past. Served by the index booking_by_person.
    ended = Booking.objects.filter(
        user=buyer.pk, occurrence__in=date_ids, held_until__range=(since, now), waiting_entry=None
    )
    ended_at = dict(ended.values_list("pk", "held_until"))
    for line in OrderLine.objects.filter(booking__in=ended_at).select_related("booking", "order"):
        is_expired = line.order.status != Order.Status.CANCELLED
        hold = EndedHold(line.booking.created_at, ended_at[line.booking_id] or now, is_expired, line.order.revivals)
        found.setdefault(line.booking.occurrence_id, []).append(hold)
    return found


def has_ended_hold(buyer: User, date_ids: Collection[int], since: datetime, until: datetime) -> bool:
    """Return whether a hold of this buyer on one of these dates ended in this time."""
    if not date_ids:
        return False
    with connection.cursor() as cursor:
        sql = FIND_ENDED_HOLD.format(dates=placeholders(date_ids))
        cursor.execute(sql, [buyer.pk, *date_ids, to_parameter(since), to_parameter(until)])
        return cursor.fetchone() is not None


def is_over_hold_limit(holds: Iterable[EndedHold]) -> bool:
    holds = list(holds)
    revivals = sum(hold.revivals for hold in holds)  # each renewal counts as an expired hold
    return (
        revivals + sum(hold.is_expired for hold in holds) >= MAX_EXPIRED_HOLDS
        or revivals + len(holds) >= MAX_UNPAID_HOLDS
        or sum((hold.duration for hold in holds), timedelta(0)) >= MAX_HOLDING_TIME * settings.HOLD
    )


def format_minutes(wait: timedelta) -> str:
    minutes = -(-wait // timedelta(minutes=1))  # rounded up
    return format_count(minutes, "minute")


# --- What an order has to meet again once its hold has ended ----------------------------------------------------------

# Its code or seats may be others' by then. The buyer who pays in time keeps what the hold promised, whatever was
# changed since.

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

    It doesn't matter whether the code is still valid, or for how many seats of a date the member price is: what the
    order was sold counts, unless others have it. Call it with the discounts locked.
    """
    discounts = AppliedDiscount.objects.filter(line__order=order)
    for voucher in Voucher.objects.filter(discounts__in=discounts).distinct():
        refuse_used(voucher, order.user, now)
    for membership in Membership.objects.filter(discounts__in=discounts).distinct():
        if membership.user_id != order.user_id or not membership.is_valid_on(timezone.localdate(now)):
            raise MembershipEnded(
                "The membership that lowered this price has ended. Put the seats in your cart again.",
                status=order.status_at(now),
            )
        lowered = list(discounts.filter(membership=membership).select_related("line__booking__occurrence__event"))
        dates = [discount.line.booking.occurrence for discount in lowered]
        had = count_member_seats(membership, [date.pk for date in dates], now=now)
        for discount, date in zip(lowered, dates, strict=True):
            if (others := had.get(date.pk)) and others + discount.seats > date.event.member_seats:
                raise MemberPriceUsed(
                    "Another of your orders has the member price for this date. Put the seats in your cart again.",
                    status=order.status_at(now),
                )


def refuse_dates_moved_since(order: Order) -> None:
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
    lock_buyer_of(order_id)
    lock_discounts(order_id)


def refuse_broken_rules(order: Order, now: datetime) -> None:
    """Raise DateUnavailable, a refusal of the code (discounts.codes), NotHeld or TooManyFreeSeats.

    Call it after the locks.
    """
    refuse_dates_moved_since(order)
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
