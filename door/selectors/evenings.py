"""Read how many came to dates, and what is left of their seats. The number of queries is constant."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bookings.models import Booking, SeatMove
from bookings.selectors import events
from bookings.selectors.events import NextDate
from door.models import Door, DoorEntry
from door.selectors.log import count_guests, derive, get_beginning, read_tickets
from events.models import DateChange, Occurrence
from orders.pricing import price_lines
from orders.services.place_order import build_priced_line, get_price_rules


@dataclass(frozen=True, slots=True)
class Evening:
    """How many people are in, of how many whose seats are sold: the same numbers as at the door."""

    inside: int
    guests: int


@dataclass(frozen=True, slots=True)
class NextEvening:
    """A date that is on now or comes next, as staff see it."""

    date: NextDate
    evening: Evening
    price: Decimal


def list_next_evenings(now: datetime) -> list[NextEvening]:
    """Return the dates that are on now and the next ones, soonest first."""
    dates = events.list_next_dates(now)
    evenings = read_evenings([each.seats.occurrence for each in dates])
    return [
        NextEvening(each, evenings[each.seats.occurrence.pk], get_door_price(each.seats.occurrence)) for each in dates
    ]


def get_door_price(date: Occurrence) -> Decimal:
    """Return what one seat costs at the door, with tax."""
    return price_lines([build_priced_line(date, 1)], get_price_rules()).total


def read_evenings(dates: Sequence[Occurrence]) -> dict[int, Evening]:
    """Return who is in by the ID of the date, also of dates whose door was never opened. At most seven queries."""
    doors = read_doors(dates)
    entries = defaultdict[int, list[DoorEntry]](list)
    for entry in DoorEntry.objects.filter(phone__door__in=[each.pk for each in doors]).select_related("phone"):
        entries[entry.phone.door_id].append(entry)
    were_here = SeatMove.objects.filter(occurrence__in=dates).values("ticket__booking")
    tickets = read_tickets(Booking.objects.filter(pk__in=were_here))
    evenings = {}
    for door in doors:
        attendance = derive(door, entries[door.pk], tickets, get_beginning(door))
        evenings[door.occurrence_id] = Evening(attendance.inside, count_guests(door, tickets, attendance))
    return evenings


def read_doors(dates: Sequence[Occurrence]) -> list[Door]:
    """Return the door of each date, new ones for those that have none, with when their evenings began. Two queries."""
    opened = {door.occurrence_id: door for door in Door.objects.current().filter(occurrence__in=dates).order_by("pk")}
    moves = DateChange.objects.filter(occurrence__in=dates).to_another_evening().order_by("at")
    begins = dict(moves.values_list("occurrence", "at"))
    doors = [opened.get(date.pk) or Door(occurrence=date) for date in dates]
    for door, date in zip(doors, dates, strict=True):
        door.occurrence = date
        door.evening_begins_at = begins.get(date.pk)
    return doors
