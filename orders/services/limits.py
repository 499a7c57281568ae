"""Limits on what one account takes without paying: holds at once, repeated holds on a date, and free seats.

Seats that are paid for are never limited. Callers hold the lock of the buyer's row, so two requests of one account are
counted one after the other.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services.seats import day_of
from charityshop.exceptions import DomainError
from events.models import Occurrence
from orders.models import Order, OrderLine

MAX_REVIVALS = 2  # the first hold and two more
MAX_EXPIRED_HOLDS = 3  # on one date, within HOLDS_COUNTED_FOR
MAX_UNPAID_HOLDS = 6  # expired and cancelled: a checkout cancels and places again when the cart changes
MAX_HOLDING_TIME = 3  # in units of HOLD, also within HOLDS_COUNTED_FOR: a hold may be cancelled just before it expires
HOLDS_COUNTED_FOR = timedelta(hours=1)
PAUSE = timedelta(minutes=15)  # after the last of them


class TooManyHolds(DomainError):
    code = "hold_limit"


class TooManyFreeSeats(DomainError):
    code = "free_seat_limit"


@dataclass(frozen=True, slots=True)
class EndedHold:
    """One booking whose hold ended without a payment."""

    began_at: datetime
    ended_at: datetime
    is_expired: bool
    revivals: int

    @property
    def duration(self) -> timedelta:
        """For a revived hold an estimate: how long it was expired in between isn't stored."""
        since_placed = self.ended_at - self.began_at
        return min(since_placed, (1 + self.revivals) * settings.HOLD) if self.revivals else since_placed


# --- Holds -----------------------------------------------------------------------------------------------------------


def count_live_holds(buyer: User, now: datetime) -> int:
    return Order.objects.live_holds(now).filter(user=buyer).count()


def refuse_too_many_holds(live: int) -> None:
    if live >= settings.MAX_HELD_ORDERS:
        raise TooManyHolds(
            f"You are holding seats for {settings.MAX_HELD_ORDERS} orders. Pay or cancel one of them first."
        )


def refuse_one_more_revival(order: Order) -> None:
    """Otherwise one order could keep its seats forever, by letting each hold expire and asking again."""
    if order.revivals >= MAX_REVIVALS:
        raise TooManyHolds(
            "This order's hold has run out too often. No money was taken. Put the seats in your cart again."
        )


def refuse_repeated_holds(date_ids: Collection[int], now: datetime, buyer: User) -> None:
    """Refuse to hold seats on a date where the buyer's holds kept ending without a payment, until PAUSE has passed."""
    for date_id, holds in list_ended_holds(date_ids, now, buyer).items():
        wait = max(hold.ended_at for hold in holds) + PAUSE - now
        if is_over_hold_limit(holds) and wait > timedelta(0):
            raise TooManyHolds(
                f"You have held seats for {name_date(date_id)} too often without paying. "
                f"Try again in {format_minutes(wait)}."
            )


def list_ended_holds(date_ids: Collection[int], now: datetime, buyer: User) -> dict[int, list[EndedHold]]:
    """Return the buyer's recent unpaid holds by date. Holds that staff cancelled are not among them."""
    since = now - max(HOLDS_COUNTED_FOR, 4 * settings.HOLD)  # MAX_HOLDING_TIME has to fit, however long a hold is
    # Only holds that expired or that their buyer cancelled have an end in the past. The index is booking_by_person.
    ended = Booking.objects.filter(user=buyer.pk, occurrence__in=date_ids, held_until__range=(since, now))
    ended_at = dict(ended.values_list("pk", "held_until"))
    found: dict[int, list[EndedHold]] = {}
    if not ended_at:  # as for most buyers
        return found
    for line in OrderLine.objects.filter(booking__in=ended_at).select_related("booking", "order"):
        is_expired = line.order.status != Order.Status.CANCELLED
        hold = EndedHold(line.booking.created_at, ended_at[line.booking_id] or now, is_expired, line.order.revivals)
        found.setdefault(line.booking.occurrence_id, []).append(hold)
    return found


def is_over_hold_limit(holds: Iterable[EndedHold]) -> bool:
    holds = list(holds)
    revivals = sum(hold.revivals for hold in holds)  # each of them was an expired hold before
    return (
        revivals + sum(hold.is_expired for hold in holds) >= MAX_EXPIRED_HOLDS
        or revivals + len(holds) >= MAX_UNPAID_HOLDS
        or sum((hold.duration for hold in holds), timedelta(0)) >= MAX_HOLDING_TIME * settings.HOLD
    )


# --- Free seats ------------------------------------------------------------------------------------------------------


def refuse_too_many_free_seats(wanted: Mapping[int, int], buyer: User, besides: Collection[int] = ()) -> None:
    """Refuse more than MAX_FREE_SEATS on one date for one account. `wanted` maps dates to the free seats asked for.

    Counts what the account has on the date already, confirmed or held, without the bookings in `besides`. Seats that
    cost something and bookings that staff made don't count.
    """
    if not wanted:
        return
    taken = Booking.objects.taken(timezone.now()).filter(
        user=buyer, occurrence__in=list(wanted), order_line__line_price=0
    )
    had = taken.exclude(pk__in=besides).seats_per_date()
    for date_id, seats in wanted.items():
        if seats + had.get(date_id, 0) > settings.MAX_FREE_SEATS:
            raise TooManyFreeSeats(format_free_seat_refusal(date_id, had.get(date_id, 0)))


def free_seats_of(order: Order) -> dict[int, int]:
    """Return the order's free seats by date."""
    return Booking.objects.filter(order_line__order=order, order_line__line_price=0).seats_per_date()


def format_free_seat_refusal(date_id: int, had: int) -> str:
    most = settings.MAX_FREE_SEATS
    already = f", and you have {had} already" if had else ""
    return f"One account can have {most} free seat{'' if most == 1 else 's'} for {name_date(date_id)}{already}."


# --- Words -----------------------------------------------------------------------------------------------------------


def name_date(date_id: int) -> str:
    date = Occurrence.objects.select_related("event").get(pk=date_id)
    return f"{date.event.name} on {day_of(date)}"


def format_minutes(wait: timedelta) -> str:
    minutes = -(-wait // timedelta(minutes=1))  # rounded up
    return f"{minutes} minute{'' if minutes == 1 else 's'}"
