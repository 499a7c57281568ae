"""Open, count and close the drawer of a door, and record what moves in and out of it.

The drawer's row is locked first, after the date if seats change too: sales, counts and closing wait for each other.
"""

from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError
from charityshop.money import format_dollars
from charityshop.text import fold
from door.closed_doors import refuse_closed
from door.models import Count, Door, DoorEntry, Drawer, Move
from door.selectors.drawers import COUNTS_NEEDED, get_expected
from orders.models import Order
from payments.models import Refund

ALONE = "alone"


class DrawerClosed(DomainError):
    """There is no open drawer, so cash can't move."""

    code = "drawer_closed"
    message = "Open the drawer first."


class DrawerOpen(DomainError):
    code = "drawer_open"


def lock_drawer(door: Door) -> Drawer | None:
    """Lock the door's drawer, and then read it. None: it was never opened."""
    return Drawer.objects.select_for_update(no_key=True).filter(door=door).first()


def lock_open_drawer(door: Door) -> Drawer:
    drawer = lock_drawer(door)
    if drawer is None or drawer.closed_at:
        raise DrawerClosed
    return drawer


@in_one_transaction
def open_drawer(*, door: Door, float: Decimal, by: User | None = None) -> Drawer:
    """Open the door's drawer with this change in it. Safe to repeat with the same amount. `by`: None for a till.

    Raise DrawerOpen if it was opened with another amount, DrawerClosed once it is closed, and DoorClosed if that was
    closed without a drawer, because nobody would count it.
    """
    locked = Door.objects.select_for_update(no_key=True).get(pk=door.pk)  # two phones may open it at once
    drawer = lock_drawer(door)
    if drawer is None:
        refuse_closed(locked)
        if by:
            audit.record("drawer opened", door, by=by, after={"float": float})
        return Drawer.objects.create(door=door, float=float)
    if drawer.closed_at:
        raise DrawerClosed
    if drawer.float != float:
        raise DrawerOpen(f"The drawer was opened with {format_dollars(drawer.float)}.")
    return drawer


# --- Moves -----------------------------------------------------------------------------------------------------------


def record_move(
    *,
    door: Door,
    kind: Move.Kind,
    amount: Decimal,
    order: Order | None = None,
    refund: Refund | None = None,
    entry: DoorEntry | None = None,
    reason: str = "",
) -> Move:
    """Record cash that moved, in the caller's transaction. Late cash is listed, and nobody has to count it.

    It is late once the drawer is closed. Without a drawer, it is late once no till can open one.
    """
    drawer = lock_drawer(door)
    is_late = drawer.closed_at is not None if drawer else is_over(door)
    return Move.objects.create(
        door=door, kind=kind, amount=amount, order=order, refund=refund, entry=entry, reason=reason, is_late=is_late
    )


def is_over(door: Door) -> bool:
    return door.closed_at is not None or door.ends_at <= timezone.now()


# --- Counting and closing --------------------------------------------------------------------------------------------


def count_drawer(*, door: Door, name: str, total: Decimal, alone: bool = False) -> Drawer:
    """Store what somebody counted. A third count starts again, because more may have been sold meanwhile.

    Raise DomainError (`same_counter`) if the second count is by the same person, unless they are alone, and
    (`counts_differ`) after discarding both counts if they are not equal.
    """
    drawer = store_count(door=door, name=name, total=total, alone=alone)
    if drawer is None:
        raise DomainError("The counts differ. Count again.", code="counts_differ")
    return drawer


@in_one_transaction
def store_count(*, door: Door, name: str, total: Decimal, alone: bool) -> Drawer | None:
    """Return None if the counts differ, instead of raising an exception, which would restore them."""
    drawer = lock_open_drawer(door)
    counts = list(drawer.counts.all())
    if len(counts) == COUNTS_NEEDED:
        if any((count.name, count.total) == (name, total) for count in counts):
            return drawer  # sent again because the answer was lost
        drawer.counts.all().delete()
        counts = []
    is_same = bool(counts) and fold(counts[0].name) == fold(name)
    if is_same and not alone:
        raise DomainError("The second count needs another name.", code="same_counter")
    if counts and counts[0].total != total:
        drawer.counts.all().delete()
        return None
    Count.objects.create(drawer=drawer, name=name, total=total, alone=is_same)
    return drawer


@in_one_transaction
def close_drawer(*, door: Door, reason: str = "", by: User | None = None) -> Drawer:
    """Close a counted drawer for good. Safe to repeat. `by`: None for a till.

    Raise DrawerClosed if it was never opened, DomainError (`not_counted`), and BadRequest if it is off.
    """
    drawer = lock_drawer(door)
    if drawer is None:
        raise DrawerClosed
    if drawer.closed_at:
        return drawer
    counts = list(drawer.counts.all())
    if len(counts) < COUNTS_NEEDED:
        raise DomainError("Count the drawer twice first.", code="not_counted")
    drawer.counted, drawer.expected = counts[-1].total, get_expected(drawer)
    if drawer.counted != drawer.expected and not reason:
        difference = format_dollars(abs(drawer.counted - drawer.expected))
        raise BadRequest(f"Say why the drawer is off by {difference}.", code="reason_needed")
    drawer.reason = ": ".join(part for part in (ALONE if counts[-1].alone else "", reason) if part)
    drawer.closed_at = timezone.now()
    drawer.save(update_fields=["counted", "expected", "reason", "closed_at"])
    if by:
        audit.record("drawer closed", door, by=by, after={"expected": drawer.expected, "counted": drawer.counted})
    return drawer
