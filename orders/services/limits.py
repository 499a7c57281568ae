"""Limit what one account may hold without paying: concurrent holds, and repeated holds on a date.

Paid seats are never limited. Callers lock the buyer's row first, so that concurrent requests of one account are counted
one after the other.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from bookings.models import Booking
from bookings.selectors.taken_seats import has_ended_hold
from bookings.services.free_seats import format_date_name
from charityshop.exceptions import DomainError
from events.formatting import format_count
from orders.models import Order, OrderLine

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


def count_live_holds(buyer: User, now: datetime) -> int:
    """Count the buyer's held orders, without those of seats that the waiting list offered."""
    held = Order.objects.live_holds(now).filter(user=buyer)
    return held.exclude(lines__booking__waiting_entry__isnull=False).count()


def refuse_too_many_holds(live: int) -> None:
    if live >= settings.MAX_HELD_ORDERS:
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
            raise TooManyHolds(
                f"You have held seats for {format_date_name(date_id)} too often without paying. "
                f"Try again in {format_minutes(wait)}."
            )


def list_ended_holds(date_ids: Collection[int], now: datetime, buyer: User) -> dict[int, list[EndedHold]]:
    """Return the buyer's recent unpaid holds by date, except those that staff canceled and those of offers."""
    since = now - max(HOLDS_COUNTED_FOR, 4 * settings.HOLD)  # long enough for MAX_HOLDING_TIME, whatever HOLD is
    found: dict[int, list[EndedHold]] = {}
    if not has_ended_hold(buyer.pk, date_ids, since, now):  # saves two queries for most buyers
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
