"""Read a date's log and its passes, and derive who is inside. The number of queries is constant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from bookings.models import Booking, Departure, Pass
from door.conflicts import Admission, Attendance, Conflict, Key, Ticket, derive_attendance
from door.guest_names import shorten_name
from door.models import Entry, Night

ADMISSIONS = (Entry.Kind.IN, Entry.Kind.GUEST, Entry.Kind.SALE)
MAX_RECENT = 200
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # for bookings of previous releases, which don't say when they ended


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """An admission that was not undone."""

    device: UUID
    seq: int
    h: str | None
    at: datetime
    seats: int
    by: str
    conflict: Conflict | None
    name: str | None
    """The guest; None without a ticket of this date."""
    give_back: Decimal | None
    """The cash of a sale for which there were no seats."""


@dataclass(frozen=True, slots=True)
class ListedPass:
    """A pass as phones see it: of this date, or of a booking that moved away from it."""

    h: str
    b: int
    name: str
    seats: int
    inside: int
    state: str
    to: datetime | None


@dataclass(frozen=True, slots=True)
class Log:
    night: Night
    entries: Sequence[Entry]
    passes: Sequence[Pass]
    left_at: dict[int, datetime]  # by booking that moved to another date
    attendance: Attendance
    guests: int

    def list_recent(self) -> list[RecentEntry]:
        """Return the admissions that count, oldest first."""
        counting = [entry for entry in self.entries if get_key(entry) in self.attendance.conflicts]
        counting.sort(key=lambda entry: (entry.happened_at, *get_key(entry)))
        passes: dict[int | None, str] = {each.pk: each.h for each in self.passes}
        names: dict[str | None, str] = {each.h: each.name for each in self.list_passes()}
        hashes = [entry.h or passes.get(entry.ticket_id) for entry in counting]  # of a sale, the pass that it created
        return [self.build_recent(entry, h, names.get(h)) for entry, h in zip(counting, hashes, strict=True)]

    def build_recent(self, entry: Entry, h: str | None, name: str | None) -> RecentEntry:
        return RecentEntry(
            device=entry.device.uuid,
            seq=entry.seq,
            h=h,
            at=entry.happened_at,
            seats=entry.seats,
            by=entry.text.name,
            conflict=self.attendance.conflicts[get_key(entry)],
            name=name,
            give_back=get_cash_to_return(entry),
        )

    def list_passes(self) -> list[ListedPass]:
        return [
            ListedPass(
                h=each.h,
                b=each.booking_id,
                name=shorten_name(each.label) if each.label else get_buyer_name(each.booking),
                seats=each.seats,
                inside=self.attendance.by_ticket.get(each.pk, 0),
                state="moved" if self.is_moved(each) else each.state,
                to=each.booking.occurrence.starts_at if self.is_moved(each) else None,
            )
            for each in self.passes
        ]

    def is_moved(self, ticket: Pass) -> bool:
        """Return whether the pass is valid on another date. A replaced one is valid nowhere."""
        return ticket.booking.occurrence_id != self.night.occurrence_id and ticket.state == "valid"

    def find_undone(self, undo: Entry) -> Entry | None:
        """Return the entry that this one undoes, unless it has not arrived yet."""
        (key,) = list_undone([undo])
        return next((entry for entry in self.entries if get_key(entry) == key), None)

    def list_seqs(self) -> dict[UUID, list[int]]:
        """Return the numbers of each phone's entries."""
        seqs: dict[UUID, list[int]] = {}
        for entry in self.entries:
            seqs.setdefault(entry.device.uuid, []).append(entry.seq)
        return seqs


def get_cash_to_return(entry: Entry) -> Decimal | None:
    has_no_seats = entry.kind == Entry.Kind.SALE and entry.ticket_id is None
    return Decimal(entry.body["total"]) if has_no_seats else None


def get_key(entry: Entry) -> Key:
    return (str(entry.device.uuid), entry.seq)


def get_buyer_name(booking: Booking) -> str:
    return shorten_name(booking.user.first_name, booking.user.last_name)


