"""Create the demo's sales: paid orders, a friend's seat, a refund, a waiting list with an offer, and a canceled date.

The events and members are those of `bookings/demo/data.toml`; what that file no longer contains is left out. Orders are
paid at the PayPal simulator, so that they can be refunded like any other.
"""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.request import Request, urlopen

from django.conf import settings
from django.db.models import F, QuerySet

from accounts.models import User
from bookings.models import Booking
from bookings.services import returns, seat_links
from bookings.services.waiting_list import join_waiting_list
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.options import list_options
from changes.services.request_change import ChangeRequest, request_change
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from events.datetimes import format_utc
from events.models import Occurrence
from orders.carts import CartItem, OrderRequest
from orders.models import Change, DateChange, Order, OrderLine
from orders.pricing import ZERO
from orders.services.place_order import place_order
from payments.services.create_paypal_order import create_paypal_order
from payments.services.pay_order import pay_order

log = logging.getLogger(__name__)

TIMEOUT = 30  # seconds
ORGANIZER = "admin@example.com"
JUNE, THEO, WREN = "june@example.com", "theo@example.com", "wren@example.com"
CONFIRMED = Booking.Status.CONFIRMED
UNPAID = (Order.Status.CANCELLED, Order.Status.EXPIRED)


@dataclass(frozen=True, slots=True)
class DemoOrder:
    """An order of seats on one date, and what its buyer does with it."""

    email: str
    event: str
    date: int  # 1 is the event's next date
    seats: int
    then: Callable[[Order], object] | None = None


@dataclass(frozen=True, slots=True)
class DemoPlace:
    """A place in the waiting list."""

    email: str
    seats: int
    at_least: int


def share_seats(order: Order) -> None:
    """Send links for two seats to friends, one of whom takes the seat."""
    claimed, _ = seat_links.create_links(booking_id=order.lines.get().booking_id, count=2, by=order.user)
    seat_links.claim_seat(token=claimed.claim_token, first_name="Sam", email="sam@example.com")


def refund_one_seat(order: Order) -> None:
    (options,) = list_options(order)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.REFUND, options.amounts[0], seats=1)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)


CANCELED_EVENT = "Tuesday Pauper League"
ORDERS = (
    DemoOrder(JUNE, "First and Last Friday Tournament", date=3, seats=4, then=share_seats),
    DemoOrder(JUNE, "Commander at the Kettle", date=2, seats=3, then=refund_one_seat),
    DemoOrder(JUNE, CANCELED_EVENT, date=3, seats=2),
    DemoOrder(THEO, CANCELED_EVENT, date=3, seats=3),
    DemoOrder(WREN, CANCELED_EVENT, date=3, seats=1),
)
FULL_EVENT = "Tides of Emberfall Release Party"
WAITING_LIST = (DemoPlace(JUNE, 2, 2), DemoPlace(THEO, 3, 2), DemoPlace(WREN, 1, 1))
OFFERED_SEATS = 2


def seed_sales() -> list[str]:
    """Create the missing sales, and say how many. What the shop refuses is left out."""
    sales: list[tuple[str, Callable[[], bool]]] = [
        *((wanted.event, partial(seed_order, wanted)) for wanted in ORDERS),
        (FULL_EVENT, seed_waiting_list),
        (CANCELED_EVENT, cancel_date),
    ]
    added = {name for name, seed in sales if is_seeded(name, seed)}
    return [f"Added sales to {len(added)} demo events."]


def is_seeded(name: str, seed: Callable[[], bool]) -> bool:
    try:
        return seed()
    except DomainError as error:  # for example, PayPal doesn't answer, or visitors of the demo have the seats
        log.warning("demo: %s: %s", name, error.message)
        return False


def find_date(event: str, number: int) -> Occurrence | None:
    """Return the event's date with this number, from 1, among those ahead."""
    dates = Occurrence.objects.bookable().filter(event__name=event).select_related("event").order_by("starts_at")
    return dates[number - 1 : number].first()


# --- Orders ----------------------------------------------------------------------------------------------------------


def seed_order(wanted: DemoOrder) -> bool:
    """Let the member buy the seats, unless they have an order of this event."""
    buyer, date = User.objects.filter(email=wanted.email).first(), find_date(wanted.event, wanted.date)
    if buyer is None or date is None or has_order(buyer, date):
        return False
    order = buy_seats(buyer, date, wanted.seats)
    if wanted.then:
        wanted.then(order)
    return True


def has_order(buyer: User, date: Occurrence) -> bool:
    orders = Order.objects.filter(user=buyer, lines__product=date.event.public_id)
    return orders.exclude(status__in=UNPAID).exists()


