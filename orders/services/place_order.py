"""Place an order: price the cart, hold the seats and store the order, in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import offers, seats
from bookings.services.free_seats import refuse_too_many_free_seats
from charityshop.api.idempotency import RequestKey, refuse_another_request
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, Forbidden
from events.models import Event, Occurrence
from events.selectors import find_date_ids
from orders import mails
from orders.carts import OrderRequest, count_wanted_seats, refuse_empty_cart, refuse_moved_dates
from orders.models import Order
from orders.order_number import create_order_number
from orders.selectors.buyers import Buyer, read_buyer
from orders.sent_prices import Item, is_price_changed
from orders.services.cancel_order import cancel_order_of_offer
from orders.services.limits import refuse_repeated_holds, refuse_too_many_holds
from orders.services.order_prices import PricedDates, lock_sources, price_dates, refuse_too_large_total
from orders.services.order_rows import create_order_rows


def place_order(
    *,
    order_request: OrderRequest,
    request_key: RequestKey | None = None,
    new_number: Callable[[], str] = create_order_number,
    by: User,
) -> Order:
    """Hold the seats of a cart and store the order. Free orders are paid immediately.

    Raise SoldOut, DateUnavailable, TooManyHolds, TooManyFreeSeats, BadRequest, a refusal of the code
    (discounts.exceptions) or DomainError (`price_changed`) without holding any seats. A repeated request key with the
    same body returns the existing order; with another body it is refused (`key_reused`).
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
    """Place the order in one transaction. Lock the buyer, whose holds the limits count, then the code and the
    membership, whose uses are counted, and then the dates.

    An order of seats that the waiting list offers to the buyer takes over that offer.
    """
    buyer = lock_buyer(by, request_key)
    if request_key and buyer.placed_order_id:
        refuse_another_request(request_key, buyer.placed_body_hash)
        return Order.objects.get(public_id=buyer.placed_order_id)
    refuse_empty_cart(order_request)
    wanted = count_wanted_seats(order_request.items, date_ids)
    sources = lock_sources(code=order_request.voucher, by=by, is_member=buyer.is_member)
    if buyer.has_offer:
        cancel_order_of_offer(wanted=wanted, by=by)
    dates = seats.lock_dates(wanted)
    now = timezone.now()
    seats.refuse_unless_on_sale(dates, wanted, now)  # first, so that prices of hidden events are not disclosed
    refuse_moved_dates(order_request.items, date_ids, dates)
    priced = price_dates(dates=dates, wanted=wanted, gift=order_request.gift, sources=sources, by=by, now=now)
    totals = priced.cart.totals
    refuse_changed_price(order_request, priced, dates, is_plain=not sources.voucher and not buyer.is_member)
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
    order = create_order_rows(order_request, priced, bookings, until, new_number(), by, request_key)
    return order if totals.total else complete_free_order(order, bookings, now)


def lock_buyer(by: User, request_key: RequestKey | None) -> Buyer:
    """Lock the buyer's row, and then read it. Raise Forbidden if the account was deactivated in the meantime."""
    lock_rows(User.objects.filter(pk=by.pk))
    buyer = read_buyer(by.pk, request_key.key if request_key else "", timezone.now())
    if buyer is None or not buyer.is_active:
        raise Forbidden("This account is deactivated. Please contact the organizer.", code="deactivated")
    return buyer


def refuse_changed_price(
    order_request: OrderRequest, priced: PricedDates, dates: Mapping[int, Occurrence], *, is_plain: bool
) -> None:
    """Raise DomainError with the current price if the buyer saw a lower one.

    Only plain carts may have sums by the published rules.
    """
    prices = {date.event.public_id: date.event for date in dates.values()}
    cart = [
        (Item(prices[item.product].price, tuple(count for _, count in item.bookings)), item.price)
        for item in order_request.items
        if item.product in prices
    ]
    totals = priced.cart.totals
    if is_price_changed(cart, ours=totals, sent=order_request.sent, is_plain=is_plain and not order_request.gift):
        message = "The price has changed since you put this in your cart."
        raise DomainError(message, code="price_changed", quote=build_quote(priced, prices))


def build_quote(priced: PricedDates, prices: Mapping[str, Event]) -> dict[str, object]:
    totals, discounts = priced.cart.totals, priced.sum_discounts()
    return {
        **({"listPrice": priced.cart.list_price, "discounts": discounts} if discounts else {}),
        "itemsPrice": totals.items,
        "shippingPrice": totals.shipping,
        "taxPrice": totals.tax,
        **({"giftPrice": totals.gift} if totals.gift else {}),
        "totalPrice": totals.total,
        "items": [{"_id": public_id, "name": event.name, "price": event.price} for public_id, event in prices.items()],
    }


def complete_free_order(order: Order, bookings: Sequence[Booking], now: datetime) -> Order:
    """Mark a free order as paid, in the transaction that places it."""
    seats.confirm_seats(booking_ids=[booking.pk for booking in bookings])
    order.status = Order.Status.PAID
    order.paid_at = now
    order.held_until = None
    order.save(update_fields=["status", "paid_at", "held_until"])
    mails.order_paid(order)
    return order
