"""Read a door's drawer, and the seats that a phone keeps.

Until two counts agree, nobody sees what the shop expects, nor what was counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bookings.models import Booking
from bookings.services.door_seats import count_allotted
from door.models import Count, Door, Drawer, Move, Phone


@dataclass(frozen=True, slots=True)
class DrawerState:
    float: Decimal | None = None
    """None before the drawer was opened."""
    counts: Sequence[str] = ()
    """The names of who counted."""
    expected: Decimal | None = None
    difference: Decimal | None = None
    """Positive: there is more in it than expected. None until both counts are in, like `expected`."""
    reason: str = ""
    closed_at: datetime | None = None
    late: Sequence[Move] = ()
    """Cash that phones reported too late for it."""


def get_drawer(door: Door) -> Drawer | None:
    return Drawer.objects.filter(door=door).first()


def get_expected(drawer: Drawer) -> Decimal:
    """Return the float and everything that moved, added here because SQLite would add in floating point."""
    amounts = Move.objects.filter(door=drawer.door_id, is_late=False).values_list("amount", flat=True)
    return sum(amounts, Decimal(drawer.float))


def get_state(drawer: Drawer | None) -> DrawerState:
    if drawer is None:
        return DrawerState()
    counts = list(Count.objects.filter(drawer=drawer))
    names = [count.name for count in counts]
    late = list(Move.objects.filter(door=drawer.door_id, is_late=True))
    if drawer.closed_at:
        expected, counted = drawer.expected, drawer.counted
        difference = None if expected is None or counted is None else counted - expected
        return DrawerState(drawer.float, names, expected, difference, drawer.reason, drawer.closed_at, late)
    if len(counts) < COUNTS_NEEDED:
        return DrawerState(drawer.float, names, late=late)
    expected = get_expected(drawer)
    return DrawerState(drawer.float, names, expected, counts[-1].total - expected, late=late)


def list_cash_without_drawer(door: Door) -> list[Move]:
    """Return what moved at a door whose drawer was never opened, which nobody counts."""
    return [] if get_drawer(door) else list(Move.objects.filter(door=door))


def is_drawer_to_close(door: Door) -> bool:
    """Return whether the door's cash still has to be counted: its drawer is open, or cash came in time without one."""
    drawer = get_drawer(door)
    return drawer.closed_at is None if drawer else Move.objects.filter(door=door, is_late=False).exists()


COUNTS_NEEDED = 2


def find_allotted(phone: Phone) -> Booking | None:
    """Return the booking that keeps seats for a phone, perhaps with a hold that is over."""
    return Booking.objects.filter(phone=phone).first()


def count_allotment(phone: Phone, now: datetime) -> int:
    return count_allotted(find_allotted(phone), now)
