"""Seats: the one place that decides who gets them.

Always in this sequence, inside the caller's transaction: lock the order rows (the caller's), then the dates' rows in id
order; only then look at the state, the clock and what others have taken; then write. Nothing that was read before the
lock is believed, so everything here takes ids.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, seats_taken, takes_seats
from charityshop.exceptions import DomainError
from events.models import Event, Occurrence


class SoldOut(DomainError):
    """Some dates have fewer seats left than were asked for; `short` names them."""

    code = "sold_out"

    def __init__(self, short: Mapping[Occurrence, int]) -> None:
        super().__init__(
            " ".join(sentence_about(date, left) for date, left in short.items()),
            short=[shortage(date, left) for date, left in short.items()],
        )


class DateUnavailable(DomainError):
    """A date that is past, skipped, or of a night that is not on sale."""

    code = "date_unavailable"


def lock_dates(occurrence_ids: Iterable[int]) -> dict[int, Occurrence]:
    """Wait in line for these dates, then read them and their events as they are now.

    The rows are the lock: two buyers of one date stand in line here. In id order, so that two carts cannot wait for
    each other. On SQLite the transaction has locked the whole file at its start, which comes to the same.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("Dates are locked inside a transaction, or the lock ends before it begins.")
    ids = set(occurrence_ids)
    if not ids:
        return {}
    wait_for(ids)
    dates = Occurrence.objects.filter(pk__in=ids).select_related("event").order_by("pk")
    return {date.pk: date for date in dates}


def wait_for(occurrence_ids: Collection[int]) -> None:
    """Lock the rows of these dates in ID order. On SQLite the transaction has locked the whole database already."""
    if connection.features.has_select_for_update:
        list(
            Occurrence.objects.select_for_update(no_key=True).filter(pk__in=occurrence_ids).order_by("pk").values("pk")
        )


def hold_seats(
    *, wanted: Mapping[int, int], until: datetime | None, by: User, dates: Mapping[int, Occurrence] | None = None
) -> list[Booking]:
    """Hold the requested seats on every date, or on none. `wanted` maps occurrence IDs to numbers of seats.

    `dates` are the dates if the caller has locked them in this transaction. Return the bookings in the order of
    `wanted`, each with its date. Raise DateUnavailable or SoldOut.
    """
    dates = lock_dates(wanted) if dates is None else dates
    now = timezone.now()
    refuse_unless_on_sale(dates, wanted, now)
    refuse_unless_enough(dates, wanted, now)
    return Booking.objects.bulk_create(
        Booking(occurrence=dates[pk], seats=seats, user=by, held_until=until, created_at=now)
        for pk, seats in wanted.items()
    )


def keep_seats(*, booking_ids: Collection[int], until: datetime | None) -> None:
    """Hold the seats of bookings that exist, counted again: a hold that lapsed may have been sold to others.

    With `until` None they wait for PayPal and do not lapse. A live hold stays good on a night that was archived since;
    a lapsed one does not. Raises DateUnavailable or SoldOut, and then nothing is changed.
    """
    count_again(booking_ids)
    write(booking_ids, Booking.Status.PENDING, until)


def hold_counted_seats(*, booking_ids: Collection[int], until: datetime) -> None:
    """Give seats that were kept for PayPal's word an end again. They were counted all along, so there is room."""
    wait_for_dates_of(booking_ids)
    write(booking_ids, Booking.Status.PENDING, until)


def confirm_seats(*, booking_ids: Collection[int]) -> None:
    """Seats that are held until PayPal's word came are now sold. They were counted all along."""
    wait_for_dates_of(booking_ids)
    write(booking_ids, Booking.Status.CONFIRMED, None)


def sell_seats(*, booking_ids: Collection[int]) -> None:
    """Confirm the bookings if their seats can still be had. Raises DateUnavailable or SoldOut, and changes nothing."""
    count_again(booking_ids)
    write(booking_ids, Booking.Status.CONFIRMED, None)


def move_seats(*, booking_id: int, to_id: int) -> None:
    """Put a sold booking on another date that is on sale. Raises DateUnavailable or SoldOut, and changes nothing.

    Both dates are locked at once, in id order, so that two moves in opposite directions cannot wait for each other.
    """
    dates = lock_dates({to_id, *Booking.objects.filter(pk=booking_id).values_list("occurrence_id", flat=True)})
    booking = Booking.objects.get(pk=booking_id)
    if booking.status != Booking.Status.CONFIRMED:
        raise DomainError("Only a booking that is sold can move to another date.", code="not_sold")
    target = {pk: date for pk, date in dates.items() if pk == to_id}
    now = timezone.now()
    refuse_unless_on_sale(target, [to_id], now)
    refuse_unless_enough(target, {to_id: booking.seats}, now, besides=[booking_id])
    Booking.objects.filter(pk=booking_id).update(occurrence=to_id)


def release_seats(*, booking_ids: Collection[int], status: Booking.Status = Booking.Status.CANCELLED) -> None:
    """The seats go back on sale."""
    wait_for_dates_of(booking_ids)
    write(booking_ids, status, None)


