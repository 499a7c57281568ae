"""Checks of seats and waiting lists that count the rows themselves, without the shop's own queries and rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from bookings.models import Booking, SeatLink, WaitingEntry
from bookings.selectors.events import list_published_dates
from events.models import Occurrence
from outbox.models import Outgoing

LAST_HOUR = timedelta(minutes=60)  # before the start, when seats are for everybody


@dataclass(frozen=True, slots=True)
class SeatCount:
    """The rows about seats at one time."""

    now: datetime
    dates: Mapping[int, Occurrence]
    bookings: Mapping[int, Booking]
    entries: Mapping[int, WaitingEntry]

    @classmethod
    def read(cls, now: datetime) -> Self:
        dates = Occurrence.objects.select_related("event").in_bulk()
        return cls(now, dates, Booking.objects.in_bulk(), dict(sorted(WaitingEntry.objects.in_bulk().items())))

    def at(self, now: datetime) -> Self:
        """Return the same rows at a later time, when holds have expired."""
        return replace(self, now=now)

    def get_taken_seats(self, booking: Booking | None, date_id: int) -> int:
        """Return how many seats of the date this booking takes from others."""
        if booking is None or booking.occurrence_id != date_id:
            return 0
        is_held = booking.status == "pending" and (booking.held_until is None or booking.held_until > self.now)
        return booking.seats if is_held or booking.status == "confirmed" else 0

    def count_taken(self, date_id: int) -> int:
        return sum(self.get_taken_seats(booking, date_id) for booking in self.bookings.values())

    def get_capacity(self, date_id: int) -> int:
        return int(self.dates[date_id].event.maximum_event_capacity)

    def list_waiting(self, date_id: int) -> list[WaitingEntry]:
        entries = self.entries.values()
        return [entry for entry in entries if entry.occurrence_id == date_id and entry.status == "waiting"]

    def count_promised(self, date_id: int) -> int:
        """Return how many free seats the waiting list gets: all that help somebody, in joining order."""
        date = self.dates[date_id]
        is_open = date.status == "scheduled" and date.starts_at - self.now > LAST_HOUR
        if not is_open or date.event.status != "published":
            return 0
        free = left = max(self.get_capacity(date_id) - self.count_taken(date_id), 0)
        for entry in self.list_waiting(date_id):
            if entry.at_least <= left:
                left -= min(entry.seats, left)
        return free - left

    def count_public(self, date_id: int) -> int:
        return self.get_capacity(date_id) - self.count_taken(date_id) - self.count_promised(date_id)


# --- At any time -----------------------------------------------------------------------------------------------------


def find_seat_violations(count: SeatCount) -> list[str]:
    return [
        *find_overfull_dates(count),
        *find_wrong_public_seats(count),
        *find_surplus_links(count),
        *find_wrong_offers(count),
    ]


def find_overfull_dates(count: SeatCount) -> Iterator[str]:
    for pk, date in count.dates.items():
        if count.count_taken(pk) > count.get_capacity(pk) and date.ends_at > count.now:
            yield f"{date}: {count.count_taken(pk)} of {count.get_capacity(pk)} seats are taken."


def find_wrong_public_seats(count: SeatCount) -> Iterator[str]:
    """Check that visitors see the seats that are neither taken nor free for the waiting list."""
    for date in list_published_dates(count.now).filter(starts_at__gt=count.now):
        shown = max(date.event.maximum_event_capacity - date.seats_taken, 0)
        if shown != max(count.count_public(date.pk), 0):
            yield f"{date}: {shown} seats are shown, and {count.count_public(date.pk)} are for everybody."


def find_surplus_links(count: SeatCount) -> Iterator[str]:
    """Check that open and claimed links of a booking are for seats that it has and that are not being returned."""
    given: dict[int, int] = {}
    for link in SeatLink.objects.filter(state__in=["open", "claimed"]):
        given[link.booking_id] = given.get(link.booking_id, 0) + 1
    for pk, links in given.items():
        booking = count.bookings[pk]
        seats = booking.seats - booking.returning if booking.status == "confirmed" else 0
        if links > seats:
            yield f"{booking}, of which {booking.returning} are being returned, has {links} links."


def find_wrong_offers(count: SeatCount) -> Iterator[str]:
    """Check that only an entry with an offer has seats, once, and that nobody waits twice for a date."""
    held: dict[int, list[Booking]] = {}
    for booking in count.bookings.values():
        if booking.waiting_entry_id and booking.status in ("pending", "confirmed"):
            held.setdefault(booking.waiting_entry_id, []).append(booking)
    live: set[tuple[int, int]] = set()
    for pk, entry in count.entries.items():
        has = len(held.get(pk, []))
        if has > 1 or (has and entry.status == "waiting") or (not has and entry.status == "offered"):
            yield f"Entry {pk} is {entry.status} and has {has} live bookings."
        if entry.status in ("waiting", "offered"):
            if (entry.user_id, entry.occurrence_id) in live:
                yield f"User {entry.user_id} is twice on the waiting list of date {entry.occurrence_id}."
            live.add((entry.user_id, entry.occurrence_id))


# --- From one step to the next ---------------------------------------------------------------------------------------


def find_step_violations(before: SeatCount, after: SeatCount) -> list[str]:
    """Check what a step changed. `before` are the rows before it, seen at the step's time: time alone sells nothing."""
    before = before.at(after.now)
    dates = [pk for pk in after.dates if pk in before.dates]
    return [
        *(found for pk in dates for found in find_skipped_line(before, after, pk)),
        *(found for pk in dates for found in find_withheld_seats(before, after, pk)),
        *find_overtaken_entries(before, after),
        *find_untold_entries(before, after),
    ]