def buy_seats(buyer: User, date: Occurrence, count: int) -> Order:
    return buy(buyer, [build_item(date, count)])


def build_item(date: Occurrence, count: int) -> CartItem:
    return CartItem(date.event.public_id, date.event.name, None, [(format_utc(date.starts_at), count)])


def buy(
    buyer: User, items: Sequence[CartItem], *, gift: Decimal = ZERO, voucher: str = "", at: datetime | None = None
) -> Order:
    """Place an order and pay it: now, or at this earlier time."""
    address = {"fName": buyer.first_name, "lName": buyer.last_name}
    request = OrderRequest(items, shipping_address=address, gift=gift, voucher=voucher)
    order = place_order(order_request=request, by=buyer)
    if not order.total_price:
        return order
    paypal_order_id = create_paypal_order(order_id=order.pk, by=buyer)
    approve_at_simulator(paypal_order_id, at=at)
    return pay_order(order=order, paypal_order_id=paypal_order_id)


def approve_at_simulator(paypal_order_id: str, *, at: datetime | None = None) -> None:
    """Approve a PayPal order, as its buyer does in PayPal's window. `at` is when it is captured; None: now."""
    call_simulator(f"orders/{paypal_order_id}/approve", captured_at=at and format_utc(at))


def call_simulator(path: str, **body: Any) -> None:
    """Make something happen at the PayPal simulator."""
    url, content = f"{settings.PAYPAL_SIMULATOR_URL}/_control/{path}", json.dumps(body).encode()
    request = Request(url, data=content, headers={"Content-Type": "application/json"})  # noqa: S310 - our own address
    with urlopen(request, timeout=TIMEOUT):  # noqa: S310
        pass


def set_back(orders: QuerySet[Order], back: timedelta) -> None:
    """Let orders have been placed and paid earlier, for dates that have moved into the past since."""
    for order in orders.prefetch_related("lines__booking__occurrence"):
        for line in order.lines.all():
            date = line.booking.occurrence
            line.starts_at, line.ends_at = date.starts_at, date.ends_at
            line.save(update_fields=["starts_at", "ends_at"])
        Booking.objects.filter(order_line__order=order).update(created_at=F("created_at") - back)
        order.created_at, order.paid_at = order.created_at - back, order.paid_at and order.paid_at - back
        order.save(update_fields=["created_at", "paid_at"])


# --- Waiting list ----------------------------------------------------------------------------------------------------


@in_one_transaction
def seed_waiting_list() -> bool:
    """Let members wait for a full date. Then return two seats, which are offered to the first of them."""
    date = find_date(FULL_EVENT, 1)
    if date is None or date.waiting_entries.exists():
        return False
    members = {user.email: user for user in User.objects.filter(email__in=[place.email for place in WAITING_LIST])}
    for place in WAITING_LIST:
        if place.email in members:
            join_waiting_list(
                product=date.event.public_id,
                booking_date=format_utc(date.starts_at),
                count=place.seats,
                at_least=place.at_least,
                by=members[place.email],
            )
    return_seats(date, OFFERED_SEATS)
    return True


def return_seats(date: Occurrence, count: int) -> None:
    """Return seats of a booking without an order."""
    booking = date.bookings.filter(status=CONFIRMED, order_line=None, seats__gt=count).last()
    if booking:
        returns.request_return(seats={booking.pk: count})
        returns.complete_return(seats={booking.pk: count})


# --- Canceled date ---------------------------------------------------------------------------------------------------


def cancel_date() -> bool:
    """Cancel a date that three members booked. One of them moves to another date; the others have not answered."""
    organizer = User.objects.filter(email=ORGANIZER).first()
    lines = OrderLine.objects.filter(order__user__email=WREN, name=CANCELED_EVENT, booking__status=CONFIRMED)
    line = lines.select_related("order", "booking__occurrence").first()
    if organizer is None or line is None or DateChange.objects.filter(occurrence__event__name=CANCELED_EVENT).exists():
        return False
    date = line.booking.occurrence
    begin_date_change(
        event_id=date.event_id,
        change_request=DateChangeRequest(date.starts_at, DateChange.Kind.CANCEL, "The brewery has a wedding that day."),
        by=organizer,
    )
    move_to_next_date(line.order)
    return True


def move_to_next_date(order: Order) -> None:
    (options,) = list_options(order)
    to = format_utc(options.dates[0].occurrence.starts_at)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.MOVE, Decimal(0), to=to)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)