def end_holds(*, booking_ids: Collection[int], now: datetime) -> None:
    """Put held seats back on sale, and store when: the limits on repeated holds count what the buyer gave up."""
    wait_for_dates_of(booking_ids)
    write(booking_ids, Booking.Status.CANCELLED, now)


def write_down_lapsed(*, booking_ids: Collection[int]) -> None:
    """Holds that ran out become `cancelled`; when they ran out stays on record."""
    wait_for_dates_of(booking_ids)
    Booking.objects.filter(pk__in=booking_ids, status=Booking.Status.PENDING).update(status=Booking.Status.CANCELLED)


def write(booking_ids: Collection[int], status: Booking.Status, until: datetime | None) -> None:
    Booking.objects.filter(pk__in=booking_ids).update(status=status, held_until=until)


# --- Looking, under the lock ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Locked:
    """Some bookings' dates under their locks, and what was read of the bookings since then, at `now`."""

    dates: Mapping[int, Occurrence]
    wanted: Mapping[int, int]  # seats by date
    lapsed: Collection[int]  # the dates on which a hold of theirs counts no more
    now: datetime


def count_again(booking_ids: Collection[int]) -> None:
    """Refuse unless each of these bookings still has its seats, or can have them once more."""
    locked = lock_dates_of(booking_ids)
    lapsed = {pk: date for pk, date in locked.dates.items() if pk in locked.lapsed}
    refuse_unless_ahead(locked.dates, locked.now)
    refuse_unless_on_sale(lapsed, locked.lapsed, locked.now)
    refuse_unless_enough(locked.dates, locked.wanted, locked.now, besides=booking_ids)


def lock_dates_of(booking_ids: Collection[int]) -> Locked:
    """Lock the dates these bookings are on. One that was moved while we waited in line is followed to its new date."""
    dates: Mapping[int, Occurrence] = {}
    bookings: Sequence[tuple[int, int, bool]] = ()  # date, seats, and whether they count
    now = timezone.now()
    rows = Booking.objects.filter(pk__in=booking_ids)
    theirs = set(rows.values_list("occurrence_id", flat=True))
    while theirs - dates.keys():
        dates = lock_dates(dates.keys() | theirs)
        now = timezone.now()
        counted = rows.annotate(counts=takes_seats(now))
        bookings = list(counted.values_list("occurrence_id", "seats", "counts"))
        theirs = {pk for pk, _, _ in bookings}
    wanted = {pk: sum(seats for date, seats, _ in bookings if date == pk) for pk in theirs}
    lapsed = {pk for pk, _, counts in bookings if not counts}
    return Locked({pk: dates[pk] for pk in theirs}, wanted, lapsed, now)  # a date that was left is none of our business


def wait_for_dates_of(booking_ids: Collection[int]) -> None:
    """The same locks, for what needs no look at the seats: they were counted all along, or go back on sale."""
    locked: set[int] = set()
    dates = Booking.objects.filter(pk__in=booking_ids).values_list("occurrence_id", flat=True)
    while theirs := set(dates.all()) - locked:
        locked |= theirs
        wait_for(locked)


def refuse_unless_on_sale(dates: Mapping[int, Occurrence], wanted: Collection[int], now: datetime) -> None:
    if len(dates) < len(wanted):
        raise DateUnavailable("One of these dates can no longer be booked.")
    refuse_unless_ahead(dates, now)
    for date in dates.values():
        if date.event.status != Event.Status.PUBLISHED:
            raise DateUnavailable(f"{date.event.name} can no longer be booked.", product=date.event.public_id)


def refuse_unless_ahead(dates: Mapping[int, Occurrence], now: datetime) -> None:
    for date in dates.values():
        if date.status != Occurrence.Status.SCHEDULED or date.starts_at <= now:
            why = "has passed" if date.starts_at <= now else "is cancelled"
            raise DateUnavailable(
                f"{date.event.name} on {day_of(date)} {why}.",
                product=date.event.public_id,
                bookingDate=f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}",
            )


def refuse_unless_enough(
    dates: Mapping[int, Occurrence], wanted: Mapping[int, int], now: datetime, besides: Collection[int] = ()
) -> None:
    others = seats_taken(dates, now, besides)
    left = {date: date.event.maximum_event_capacity - others.get(pk, 0) for pk, date in dates.items()}
    if short := {date: max(seats, 0) for date, seats in left.items() if wanted[date.pk] > seats}:
        raise SoldOut(short)


# --- Words ---------------------------------------------------------------------------------------------------------


def sentence_about(date: Occurrence, left: int) -> str:
    seats = {0: "No seats are left", 1: "Only 1 seat is left"}.get(left, f"Only {left} seats are left")
    return f"{seats} for {date.event.name} on {day_of(date)}."


def shortage(date: Occurrence, left: int) -> dict[str, object]:
    return {
        "product": date.event.public_id,
        "name": date.event.name,
        "bookingDate": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}",
        "countInStock": left,
    }


def day_of(date: Occurrence) -> str:
    local = timezone.localtime(date.starts_at)
    return f"{local:%a, %b} {local.day}"
