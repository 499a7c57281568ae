"""Place an order: price the cart, hold the seats and store the order, in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import offers, seats
from bookings.services.locks import lock_rows
from charityshop.db.idempotency import RequestKey
from charityshop.db.transactions import Conflict, in_one_transaction
from charityshop.exceptions import BadRequest, DomainError, Forbidden
from events.models import Event, Occurrence
from events.selectors.occurrences import find_date_ids, is_at, parse_when
from orders import mails
from orders.models import Order, OrderLine, PlacedRequest, hash_lines
from orders.order_number import new_order_number
from orders.price_settings import get_price_rules
from orders.pricing import Line, Totals, price_line, price_lines
from orders.sent_prices import Item, SentSums, is_price_changed
from orders.services.bookings.leave_waiting_list import cancel_order_of_offer
from orders.services.limits import (
    refuse_repeated_holds,
    refuse_too_many_free_seats,
    refuse_too_many_holds,
)
from orders.sql.buyers import Buyer, read_buyer

MAX_TOTAL = Decimal("99999999.99")  # USD; what the database columns can store


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


class PriceChanged(DomainError):
    """A price has gone up since the buyer saw it. `quote` is the current price. No seats are held."""

    code = "price_changed"


def place_order(
    *,
    order_request: OrderRequest,
    request_key: RequestKey | None = None,
    new_number: Callable[[], str] = new_order_number,
    by: User,
) -> Order:
    """Hold the seats of a cart and store the order. Free orders are paid at once.

    Raise PriceChanged, SoldOut, DateUnavailable, TooManyHolds, TooManyFreeSeats or BadRequest without holding any
    seats. A repeated request key with the same body returns the existing order; with another body it is refused
    (`key_reused`).
    """
    date_ids = find_date_ids((item.product, date) for item in order_request.items for date, _ in item.bookings)
    return place_locked_order(
        order_request=order_request, date_ids=date_ids, request_key=request_key, new_number=new_number, by=by
    )


@in_one_transaction
def place_locked_order(
    *,
    order_request: OrderRequest,
    date_ids: Mapping[tuple[str, str], int],
    request_key: RequestKey | None,
    new_number: Callable[[], str],
    by: User,
) -> Order:
    """Place the order in one transaction. Lock the buyer, whose holds the limits count, and then the dates.

    An order of seats that the waiting list offers to the buyer takes over that offer.
    """
    buyer = lock_buyer(by, request_key)
    if request_key and buyer.placed_order_id:
        return get_placed_order(buyer.placed_order_id, is_same=buyer.placed_body_hash == request_key.body_hash)
    wanted = count_wanted_seats(order_request.items, date_ids)
    if buyer.has_offer:
        cancel_order_of_offer(wanted=wanted, by=by)
    dates = seats.lock_dates(wanted)
    now = timezone.now()
    seats.refuse_unless_on_sale(dates, wanted, now)  # first, so that prices of hidden events are not disclosed
    refuse_moved_dates(order_request.items, date_ids, dates)
    refuse_changed_price(order_request, dates)
    totals = price_lines([Line(dates[pk].event.price, count) for pk, count in wanted.items()], get_price_rules())
    refuse_too_large_total(totals)
    offer = offers.find_offer(wanted=wanted, by=by, now=now) if buyer.has_offer else None
    if totals.total and not offer:
        refuse_too_many_holds(buyer.live_holds)
        refuse_repeated_holds(wanted, now, by)
    refuse_too_many_free_seats({pk: count for pk, count in wanted.items() if not dates[pk].event.price}, by)
    until = now + settings.HOLD
    if offer:
        until = max(until, offer.held_until or until)
        bookings = [offers.take_offer(offer=offer, dates=dates, wanted=wanted, until=until)]
    else:
        bookings = seats.hold_seats(dates=dates, wanted=wanted, until=until, by=by)
    order = create_order_rows(order_request, totals, bookings, until, new_number(), by, request_key)
    return order if totals.total else complete_free_order(order, bookings, now)


def lock_buyer(by: User, request_key: RequestKey | None) -> Buyer:
    """Lock the buyer's row, and then read it. Raise Forbidden if the account was deactivated in the meantime."""
    lock_rows(User.objects.filter(pk=by.pk))
    buyer = read_buyer(by.pk, request_key.key if request_key else "", timezone.now())
    if buyer is None or not buyer.is_active:
        raise Forbidden("This account is deactivated. Please contact the organizer.", code="deactivated")
    return buyer


