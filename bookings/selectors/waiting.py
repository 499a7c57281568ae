"""Read waiting lists, the offers that were made, and the free seats that go to them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User
from bookings.models import CLOSES_BEFORE, Booking, WaitingEntry, is_open
from bookings.selectors.free_seats import count_taken_seats, find_dates_to_offer
from bookings.waiting_rule import Wish, count_promised
from events.models import Occurrence, count_capacity, is_public


@dataclass(frozen=True, slots=True)
class Offer:
    """Seats that are held for an entry. `is_ordered` if an unpaid order of the buyer has them."""

    seats: int
    until: datetime
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class Place:
    """An entry as it is now, even if `upkeep` has not marked yet that its time is over."""

    entry: WaitingEntry
    status: str
    position: int | None = None
    """From 1, among those who wait."""
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class WaitingList:
    """The places on a date's waiting list, in joining order, and its free and offered seats."""

    date: Occurrence
    places: list[Place]
    free: int

    @property
    def offered(self) -> int:
        return sum(place.offer.seats for place in self.places if place.offer)


def list_own_places(user: User, now: datetime) -> list[Place]:
    """Return all entries of a user on dates that are not over, newest first. Two queries."""
    entries = WaitingEntry.objects.filter(user=user, occurrence__ends_at__gt=now)
    return list_places(entries.order_by("-pk"), now)


def get_place(entry: WaitingEntry, now: datetime) -> Place:
    (place,) = list_places(WaitingEntry.objects.filter(pk=entry.pk), now)
    return place


def get_waiting_list(date: Occurrence, now: datetime) -> WaitingList:
    """Return the entries of a date that wait or have an offer. Three queries."""
    places = list_places(WaitingEntry.objects.live().filter(occurrence=date).order_by("pk"), now)
    current = [place for place in places if place.status in (WaitingEntry.Status.WAITING, WaitingEntry.Status.OFFERED)]
    taken = count_taken_seats([date.pk], now).get(date.pk, 0)
    return WaitingList(date, current, max(date.capacity - taken, 0))


def list_places(entries: QuerySet[WaitingEntry], now: datetime) -> list[Place]:
    earlier = WaitingEntry.objects.filter(
        occurrence=OuterRef("occurrence"), status=WaitingEntry.Status.WAITING, pk__lte=OuterRef("pk")
    ).order_by()
    position = earlier.values("occurrence").annotate(number=Count("pk")).values("number")
    rows = list(entries.select_related("occurrence__event", "user").annotate(position=Subquery(position)))
    offers = get_offers([row for row in rows if row.status == WaitingEntry.Status.OFFERED], now)
    return [build_place(row, row.position, offers.get(row.pk), now) for row in rows]


def get_offers(entries: Collection[WaitingEntry], now: datetime) -> dict[int, Offer]:
    """Return the live offers by entry. One query."""
    if not entries:
        return {}
    live = Booking.objects.filter(Q(held_until=None) | Q(held_until__gt=now), status=Booking.Status.PENDING)
    found = {booking.waiting_entry_id: booking for booking in live.filter(waiting_entry__in=entries)}
    offers = {}
    for entry in entries:
        booking = found.get(entry.pk)
        until = (booking and booking.held_until) or entry.offered_until
        if booking and until:
            offers[entry.pk] = Offer(booking.seats, until, is_ordered=booking.kind != Booking.Kind.OFFER)
    return offers


def build_place(entry: WaitingEntry, position: int | None, offer: Offer | None, now: datetime) -> Place:
    if entry.status == WaitingEntry.Status.WAITING and not is_open(entry.occurrence, now):
        return Place(entry, WaitingEntry.Status.ENDED)
    if entry.status == WaitingEntry.Status.WAITING:
        return Place(entry, entry.status, position)
    if entry.status == WaitingEntry.Status.OFFERED and not offer:
        return Place(entry, WaitingEntry.Status.EXPIRED)
    return Place(entry, entry.status, offer=offer)


def count_offered_seats(date_id: int, now: datetime) -> int:
    """Return the seats of a date in live offers that are not ordered yet."""
    offered = Booking.objects.taken(now).filter(occurrence=date_id, kind=Booking.Kind.OFFER)
    return offered.aggregate(sum=Sum("seats"))["sum"] or 0


# --- Free seats ------------------------------------------------------------------------------------------------------


def get_promised_seats(now: datetime, dates: QuerySet[Occurrence] | None = None) -> dict[int, int]:
    """Return how many free seats go to the waiting list, by date, for these dates or for all.

    Dates without such seats are left out: nearly always all of them, because released seats are offered now. Only
    between the end of an offer or a hold and the next run of `upkeep` are seats free and promised. Nearly always one
    query, at most three.
    """
    entries = WaitingEntry.objects.in_line().filter(
        is_public("occurrence__event__"),
        occurrence__status=Occurrence.Status.SCHEDULED,
        occurrence__starts_at__gt=now + CLOSES_BEFORE,
    )
    if dates is not None:
        entries = entries.filter(occurrence__in=dates)
    elif found := find_dates_to_offer(now, starts_after=now + CLOSES_BEFORE):
        entries = entries.filter(occurrence__in=found)
    else:
        return {}
    rows = entries.values_list("occurrence_id", count_capacity("occurrence__"), "seats", "at_least")
    lines: dict[int, list[Wish]] = {}
    capacities: dict[int, int] = {}
    for date, capacity, seats, at_least in rows:
        lines.setdefault(date, []).append(Wish(seats, at_least))
        capacities[date] = capacity
    taken = count_taken_seats(lines, now)
    promised = {date: count_promised(capacities[date] - taken.get(date, 0), line) for date, line in lines.items()}
    return {date: seats for date, seats in promised.items() if seats}


def list_dates_to_serve(now: datetime) -> list[int]:
    """Return the dates whose waiting list changes now: an offer or the list is over, or seats are free for it."""
    live = WaitingEntry.objects.live()
    over = live.filter(status=WaitingEntry.Status.OFFERED, offered_until__lte=now)
    closed = live.filter(status=WaitingEntry.Status.WAITING, occurrence__starts_at__lte=now + CLOSES_BEFORE)
    return sorted({*list_date_ids(over), *list_date_ids(closed), *get_promised_seats(now)})


def list_date_ids(entries: QuerySet[WaitingEntry]) -> Iterable[int]:
    return entries.values_list("occurrence_id", flat=True)
