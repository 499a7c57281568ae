"""Carts as browsers send them, and the dates that they name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from bookings.services import seats
from charityshop.exceptions import BadRequest
from events.models import Occurrence
from events.selectors import is_at, parse_when
from orders.pricing import ZERO
from orders.sent_prices import SentSums

MIN_GIFT_ALONE = Decimal("1.00")  # USD


@dataclass(frozen=True, slots=True)
class CartItem:
    """An event in the cart as sent by the browser: seats by date (as text), and the price that was shown."""

    product: str
    name: str
    price: Decimal | None
    bookings: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class OrderRequest:
    items: Sequence[CartItem]
    sent: SentSums = field(default_factory=SentSums)
    shipping_address: Mapping[str, str] = field(default_factory=dict)
    billing_address: Mapping[str, str] = field(default_factory=dict)
    payment_method: str = "Paypal"
    voucher: str = ""
    gift: Decimal = ZERO


def refuse_empty_cart(order_request: OrderRequest) -> None:
    """Raise BadRequest for a cart with neither seats nor a gift of a dollar or more."""
    if not order_request.items and order_request.gift < MIN_GIFT_ALONE:
        raise BadRequest("Your cart is empty.", code="empty_cart")


def count_wanted_seats(items: Sequence[CartItem], date_ids: Mapping[tuple[str, str], int]) -> dict[int, int]:
    """Return the number of seats requested per occurrence ID, adding up several bookings of one date."""
    wanted: dict[int, int] = {}
    for item in items:
        if not item.bookings:
            raise BadRequest(f"Choose a date for {item.name or 'this event'}.", code="no_date")
        for booking_date, count in item.bookings:
            pk = date_ids.get((item.product, booking_date))
            if pk is None:
                raise build_unscheduled(item, booking_date)
            wanted[pk] = wanted.get(pk, 0) + count
    return wanted


def refuse_moved_dates(
    items: Sequence[CartItem], date_ids: Mapping[tuple[str, str], int], dates: Mapping[int, Occurrence]
) -> None:
    """Refuse dates that staff moved after they were looked up and before they were locked."""
    for item in items:
        for booking_date, _ in item.bookings:
            date, when = dates[date_ids[item.product, booking_date]], parse_when(booking_date)
            if when is None or not is_at(date.starts_at, when):
                raise build_unscheduled(item, booking_date)


def build_unscheduled(item: CartItem, booking_date: str) -> seats.DateUnavailable:
    name = item.name or "This event"
    return seats.DateUnavailable(
        f"{name} is no longer scheduled for that date.", product=item.product, bookingDate=booking_date
    )