def find_skipped_line(before: SeatCount, after: SeatCount, date_id: int) -> Iterator[str]:
    """Check that nobody else got seats that were free for the waiting list."""
    bought = released = 0
    for pk in before.bookings.keys() | after.bookings.keys():
        booking = after.bookings.get(pk)
        had = before.get_taken_seats(before.bookings.get(pk), date_id)
        has = after.get_taken_seats(booking, date_id)
        entry = after.entries.get(booking.waiting_entry_id or 0) if booking else None
        is_offer = entry is not None and entry.occurrence_id == date_id and entry.status in ("offered", "accepted")
        bought += max(has - had, 0) if not is_offer else 0
        released += max(had - has, 0)
    added = max(after.get_capacity(date_id) - before.get_capacity(date_id), 0)
    public = max(before.count_public(date_id), 0)
    if bought > public + released + added:
        yield f"{after.dates[date_id]}: {bought} seats were sold, and {public} were for everybody."


def find_withheld_seats(before: SeatCount, after: SeatCount, date_id: int) -> Iterator[str]:
    """Check that released seats are offered immediately. Only time frees seats without offering them."""
    if after.count_promised(date_id) and not before.count_promised(date_id):
        yield f"{after.dates[date_id]}: {after.count_promised(date_id)} seats became free and were offered to nobody."


def find_overtaken_entries(before: SeatCount, after: SeatCount) -> Iterator[str]:
    """Check that no new offer would have been enough for somebody who waits longer."""
    for pk, entry in after.entries.items():
        was = before.entries.get(pk)
        if entry.status != "offered" or (was and was.status != "waiting"):
            continue
        seats = sum(booking.seats for booking in after.bookings.values() if booking.waiting_entry_id == pk)
        for other in after.list_waiting(entry.occurrence_id):
            if other.pk < pk and other.at_least <= seats:
                yield f"Entry {pk} got {seats} seats before entry {other.pk}, which waits for {other.at_least}."


def find_untold_entries(before: SeatCount, after: SeatCount) -> Iterator[str]:
    """Check that everybody whose place ends with the waiting list is told, unless its time has come."""
    for pk, was in before.entries.items():
        entry, date = after.entries[pk], before.dates[was.occurrence_id]
        if was.status in ("waiting", "offered") and entry.status == "ended" and date.starts_at - after.now > LAST_HOUR:
            changes = date.history.values("public_id")
            if not Outgoing.objects.filter(kind="date_changed", owner_id=entry.user_id, about__in=changes).exists():
                yield f"Entry {pk} ended with the waiting list of {date}, and nobody told its user."
