"""Read the door of a date, for organizers and for phones."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from bookings.models import SeatLink
from door.conflicts import Conflict
from door.models import Device, Entry, Link, Night
from door.selectors.allotments import count_allotment
from door.selectors.drawers import DrawerState, get_drawer, get_state
from door.selectors.log import MAX_RECENT, ListedPass, Log, RecentEntry, get_key, get_log, get_seen
from door.sent_entries import MAX_SEATS
from events.models import Occurrence
from orders.price_settings import get_price_rules
from orders.pricing import Line, price_lines


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone, and when it last sent an entry."""

    uuid: str
    name: str
    link: Link
    queued: int
    is_signed_in: bool
    last_entry_at: datetime | None


@dataclass(frozen=True, slots=True)
class NightReport:
    night: Night
    guests: int
    inside: int
    links: list[Link]
    devices: list[Phone]
    conflicts: list[RecentEntry]
    drawer: DrawerState | None


@dataclass(frozen=True, slots=True)
class DoorOfDate:
    """What the guest list shows of the door."""

    night: str | None  # public ID; None: it was never opened
    inside: dict[str, int]  # by the guests' public IDs


@dataclass(frozen=True, slots=True)
class GuestList:
    """What a phone gets."""

    night: Night
    totals: list[Decimal]
    """What 1, 2, 3… seats cost together."""
    allotment: int
    seen: dict[str, int]
    passes: list[ListedPass]
    recent: list[RecentEntry]
    now: datetime

    @property
    def price(self) -> Decimal:
        return self.totals[0]


@dataclass(frozen=True, slots=True)
class ShownResult:
    """What became of an entry that a phone sent, and how many of its ticket's guests are inside."""

    seq: Any
    answer: str
    code: str | None
    conflict: Conflict | None
    inside: int | None
    seats: int | None


def get_report(public_id: str) -> NightReport:
    night = Night.objects.select_related("occurrence__event").get(public_id=public_id)
    log = get_log(night)
    last: dict[int, datetime] = {}
    for entry in log.entries:
        last[entry.device_id] = max(entry.received_at, last.get(entry.device_id, entry.received_at))
    devices = night.devices.filter(link__isnull=False).select_related("link")
    return NightReport(
        night=night,
        guests=log.guests,
        inside=log.attendance.inside,
        links=list(night.links.all()),
        devices=[build_phone(device, last.get(device.pk)) for device in devices],
        conflicts=[entry for entry in log.list_recent() if entry.conflict],
        drawer=get_state(drawer) if (drawer := get_drawer(night)) else None,
    )


def build_phone(device: Device, last_entry_at: datetime | None) -> Phone:
    assert device.link is not None  # noqa: S101 - only phones have a link
    return Phone(
        uuid=str(device.uuid),
        name=device.name,
        link=device.link,
        queued=device.queued,
        is_signed_in=device.token_hash is not None,
        last_entry_at=last_entry_at,
    )


def get_door_of_date(occurrence: Occurrence) -> DoorOfDate:
    night = Night.objects.select_related("occurrence").filter(occurrence=occurrence).first()
    if night is None:
        return DoorOfDate(None, {})
    log = get_log(night)
    links = {each.seat_link_id for each in log.passes if each.seat_link_id is not None}
    guests: dict[int | None, str] = dict(SeatLink.objects.filter(pk__in=links).values_list("pk", "public_id"))
    inside: dict[str, int] = {}
    for each in log.passes:
        guest = guests.get(each.seat_link_id) or each.booking.public_id
        inside[guest] = inside.get(guest, 0) + log.attendance.by_ticket.get(each.pk, 0)
    return DoorOfDate(night.public_id, inside)


def get_guest_list(night: Night, device: Device, now: datetime) -> GuestList:
    """Return a phone's list. Pass the night with its occurrence and event."""
    log = get_log(night)
    seqs = log.list_seqs()
    phones = night.devices.filter(link__isnull=False).values_list("uuid", flat=True)
    return GuestList(
        night=night,
        totals=list_totals(night.occurrence.event.price),
        allotment=count_allotment(device, now),
        seen={str(uuid): get_seen(seqs.get(uuid, [])) for uuid in phones},
        passes=log.list_passes(),
        recent=log.list_recent()[-MAX_RECENT:],
        now=now,
    )


def list_totals(price: Decimal) -> list[Decimal]:
    """Return what 1, 2, 3… seats cost at the door. The shop rounds tax once per order, and phones need not know how."""
    rules = get_price_rules()
    return [price_lines([Line(price, count)], rules).total for count in range(1, MAX_SEATS + 1)]


def show_result(seq: Any, answer: str, code: str | None, entry: Entry | None, log: Log) -> ShownResult:
    """Describe a result, from the log as it is after the batch. That of an undo is about the undone entry's ticket."""
    about = log.find_undone(entry) if entry and entry.kind == Entry.Kind.UNDO else entry
    ticket = next((each for each in log.passes if about and each.pk == about.ticket_id), None)
    return ShownResult(
        seq=seq,
        answer=answer,
        code=code,
        conflict=log.attendance.conflicts.get(get_key(entry)) if entry else None,
        inside=log.attendance.by_ticket.get(ticket.pk, 0) if ticket else None,
        seats=ticket.seats if ticket else None,
    )