def get_seen(seqs: Sequence[int]) -> int:
    """Return the highest number before any gap."""
    seen = 0
    for seq in sorted(seqs):
        if seq > seen + 1:
            break
        seen = seq
    return seen


def get_log(night: Night) -> Log:
    """Read everything about a date's door. Four queries; pass the night with its occurrence."""
    entries = list(Entry.objects.filter(device__night=night).select_related("device", "text"))
    departures = Departure.objects.filter(occurrence=night.occurrence_id).order_by("at")
    left_at = {departure.booking_id: departure.at for departure in departures}
    was_sold = Q(status=Booking.Status.CONFIRMED) | Exists(Pass.objects.filter(booking=OuterRef("pk")))
    here = Q(occurrence=night.occurrence_id) & was_sold
    bookings = {
        booking.pk: booking
        for booking in Booking.objects.filter(here | Q(pk__in=list(left_at))).select_related("user", "occurrence")
    }
    passes = list(Pass.objects.filter(booking__in=list(bookings)))
    for each in passes:
        each.booking = bookings[each.booking_id]
    confirmed = [each for each in bookings.values() if each.status == Booking.Status.CONFIRMED]
    attendance = derive_attendance(
        list_admissions(entries),
        undone=set(list_undone(entries)),
        tickets={each.pk: build_ticket(each, night.occurrence_id, left_at) for each in passes},
        booking_seats={pk: booking.seats for pk, booking in bookings.items()},
        closed_at=night.closed_at,
    )
    guests = sum(booking.seats for booking in confirmed if booking.occurrence_id == night.occurrence_id)
    return Log(night, entries, passes, left_at, attendance, guests)


def list_admissions(entries: Sequence[Entry]) -> Iterator[Admission]:
    for entry in entries:
        if entry.kind in ADMISSIONS:
            yield Admission(
                device=str(entry.device.uuid),
                seq=entry.seq,
                at=entry.happened_at,
                seats=entry.seats,
                ticket=entry.ticket_id,
                without_ticket=entry.kind == Entry.Kind.GUEST,
                is_sale=entry.kind == Entry.Kind.SALE,
            )


def list_undone(entries: Sequence[Entry]) -> Iterator[Key]:
    """Yield the entries that were undone: a phone's own, or by staff those of the phone that they name."""
    for entry in entries:
        if entry.kind == Entry.Kind.UNDO:
            yield (entry.body.get("device", str(entry.device.uuid)), entry.body["of"])


def build_ticket(ticket: Pass, occurrence_id: int, left_at: dict[int, datetime]) -> Ticket:
    booking = ticket.booking
    is_confirmed = booking.status == Booking.Status.CONFIRMED
    refunds = [] if is_confirmed else [booking.ended_at or LONG_AGO]
    if ticket.ended_because == Pass.Reason.RETURNED and ticket.ended_at:
        refunds.append(ticket.ended_at)
    return Ticket(
        pk=ticket.pk,
        booking=booking.pk,
        seats=ticket.seats,
        replaced_at=ticket.ended_at if ticket.ended_because == Pass.Reason.REPLACED else None,
        moved_at=left_at[booking.pk] if booking.occurrence_id != occurrence_id else None,
        refunded_at=min(refunds, default=None),
    )


def has_entered(ticket: Pass) -> bool:
    """Return whether anyone came in with this pass, on whatever date, and was not undone.

    A phone numbers its entries anew on each date.
    """
    admissions = list(ticket.entries.filter(kind__in=[Entry.Kind.IN, Entry.Kind.SALE]).select_related("device"))
    nights = {entry.device.night_id for entry in admissions}
    undos = list(Entry.objects.filter(device__night__in=nights, kind=Entry.Kind.UNDO).select_related("device"))
    undone = {
        night_id: set(list_undone([undo for undo in undos if undo.device.night_id == night_id])) for night_id in nights
    }
    return any(get_key(entry) not in undone[entry.device.night_id] for entry in admissions)
