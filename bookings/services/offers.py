"""Offer free seats of full dates to their waiting lists. An offer is a pending booking of kind `offer`.

Every release of seats calls `offer_seats` in its own transaction, while the date is locked, and `upkeep` calls it for
dates whose offers or holds expired. Until then, the rule in `bookings.services.seats` keeps those seats for the waiting
list. Once ordered, an offer is an ordinary booking that still names its entry, so that it can be restored.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.deadlines import end_on_full_hour
from bookings.models import ACTIVE, CLOSES_BEFORE, Booking, WaitingEntry, is_open
from bookings.selectors.free_seats import count_taken_seats
from bookings.waiting_rule import Wish, allot
from charityshop.exceptions import DomainError
from events.models import Occurrence, Setting

MIN_DURATION, MAX_DURATION = timedelta(minutes=30), timedelta(hours=24)
SHARE = 4  # an offer lasts a quarter of the time to the start, within these limits, to the next full hour

Status = WaitingEntry.Status


def get_offer_end(date: Occurrence, now: datetime) -> datetime:
    """Return when an offer made now ends: on a full hour, but not for that in the last hour, when seats are for all."""
    ends_at = now + max(MIN_DURATION, min(MAX_DURATION, (date.starts_at - now) / SHARE))
    latest = min(max(ends_at, date.starts_at - CLOSES_BEFORE), date.starts_at)
    return end_on_full_hour(ends_at, start=latest)


def offer_seats(*, occurrence_ids: Collection[int]) -> int:
    """Pass free seats of these locked dates to their waiting lists. Return the number of new offers.

    First end the offers that are over. A date without a waiting list costs one query.
    """
    now = timezone.now()
    live = WaitingEntry.objects.live().filter(occurrence__in=occurrence_ids).select_related("occurrence__event", "user")
    entries = list(live.order_by("pk"))
    expire_offers([entry for entry in entries if is_over(entry, now)], now)
    waiting: dict[Occurrence, list[WaitingEntry]] = {}
    for entry in entries:
        if entry.status == Status.WAITING:
            waiting.setdefault(entry.occurrence, []).append(entry)
    return sum(serve_line(date, line, now) for date, line in waiting.items())


def serve_line(date: Occurrence, line: Sequence[WaitingEntry], now: datetime) -> int:
    """Offer the free seats of one locked date. End its waiting list if it starts soon or is canceled."""
    if not is_open(date, now):
        set_status(line, Status.ENDED)
        return 0
    if not date.event.is_public:
        return 0
    line = [entry for entry in line if entry.user.is_active]  # upkeep removes the others
    free = date.capacity - count_taken_seats([date.pk], now).get(date.pk, 0)
    given = allot(free, [Wish(entry.seats, entry.at_least) for entry in line])
    chosen = [(entry, seats) for entry, seats in zip(line, given, strict=True) if seats]
    for entry, seats in chosen:
        make_offer(entry, seats, get_offer_end(date, now), now)
    return len(chosen)


def make_offer(entry: WaitingEntry, seats: int, until: datetime, now: datetime) -> None:
    entry.status, entry.offered_until = Status.OFFERED, until
    entry.save(update_fields=["status", "offered_until"])
    create_offer(entry, seats, now)
    mails.seats_offered(entry, until=until, now=now)


def create_offer(entry: WaitingEntry, seats: int, now: datetime) -> None:
    """Hold seats for an entry until its offer ends."""
    Booking.objects.create(
        kind=Booking.Kind.OFFER,
        waiting_entry=entry,
        occurrence_id=entry.occurrence_id,
        user_id=entry.user_id,
        seats=seats,
        held_until=entry.offered_until,
        created_at=now,
    )


def renew_offers(*, was: Mapping[int, Setting], reason: str) -> None:
    """Make the offers of locked dates again, because they have moved: their time to answer starts again.

    `was` maps the dates to their former times.

    Seats that are ordered stay with their order. If it is canceled, their offer ends as an offer made now does.
    """
    now = timezone.now()
    offered = Booking.objects.taken(now).filter(occurrence__in=was, waiting_entry__status=Status.OFFERED)
    for booking in offered.select_related("occurrence", "waiting_entry__user").order_by("pk"):
        if entry := booking.waiting_entry:
            entry.offered_until = get_offer_end(booking.occurrence, now)
            entry.save(update_fields=["offered_until"])
            if booking.kind == Booking.Kind.OFFER:
                booking.held_until = entry.offered_until
                booking.save(update_fields=["held_until"])
                former = was[booking.occurrence_id]
                mails.seats_offered(entry, until=entry.offered_until, now=now, was=former, reason=reason)


def set_status(entries: Collection[WaitingEntry], status: WaitingEntry.Status) -> None:
    if entries:
        WaitingEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(status=status)


# --- The end of an offer ---------------------------------------------------------------------------------------------


def is_over(entry: WaitingEntry, now: datetime) -> bool:
    return entry.status == Status.OFFERED and entry.offered_until is not None and entry.offered_until <= now


def expire_offers(entries: Sequence[WaitingEntry], now: datetime) -> None:
    """Mark offers as expired, except those whose order still holds the seats: it may be paid right now."""
    if not entries:
        return
    bookings = Booking.objects.filter(waiting_entry__in=entries, status=Booking.Status.PENDING)
    ordered = bookings.filter(Q(held_until=None) | Q(held_until__gt=now)).values_list("waiting_entry_id", flat=True)
    still_held = set(ordered)
    set_status([entry for entry in entries if entry.pk not in still_held], Status.EXPIRED)
    bookings.filter(kind=Booking.Kind.OFFER, held_until__lte=now).update(status=Booking.Status.CANCELLED)


def end_lines(*, occurrence_ids: Collection[int]) -> None:
    """End the waiting lists of these locked dates, which are canceled, with all offers that are not ordered."""
    entries = WaitingEntry.objects.live().filter(occurrence__in=occurrence_ids)
    close_entries(entries.values_list("pk", flat=True), Status.ENDED)


def close_entries(entry_ids: Iterable[int], status: WaitingEntry.Status) -> None:
    """End entries of locked dates before they got seats. Ordered seats stay with the order."""
    ids = list(entry_ids)
    WaitingEntry.objects.live().filter(pk__in=ids).update(status=status)
    offers = Booking.objects.filter(waiting_entry__in=ids, kind=Booking.Kind.OFFER, status=Booking.Status.PENDING)
    offers.update(status=Booking.Status.CANCELLED)


def withdraw_offers(*, occurrence_ids: Collection[int]) -> None:
    """Take back the offers of these locked dates, because their event is hidden. Their entries keep their places.

    Ordered seats stay with the order.
    """
    live = Booking.objects.taken(timezone.now()).filter(occurrence__in=occurrence_ids, kind=Booking.Kind.OFFER)
    offered = dict(live.values_list("pk", "waiting_entry"))
    WaitingEntry.objects.filter(pk__in=offered.values()).update(status=Status.WAITING, offered_until=None)
    Booking.objects.filter(pk__in=offered).update(status=Booking.Status.CANCELLED)


# --- Ordering an offer -----------------------------------------------------------------------------------------------


def find_offer(*, wanted: Mapping[int, int], by: User, now: datetime) -> Booking | None:
    """Return the buyer's offer on one of these locked dates. Raise DomainError if the order contains more than it."""
    offers = Booking.objects.filter(
        user=by, occurrence__in=list(wanted), kind=Booking.Kind.OFFER, status=Booking.Status.PENDING, held_until__gt=now
    )
    offer = offers.first()
    if offer and (len(wanted) > 1 or wanted[offer.occurrence_id] > offer.seats):
        raise DomainError("Book the offered seats first, then the rest.", code="offer_alone")
    return offer


