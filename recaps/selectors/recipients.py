"""Who is thanked for coming: who was let in, or without a door who held a seat. Each address once, buyers first."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import DELETED_EMAIL_SUFFIX
from bookings.models import Booking, SeatLink
from bookings.selectors.inside import NOBODY, Inside, group_by_booking
from door.models import Door
from door.selectors.log import get_log
from events.datetimes import get_day_bounds
from events.models import Occurrence
from notices.models import Notice
from orders.models import Order
from recaps.selectors.figures import list_refunded_orders

DAYS_BETWEEN = 7  # a guest of every Friday is thanked every Saturday


def list_recipients(date: Occurrence, now: datetime) -> list[Notice]:
    """Return the recipients, not stored yet. Nobody gets two recaps within a week."""
    thanked = list_thanked(now)
    found: dict[str, Notice] = {}
    for recipient in [*list_buyers(date), *list_guests(date)]:
        address = recipient.user.email.lower()
        if address not in thanked:
            found.setdefault(address, recipient)
    return list(found.values())


def list_thanked(now: datetime) -> set[str]:
    """Return the addresses to which a recap went today or on one of the six days before."""
    since = get_day_bounds(timezone.localdate(now) - timedelta(days=DAYS_BETWEEN - 1))[0]
    sent = Notice.objects.filter(kind=Notice.Kind.RECAP, occurrence__recap__sent_at__gte=since).select_related(
        "booking__user", "seat_link"
    )
    return {recipient.user.email.lower() for recipient in sent}


def list_buyers(date: Occurrence) -> Iterator[Notice]:
    """Yield the buyers who came, or who held a seat that they had not given to somebody else."""
    wanted = filter_bookings(date).filter(user__reminders=True).exclude(user__email__endswith=DELETED_EMAIL_SUFFIX)
    bookings = list(wanted.select_related("user").order_by("pk"))
    inside = read_inside_at_door(date)
    claimed = SeatLink.objects.filter(booking__in=bookings, state=SeatLink.State.CLAIMED)
    given = Counter(claimed.values_list("booking", flat=True))
    for booking in bookings:
        came = booking.live_seats - given[booking.pk] if inside is None else inside.get(booking.pk, NOBODY).own
        if came > 0:
            yield build(date, booking=booking)


def list_guests(date: Occurrence) -> Iterator[Notice]:
    """Yield the guests with an address who came, or who held a seat."""
    links = SeatLink.objects.filter(booking__in=filter_bookings(date), state=SeatLink.State.CLAIMED, reminders=True)
    inside = read_inside_at_door(date)
    for link in links.exclude(email="").order_by("pk"):
        if inside is None or link.pk in inside.get(link.booking_id, NOBODY).by_guest:
            yield build(date, seat_link=link)


def build(date: Occurrence, **to: Booking | SeatLink) -> Notice:
    return Notice(kind=Notice.Kind.RECAP, occurrence=date, starts_at=date.starts_at, **to)


def filter_bookings(date: Occurrence) -> QuerySet[Booking]:
    """Return the bookings with seats that are neither returned nor refunded, also those by hand.

    Free seats of an order whose money was returned were not refunded.
    """
    bookings = Booking.objects.filter(occurrence=date, status=Booking.Status.CONFIRMED, seats__gt=F("returning"))
    bookings = bookings.filter(order_line=None) | bookings.filter(order_line__order__status__in=Order.SOLD)
    return bookings.exclude(order_line__order__in=list_refunded_orders(date), order_line__line_price__gt=0)


def read_inside_at_door(date: Occurrence) -> dict[int, Inside] | None:
    """Return who came in at the door of this date, by booking. None: it had none."""
    door = Door.objects.get_of_date(date)
    if door is None:
        return None
    log = get_log(door)
    came = log.attendance.by_ticket
    return group_by_booking({ticket: came[ticket.pk] for ticket in log.passes if came.get(ticket.pk)})
