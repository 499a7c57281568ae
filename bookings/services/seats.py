"""Hold, confirm, move and release seats. Every change of a booking's seats goes through this module.

Each function runs in the caller's transaction: the caller locks its order, then the dates are locked in ID order. Only
then are state, clock and taken seats read, so all functions take IDs instead of rows that were read earlier.

Free seats go to the waiting list first (see `bookings.services.offers`): nobody else can hold them, and every release
offers them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, takes_seats
from bookings.selectors.free_seats import count_left, read_taken_and_lines
from bookings.services import offers, passes
from charityshop.db.transactions import lock_rows
from charityshop.exceptions import DomainError
from events.datetimes import format_utc
from events.formatting import format_count, format_date_name, format_seats_are
from events.models import Occurrence, join_date


class SoldOut(DomainError):
    """Some dates have fewer seats left than requested; `short` lists them."""

    code = "sold_out"

    def __init__(self, short: Mapping[Occurrence, int]) -> None:
        super().__init__(
            " ".join(format_shortage(date, left) for date, left in short.items()),
            short=[serialize_shortage(date, left) for date, left in short.items()],
        )


class DateUnavailable(DomainError):
    """A date is past or canceled, or its event is not on sale."""

    code = "date_unavailable"


class TooManyFreeSeats(DomainError):
    """More free seats than one account may have."""

    code = "free_seat_limit"


def lock_dates(occurrence_ids: Iterable[int]) -> dict[int, Occurrence]:
    """Lock these dates, then read them with their events. Concurrent buyers of one date wait here for each other."""
    if not connection.in_atomic_block:
        raise RuntimeError("Lock dates inside a transaction; outside, the lock would be released immediately.")
    ids = set(occurrence_ids)
    if not ids:
        return {}
    lock_rows(Occurrence.objects.filter(pk__in=ids))
    dates = Occurrence.objects.filter(pk__in=ids).select_related(*join_date()).order_by("pk")
    return {date.pk: date for date in dates}


def hold_seats(
    *,
    wanted: Mapping[int, int],
    until: datetime | None,
    by: User,
    dates: Mapping[int, Occurrence] | None = None,
    kind: Booking.Kind = Booking.Kind.ORDER,
    reason: str = "",
    until_end: bool = False,
) -> list[Booking]:
    """Hold the requested seats on every date, or on none. `wanted` maps occurrence IDs to numbers of seats.

    `dates` are the dates if the caller has locked them in this transaction. Seats by hand need a `reason`. With
    `until_end`, the dates are on sale until they end. Return the bookings in the order of `wanted`, each with its date.
    Raise DateUnavailable or SoldOut.
    """
    dates = lock_dates(wanted) if dates is None else dates
    now = timezone.now()
    refuse_unless_on_sale(dates, wanted, now, until_end=until_end)
    refuse_unless_enough(dates, wanted, now)
    return Booking.objects.bulk_create(
        Booking(kind=kind, reason=reason, occurrence=dates[pk], seats=seats, user=by, held_until=until, created_at=now)
        for pk, seats in wanted.items()
    )


def renew_holds(*, booking_ids: Collection[int], until: datetime | None, until_end: bool = False) -> None:
    """Hold the seats of existing bookings until then, or with None until PayPal decides.

    Seats are counted again, because those of an expired hold may have been sold. A hold that has not expired stays
    valid if the event was archived since. Raise DateUnavailable or SoldOut without changing anything.
    """
    refuse_unless_available(booking_ids, until_end=until_end)
    update_bookings(booking_ids, Booking.Status.PENDING, until)


def set_hold_end(*, booking_ids: Collection[int], until: datetime) -> None:
    """Let holds that waited for PayPal expire again. They never stopped counting, so there is nothing to check."""
    lock_booked_dates(booking_ids)
    update_bookings(booking_ids, Booking.Status.PENDING, until)


def confirm_seats(*, booking_ids: Collection[int], sold_at: datetime | None = None) -> None:
    """Confirm holds that waited for PayPal. They never stopped counting, so there is nothing to check.

    They are sold now, or since `sold_at`, when their money came.
    """
    lock_booked_dates(booking_ids)
    confirm_bookings(booking_ids, sold_at)


def sell_seats(*, booking_ids: Collection[int], sold_at: datetime | None = None, until_end: bool = False) -> None:
    """Confirm the bookings if their seats are free. Raise DateUnavailable or SoldOut without changing anything."""
    refuse_unless_available(booking_ids, until_end=until_end)
    confirm_bookings(booking_ids, sold_at)


def confirm_bookings(booking_ids: Collection[int], sold_at: datetime | None) -> None:
    update_bookings(booking_ids, Booking.Status.CONFIRMED, None)
    passes.create_passes(booking_ids=booking_ids, sold_at=sold_at)
    offers.accept_offers(booking_ids=booking_ids)


def move_seats(*, booking_id: int, to_id: int) -> None:
    """Move a confirmed booking to another date on sale. Raise DateUnavailable or SoldOut without changing anything.

    Both dates are locked together, in ID order, so that two moves in opposite directions cannot deadlock.
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
    passes.record_moves(booking_ids=[booking_id])
    offers.offer_seats(occurrence_ids=dates.keys() - {to_id})