def take_offer(
    *, offer: Booking, dates: Mapping[int, Occurrence], wanted: Mapping[int, int], until: datetime
) -> Booking:
    """Turn an offer of a locked date into the booking of an order, and pass on the seats that are not wanted."""
    offer.occurrence = dates[offer.occurrence_id]
    has_more = offer.seats > wanted[offer.occurrence_id]
    offer.kind, offer.seats, offer.held_until = Booking.Kind.ORDER, wanted[offer.occurrence_id], until
    offer.save(update_fields=["kind", "seats", "held_until"])
    if has_more:
        offer_seats(occurrence_ids=[offer.occurrence_id])
    return offer


def extend_to_offer(*, booking_ids: Collection[int], until: datetime) -> datetime:
    """Return when a hold of these bookings ends: not before the offer that they were ordered from."""
    entries = WaitingEntry.objects.filter(bookings__in=booking_ids, status=Status.OFFERED)
    ends = [end for end in entries.values_list("offered_until", flat=True) if end]
    return max([until, *ends])


def accept_offers(*, booking_ids: Collection[int]) -> None:
    """Mark the entries of sold bookings as accepted."""
    sold = Booking.objects.filter(pk__in=booking_ids, waiting_entry__isnull=False)
    WaitingEntry.objects.filter(pk__in=sold.values("waiting_entry"), status=Status.OFFERED).update(
        status=Status.ACCEPTED
    )


def detach_from_entries(*, booking_ids: Collection[int], now: datetime) -> None:
    """Make expired bookings ordinary ones, because their seats are held again without the offer, which is over."""
    bookings = Booking.objects.filter(pk__in=booking_ids, waiting_entry__isnull=False)
    over = WaitingEntry.objects.filter(status=Status.OFFERED, offered_until__lte=now)
    over.filter(pk__in=list(bookings.values_list("waiting_entry_id", flat=True))).update(status=Status.EXPIRED)
    bookings.update(waiting_entry=None)


# --- Releasing seats -------------------------------------------------------------------------------------------------


def list_ordered_offers(booking_ids: Collection[int]) -> list[Booking]:
    """Return the live bookings among these that belong to offers. Call it before they are released."""
    found = Booking.objects.filter(pk__in=booking_ids, waiting_entry__isnull=False, status__in=ACTIVE)
    return list(found.select_related("waiting_entry", "occurrence__event"))


def return_offers(released: Collection[Booking], now: datetime) -> None:
    """Restore the offers of released bookings until their original end, because the buyer may order them again.

    Nobody may while the event is hidden: the entry waits again. An offer that staff release directly is removed.
    """
    for booking in released:
        entry = booking.waiting_entry
        if entry is None or entry.status != Status.OFFERED or is_over(entry, now):
            continue  # accepted before, or over: `offer_seats` marks it
        if booking.kind == Booking.Kind.OFFER:
            set_status([entry], Status.REMOVED)
        elif not booking.occurrence.event.is_public:
            WaitingEntry.objects.filter(pk=entry.pk).update(status=Status.WAITING, offered_until=None)
        else:
            create_offer(entry, booking.seats, now)
