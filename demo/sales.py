"""Create the demo's sales: paid orders, a friend's seat, a refund, a waiting list with an offer, and a canceled date.

Orders are paid at the PayPal simulator, so that they can be refunded like any other. What data.toml no longer contains
is left out, and so is what the shop refuses.
"""

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.request import Request, urlopen

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import returns, seat_links
from bookings.services.waiting_list import join_waiting_list
from changes.models import Change, DateChange
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.request_change import ChangeRequest, list_options, request_change
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from demo.data import DATA, ORGANIZER, Row
from events.datetimes import format_utc
from events.models import Occurrence
from orders.models import Order, OrderLine
from orders.services.place_order import CartItem, OrderRequest, place_order
from payments.services.create_paypal_order import create_paypal_order
from payments.services.pay_order import pay_order

log = logging.getLogger(__name__)

TIMEOUT = 30  # seconds
UNPAID = (Order.Status.CANCELLED, Order.Status.EXPIRED)


def seed_sales() -> list[str]:
    """Create the missing sales, and say how many."""
    sales: list[tuple[str, Callable[[], bool]]] = [
        *((row["event"], partial(seed_purchase, row)) for row in DATA["orders"]),
        (DATA["waiting"]["event"], partial(seed_waiting_list, **DATA["waiting"])),
        (DATA["canceled"]["event"], partial(cancel_date, **DATA["canceled"])),
    ]
    return [f"Added sales to {len(set(seed_all(sales)))} demo events."]


def seed_all(seeds: Iterable[tuple[str, Callable[[], bool]]]) -> list[str]:
    """Create each of these, unless the shop refuses it, and return the names of those that were missing."""
    added = []
    for name, seed in seeds:
        try:
            added += [name] if seed() else []
        except DomainError as error:  # for example, PayPal doesn't answer, or visitors of the demo have the seats
            log.warning("demo: %s: %s", name, error.message)
    return added


def get_organizer() -> User:
    return User.objects.get(email=ORGANIZER)


def find_user(email: str) -> User | None:
    return User.objects.filter(email=email).first()


def find_date(event: str, number: int) -> Occurrence | None:
    """Return the event's date with this number, from 1, among those ahead."""
    dates = Occurrence.objects.bookable().filter(event__name=event).select_related("event").order_by("starts_at")
    return dates[number - 1 : number].first()


# --- Buying ----------------------------------------------------------------------------------------------------------


def seed_purchase(row: Row) -> bool:
    """Let the member buy the seats or make the gift, unless they have done so for this event or with this amount."""
    buyer, date = find_user(row["by"]), find_date(row.get("event", ""), row.get("date", 1))
    gift = Decimal(row.get("gift", 0))
    if buyer is None or (date is None and not gift):
        return False
    orders = Order.objects.filter(user=buyer, gift_price=gift).exclude(status__in=UNPAID)
    if (orders if gift or date is None else orders.filter(lines__product=date.event.public_id)).exists():
        return False
    order = buy(buyer, {date: row["seats"]} if date else {}, gift=gift, voucher=row.get("voucher", "") if date else "")
    if "then" in row:
        THEN[row["then"]](order)
    return True


def buy(buyer: User, seats: Mapping[Occurrence, int], *, gift: Decimal = Decimal(0), voucher: str = "") -> Order:
    """Place an order and pay it, at the time of the clock."""
    items = [
        CartItem(date.event.public_id, date.event.name, None, [(format_utc(date.starts_at), count)])
        for date, count in seats.items()
        if count
    ]
    address = {"fName": buyer.first_name, "lName": buyer.last_name}
    request = OrderRequest(items, shipping_address=address, gift=gift, voucher=voucher)
    order = place_order(order_request=request, by=buyer)
    if not order.total_price:
        return order
    paypal_order_id = create_paypal_order(order_id=order.pk)
    # As its buyer does in PayPal's window. The simulator has no other clock for the capture.
    call_simulator(f"orders/{paypal_order_id}/approve", captured_at=format_utc(timezone.now()))
    return pay_order(order=order, paypal_order_id=paypal_order_id)


def call_simulator(path: str, **body: Any) -> None:
    """Make something happen at the PayPal simulator."""
    url, content = f"{settings.PAYPAL_SIMULATOR_URL}/_control/{path}", json.dumps(body).encode()
    request = Request(url, data=content, headers={"Content-Type": "application/json"})  # noqa: S310 - our own address
    with urlopen(request, timeout=TIMEOUT):  # noqa: S310
        pass


# --- What buyers do with an order ------------------------------------------------------------------------------------


def share_seats(order: Order) -> None:
    """Send links for two seats to friends, one of whom takes the seat."""
    claimed, _ = seat_links.create_links(booking_id=order.lines.get().booking_id, count=2, by=order.user)
    seat_links.claim_seat(token=claimed.claim_token, first_name="Sam", email="sam@example.com")


def refund_one_seat(order: Order) -> None:
    (options,) = list_options(order)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.REFUND, options.amounts[0], seats=1)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)


def move_to_next_date(order: Order) -> None:
    (options,) = list_options(order)
    to = format_utc(options.dates[0].occurrence.starts_at)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.MOVE, Decimal(0), to=to)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)


THEN = {"share_seats": share_seats, "refund_one_seat": refund_one_seat}

# --- Waiting list and canceled date ----------------------------------------------------------------------------------


@in_one_transaction
def seed_waiting_list(*, event: str, offered: int, places: list[Row]) -> bool:
    """Let members wait for a full date. Then return seats that staff booked, which are offered to the first of them."""
    date = find_date(event, 1)
    if date is None or date.waiting_entries.exists():
        return False
    for place in places:
        if member := find_user(place["by"]):
            join_waiting_list(
                product=date.event.public_id,
                booking_date=format_utc(date.starts_at),
                count=place["seats"],
                at_least=place["at_least"],
                by=member,
            )
    booking = date.bookings.filter(status=Booking.Status.CONFIRMED, order_line=None, seats__gt=offered).last()
    if booking:
        returns.request_return(seats={booking.pk: offered})
        returns.complete_return(seats={booking.pk: offered})
    return True


def cancel_date(*, event: str, reason: str, moves: str) -> bool:
    """Cancel a date that members booked. One of them moves to another date; the others have not answered."""
    lines = OrderLine.objects.filter(order__user__email=moves, name=event, booking__status=Booking.Status.CONFIRMED)
    line = lines.select_related("order", "booking__occurrence").first()
    if line is None or DateChange.objects.filter(occurrence__event__name=event).exists():
        return False
    cancel(line.booking.occurrence, reason)
    move_to_next_date(line.order)
    return True


def cancel(date: Occurrence, reason: str) -> None:
    change_request = DateChangeRequest(date.starts_at, DateChange.Kind.CANCEL, reason)
    begin_date_change(event_id=date.event_id, change_request=change_request, by=get_organizer())