def release_seats(*, booking_ids: Collection[int], ended_at: datetime | None = None) -> None:
    """Put the seats back on sale: first to the waiting list, after restoring the offer of an order that ends before it.

    `ended_at` is when a buyer gave up a hold: the limits on repeated holds count the time that seats were held.
    """
    locked = lock_booked_dates(booking_ids)
    released = offers.list_ordered_offers(booking_ids)
    update_bookings(booking_ids, Booking.Status.CANCELLED, ended_at)
    passes.record_moves(booking_ids=booking_ids)
    offers.return_offers(released, timezone.now())
    offers.offer_seats(occurrence_ids=locked)


def cancel_expired_holds(*, booking_ids: Collection[int]) -> None:
    """Mark expired holds as canceled; `held_until` keeps when they expired."""
    locked = lock_booked_dates(booking_ids)
    Booking.objects.filter(pk__in=booking_ids, status=Booking.Status.PENDING).update(status=Booking.Status.CANCELLED)
    offers.offer_seats(occurrence_ids=locked)


def update_bookings(booking_ids: Collection[int], status: Booking.Status, until: datetime | None) -> None:
    Booking.objects.filter(pk__in=booking_ids).update(status=status, held_until=until)


# --- Checks, after locking -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LockedBookings:
    """The locked dates of some bookings, and what was read of the bookings after locking, at `now`."""

    dates: Mapping[int, Occurrence]
    held: Mapping[int, int]  # seats by date that the bookings still have
    wanted: Mapping[int, int]  # seats by date of bookings that no longer count
    expired: Collection[int]  # the IDs of those bookings
    now: datetime


def refuse_unless_available(booking_ids: Collection[int], *, until_end: bool = False) -> None:
    """Raise unless each of these bookings still has its seats or can get them again, after the waiting list.

    With `until_end`, those that still have them need only be paid before their dates end.
    """
    locked = lock_and_read(booking_ids)
    expired = {pk: date for pk, date in locked.dates.items() if pk in locked.wanted}
    refuse_unless_ahead(locked.dates, locked.now, until_end=until_end)
    if until_end and any(date.starts_at <= locked.now for date in expired.values()):
        raise DateUnavailable("Your time to pay is over. Scan the code at the door again.")
    refuse_unless_on_sale(expired, locked.wanted, locked.now)
    refuse_unless_enough(locked.dates, locked.wanted, locked.now, held=locked.held, besides=booking_ids)
    if locked.expired:
        offers.detach_from_entries(booking_ids=locked.expired, now=locked.now)


def lock_and_read(booking_ids: Collection[int]) -> LockedBookings:
    """Lock the bookings' dates. If a booking was moved meanwhile, lock its new date too."""
    dates: Mapping[int, Occurrence] = {}
    bookings: Sequence[tuple[int, int, int, bool]] = ()  # ID, date, seats, and whether they count
    now = timezone.now()
    rows = Booking.objects.filter(pk__in=booking_ids)
    current = set(rows.values_list("occurrence_id", flat=True))
    while current - dates.keys():
        dates = lock_dates(dates.keys() | current)
        now = timezone.now()
        counted = rows.annotate(counts=takes_seats(now))
        bookings = list(counted.values_list("pk", "occurrence_id", "seats", "counts"))
        current = {date for _, date, _, _ in bookings}
    return LockedBookings(
        dates={pk: dates[pk] for pk in current},
        held=sum_seats((date, seats) for _, date, seats, counts in bookings if counts),
        wanted=sum_seats((date, seats) for _, date, seats, counts in bookings if not counts),
        expired=[pk for pk, _, _, counts in bookings if not counts],
        now=now,
    )


