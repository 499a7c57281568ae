"""Say whom calling off or moving a date would affect, without changing anything."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from bookings.models import Booking, SeatLink
from bookings.services import events as event_services
from bookings.services.event_dates import list_unused, refuse_clash
from charityshop.exceptions import NotPossible
from events.models import Occurrence
from orders.models import Order
from orders.services.date_changes.begin_date_change import (
    DateChangeRequest,
    get_new_span,
    list_sold_lines,
    refuse_running,
    refuse_unchangeable,
)
from orders.services.date_changes.booked_dates import list_order_ids, refuse_undecided
from orders.services.order_money import count_open_seats, read_values
from waiting.models import Entry


@dataclass(frozen=True, slots=True)
class DateChangePreview:
    users: int  # buyers
    orders: int
    seats: int
    money: Decimal  # what full refunds would return now
    guests: int
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
    claimed = SeatLink.objects.filter(booking__occurrence=occurrence, state=SeatLink.State.CLAIMED)
    return DateChangePreview(
        users=len({order.user_id for order in sold}),
        orders=len(sold),
        seats=sum(line.booking.seats - line.booking.returning for line in lines),
        money=sum((get_refundable_value(order, chosen[order.pk]) for order in sold), Decimal(0)),
        guests=claimed.filter(booking__status=Booking.Status.CONFIRMED).count(),
        waiting=Entry.objects.live().filter(occurrence=occurrence).count(),
    )


def get_date(event_id: int, change_request: DateChangeRequest) -> Occurrence:
    try:
        return event_services.get_date_to_change(event_id, change_request.when)
    except NotPossible:
        refuse_running(event_id, change_request.when)
        raise


def get_refundable_value(order: Order, line_ids: set[int]) -> Decimal:
    """Return what refunding these lines in full returns, by the values at which they were sold."""
    chosen = {pk: count for pk, count in count_open_seats(order).items() if count and pk in line_ids}
    return sum(read_values(order).get_each(chosen).values(), Decimal(0))