def get_placed_order(order_id: int, *, is_same: bool) -> Order:
    """Return the order that this request key placed before. Raise DomainError if the body was not the same."""
    if not is_same:
        raise DomainError("This Idempotency-Key was used for another order. Send a new one.", code="key_reused")
    return Order.objects.get(pk=order_id)


def count_wanted_seats(items: Sequence[CartItem], date_ids: Mapping[tuple[str, str], int]) -> dict[int, int]:
    """Return the number of seats requested per occurrence ID, adding up several bookings of one date."""
    if not items:
        raise BadRequest("Your cart is empty.", code="empty_cart")
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


def refuse_changed_price(order_request: OrderRequest, dates: Mapping[int, Occurrence]) -> None:
    prices = {date.event.public_id: date.event for date in dates.values()}
    cart = [
        (Item(prices[item.product].price, tuple(count for _, count in item.bookings)), item.price)
        for item in order_request.items
        if item.product in prices
    ]
    totals = price_lines([line for item, _ in cart for line in item.lines()], get_price_rules())
    if is_price_changed(cart, ours=totals, sent=order_request.sent):
        raise PriceChanged("The price has changed since you put this in your cart.", quote=build_quote(totals, prices))


def refuse_too_large_total(totals: Totals) -> None:
    if totals.total > MAX_TOTAL:
        raise BadRequest("This order is too large. Place several smaller ones.", code="too_large")


def build_quote(totals: Totals, prices: Mapping[str, Event]) -> dict[str, object]:
    return {
        "itemsPrice": totals.items,
        "shippingPrice": totals.shipping,
        "taxPrice": totals.tax,
        "totalPrice": totals.total,
        "items": [{"_id": public_id, "name": event.name, "price": event.price} for public_id, event in prices.items()],
    }


def create_order_rows(
    order_request: OrderRequest,
    totals: Totals,
    bookings: Sequence[Booking],
    until: datetime,
    number: str,
    by: User,
    request_key: RequestKey | None,
) -> Order:
    """Insert the order with its lines and request key."""
    lines = [build_line(booking, booking.occurrence) for booking in bookings]
    order = Order(
        number=number,
        user=by,
        items_price=totals.items,
        shipping_price=totals.shipping,
        tax_price=totals.tax,
        total_price=totals.total,
        shipping_address=order_request.shipping_address,
        billing_address=order_request.billing_address,
        payment_method=order_request.payment_method,
        held_until=until,
        lines_digest=hash_lines(lines),
    )
    insert_order(order)
    for line in lines:
        line.order = order
    order.cached_lines = OrderLine.objects.bulk_create(lines)
    if request_key:
        PlacedRequest.objects.create(user=by, key=request_key.key, body_hash=request_key.body_hash, order=order)
    return order


def insert_order(order: Order) -> None:
    """Insert the order. Raise Conflict if its number is taken, since looking first would slow down every order."""
    try:
        order.save(force_insert=True)
    except IntegrityError as error:
        if "number" in str(error):  # SQLite names the column, PostgreSQL the constraint
            raise Conflict from error
        raise


def build_line(booking: Booking, date: Occurrence) -> OrderLine:
    """Return a line that copies what is sold, so that editing the event later does not change it."""
    event = date.event
    return OrderLine(
        booking=booking,
        product=event.public_id,
        name=event.name,
        image=event.image,
        description=event.description,
        event_location=event.event_location,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        seats=booking.seats,
        price=event.price,
        line_price=price_line(Line(event.price, booking.seats), price_per=get_price_rules().price_per),
        refund_policy=event.refund_policy,
        refund_until_hours=event.refund_until_hours,
        refund_fee_per_seat=event.refund_fee_per_seat,
    )


def complete_free_order(order: Order, bookings: Sequence[Booking], now: datetime) -> Order:
    """Mark a free order as paid, in the transaction that places it."""
    seats.confirm_seats(booking_ids=[booking.pk for booking in bookings])
    order.status = Order.Status.PAID
    order.paid_at = now
    order.held_until = None
    order.save(update_fields=["status", "paid_at", "held_until"])
    mails.order_paid(order)
    order.cached_lines = None  # outdated: the bookings are confirmed now
    return order