def sum_seats(rows: Iterable[tuple[int, int]]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for pk, seats in rows:
        sums[pk] = sums.get(pk, 0) + seats
    return sums


def lock_booked_dates(booking_ids: Collection[int]) -> set[int]:
    """Lock the bookings' dates in the same way, for changes that need no check of the seats. Return their IDs."""
    locked: set[int] = set()
    dates = Booking.objects.filter(pk__in=booking_ids).values_list("occurrence_id", flat=True)
    while current := set(dates.all()) - locked:
        locked |= current
        lock_rows(Occurrence.objects.filter(pk__in=locked))
    return locked


def refuse_unless_on_sale(
    dates: Mapping[int, Occurrence], wanted: Collection[int], now: datetime, *, until_end: bool = False
) -> None:
    if len(dates) < len(wanted):
        raise DateUnavailable("One of these dates can no longer be booked.")
    refuse_unless_ahead(dates, now, until_end=until_end)
    for date in dates.values():
        if not date.event.is_public:
            raise DateUnavailable(f"{date.event.name} can no longer be booked.", product=date.event.public_id)


def refuse_unless_ahead(dates: Mapping[int, Occurrence], now: datetime, *, until_end: bool = False) -> None:
    for date in dates.values():
        has_passed = (date.ends_at if until_end else date.starts_at) <= now
        if not date.takes_place or has_passed:
            why = "has passed" if has_passed else "is canceled"
            raise DateUnavailable(
                f"{format_date_name(date)} {why}.",
                product=date.event.public_id,
                bookingDate=format_utc(date.starts_at),
            )


def refuse_unless_enough(
    dates: Mapping[int, Occurrence],
    wanted: Mapping[int, int],
    now: datetime,
    *,
    held: Mapping[int, int] | None = None,
    besides: Collection[int] = (),
) -> None:
    """Raise SoldOut unless the dates have the wanted seats left, besides those that go to their waiting lists.

    `held` are the seats that the bookings in `besides` still have: those are not counted against the waiting list.
    """
    found = read_taken_and_lines(dates, now, besides)
    short = {}
    for pk, date in dates.items():
        left = count_left(date, found, now, held=(held or {}).get(pk, 0), is_wanted=pk in wanted)
        if wanted.get(pk, 0) > left:
            short[date] = max(left, 0)
    if short:
        raise SoldOut(short)


def refuse_too_many_free_seats(wanted: Mapping[int, int], buyer: User, besides: Collection[int] = ()) -> None:
    """Refuse more than MAX_FREE_SEATS per date and account. `wanted` maps occurrence IDs to requested free seats.

    Count the account's confirmed and held free seats that are on the date or were sold for it, except the bookings in
    `besides`. Paid seats, which are never limited, seats that a code made free, and bookings made by staff don't count.
    The caller locks the buyer first, so that concurrent requests of one account are counted one after the other.
    """
    if not wanted:
        return
    taken = Booking.objects.taken(timezone.now()).filter(user=buyer, order_line__price=0)
    had = taken.exclude(pk__in=besides).limited_seats_per_date(wanted)
    for date_id, seats in wanted.items():
        if seats + had.get(date_id, 0) > settings.MAX_FREE_SEATS:
            already = f", and you have {had[date_id]} already" if date_id in had else ""
            limit, date = format_count(settings.MAX_FREE_SEATS, "free seat"), Occurrence.objects.get(pk=date_id)
            raise TooManyFreeSeats(f"One account can have {limit} for {format_date_name(date)}{already}.")


# --- Messages --------------------------------------------------------------------------------------------------------


def format_shortage(date: Occurrence, left: int) -> str:
    seats = f"Only {format_seats_are(left)} left" if left else "No seats are left"
    return f"{seats} for {format_date_name(date)}."


def serialize_shortage(date: Occurrence, left: int) -> dict[str, object]:
    return {
        "product": date.event.public_id,
        "name": date.event.name,
        "bookingDate": format_utc(date.starts_at),
        "countInStock": left,
    }
