"""Say whom canceling or moving a date would affect, without changing anything."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from accounts.models import DELETED_EMAIL_SUFFIX, User
from bookings.models import Booking, SeatLink, WaitingEntry
from bookings.selectors.inside import read_inside
from bookings.services import events as event_services
from bookings.services.event_dates import list_unused, refuse_clash
from changes.services.date_changes.begin_date_change import (
    DateChangeRequest,
    get_new_span,
    list_sold_lines,
    refuse_running,
    refuse_unchangeable,
)
from changes.services.date_changes.booked_dates import list_order_ids, list_staff_bookings, refuse_undecided
from charityshop.exceptions import NotPossible
from events.models import Occurrence
from orders.models import Order
from payments.selectors.order_money import count_open_seats, read_values


@dataclass(frozen=True, slots=True)
class DateChangePreview:
    users: int  # to notify: buyers, and staff who booked by hand
    orders: int
    seats: int  # bought, or booked by hand
    by_hand: list[Booking]
    money: Decimal  # what full refunds would return now
    guests: int
    inside: int  # people who came in
    waiting: int


def preview_date_change(*, event_id: int, change_request: DateChangeRequest) -> DateChangePreview:
    """Raise what `begin_date_change` would raise now."""
    now = timezone.now()
    occurrence = get_date(event_id, change_request)
    orders = list(Order.objects.filter(pk__in=list_order_ids(occurrence.pk)))
    refuse_unchangeable(occurrence)
    refuse_undecided(orders, occurrence)
    if span := get_new_span(occurrence, change_request, now):
        refuse_clash(occurrence, span, besides=list_unused(occurrence.event_id, span.starts_at))
    lines = list_sold_lines(occurrence, orders)
    chosen: dict[int, set[int]] = {}
    for line in lines:
        chosen.setdefault(line.order_id, set()).add(line.pk)
    sold = [order for order in orders if order.pk in chosen]
    sold_here = Booking.objects.filter(occurrence=occurrence, status=Booking.Status.CONFIRMED)
    inside = read_inside(list(sold_here.values_list("pk", flat=True)))
    by_hand = list_staff_bookings(occurrence)
    claimed = SeatLink.objects.filter(booking__occurrence=occurrence, state=SeatLink.State.CLAIMED)
    return DateChangePreview(
        users=count_people({order.user_id for order in sold} | {booking.user_id for booking in by_hand}),
        orders=len(sold),
        seats=sum(booking.live_seats for booking in (*(line.booking for line in lines), *by_hand)),
        by_hand=by_hand,
        money=sum((get_refundable_value(order, chosen[order.pk]) for order in sold), Decimal(0)),
        guests=claimed.filter(booking__status=Booking.Status.CONFIRMED).count(),
        inside=sum(each.total for each in inside.values()),
        waiting=WaitingEntry.objects.live().filter(occurrence=occurrence).count(),
    )


def get_date(event_id: int, change_request: DateChangeRequest) -> Occurrence:
    try:
        return event_services.get_date_to_change(event_id, change_request.when)
    except NotPossible:
        refuse_running(event_id, change_request.when)
        raise


def count_people(user_ids: Collection[int]) -> int:
    """Count those who get an email, without deleted accounts and that of the door."""
    return User.objects.filter(pk__in=user_ids).exclude(email__endswith=DELETED_EMAIL_SUFFIX).count()


def get_refundable_value(order: Order, line_ids: set[int]) -> Decimal:
    """Return what refunding these lines in full returns, by the values at which they were sold."""
    chosen = {pk: count for pk, count in count_open_seats(order).items() if count and pk in line_ids}
    return sum(read_values(order).get_each(chosen).values(), Decimal(0))
