"""Place an order: price the cart, hold the seats and store the order, in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from accounts.services.users import Deactivated
from bookings.models import Booking
from bookings.services import offers, seats
from charityshop.api.idempotency import RequestKey, refuse_another_request, store_result
from charityshop.branding.shop import current_shop
from charityshop.db.transactions import Conflict, in_one_transaction, lock_rows
from charityshop.exceptions import BadRequest, DomainError
from discounts.codes import VoucherUnknown, describe_dates
from discounts.models import Membership, Voucher
from discounts.selectors import (
    check_voucher_dates,
    count_member_seats,
    find_membership,
    find_voucher,
    is_for,
    refuse_used,
)
from discounts.services.memberships import lock_membership
from discounts.services.vouchers import lock_voucher
from events.models import Event, Occurrence, join_date
from events.prices import get_tax_rate
from events.selectors import find_date_ids, is_at, parse_when
from orders.mails import email_later
from orders.models import AppliedDiscount, Order, OrderLine
from orders.order_number import create_order_number
from orders.pricing import (
    ZERO,
    Benefits,
    Code,
    CodeKind,
    Item,
    Line,
    MemberPrice,
    PricedCart,
    PricedLine,
    PriceRules,
    SentSums,
    SoldSeats,
    Totals,
    is_part_gift,
    is_price_changed,
    list_taxes,
    price_cart,
    sum_discounts,
)
from orders.services.cancel_order import cancel_order_of_offer
from orders.services.rules_of_sale import Buyer, read_buyer, refuse_repeated_holds, refuse_too_many_holds


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


@dataclass(frozen=True, slots=True)
class Sources:
    """What may lower the price: the code that the buyer entered, and the buyer's membership."""

    voucher: Voucher | None = None
    membership: Membership | None = None


@dataclass(frozen=True, slots=True)
class PricedDates:
    """A priced cart, and where its discounts come from."""

    cart: PricedCart
    sources: Sources

    def list_discounts(self) -> list[tuple[int, AppliedDiscount]]:
        """Return a row for each discount that is not stored yet, with the position of its line."""
        return [
            (
                position,
                AppliedDiscount(
                    kind=discount.kind,
                    voucher=self.sources.voucher if discount.kind == "voucher" else None,
                    membership=self.sources.membership if discount.kind == "member" else None,
                    seats=discount.seats,
                    amount=discount.amount,
                ),
            )
            for position, line in enumerate(self.cart.lines)
            for discount in line.discounts
        ]

    def sum_discounts(self) -> list[dict[str, Any]]:
        return sum_discounts(discount for _, discount in self.list_discounts())


def place_order(
    *,
    order_request: OrderRequest,
    request_key: RequestKey | None = None,
    new_number: Callable[[], str] = create_order_number,
    refuse_ended_link: Callable[[], object] | None = None,
    by: User,
) -> Order:
    """Hold the seats of a cart and store the order. Free orders are paid immediately.

    With `refuse_ended_link`, it is a late guest's by the link that a till shows, and its date is on sale until it ends:
    called with the date locked, this raises if the link is no longer valid.

    Raise SoldOut, DateUnavailable, TooManyHolds, TooManyFreeSeats, BadRequest, a refusal of the code
    (discounts.codes) or DomainError (`price_changed`) without holding any seats. A repeated request key with the
    same body returns the existing order; with another body it is refused (`key_reused`).
    """
    date_ids = find_date_ids((item.product, date) for item in order_request.items for date, _ in item.bookings)
    return place_locked_order(
        order_request=order_request,
        date_ids=date_ids,
        request_key=request_key,
        new_number=new_number,
        refuse_ended_link=refuse_ended_link,
        by=by,
    )


@in_one_transaction
def place_locked_order(
    *,
    order_request: OrderRequest,
    date_ids: Mapping[tuple[str, str], int],
    request_key: RequestKey | None,
    new_number: Callable[[], str],
    refuse_ended_link: Callable[[], object] | None,
    by: User,
) -> Order:
    """Place the order in one transaction. Lock the buyer, whose holds the limits count, then the code and the
    membership, whose uses are counted, and then the dates.

    An order of seats that the waiting list offers to the buyer takes over that offer.
    """
    buyer = lock_buyer(by, request_key)
    if request_key and buyer.placed_body_hash:
        refuse_another_request(request_key, buyer.placed_body_hash)
        return Order.objects.get(public_id=buyer.placed_order_id)
    refuse_empty_cart(order_request)
    wanted = count_wanted_seats(order_request.items, date_ids)
    sources = lock_sources(code=order_request.voucher, by=by, is_member=buyer.is_member)
    if buyer.has_offer:
        cancel_order_of_offer(wanted=wanted, by=by)
    dates = seats.lock_dates(wanted)
    if refuse_ended_link:
        refuse_ended_link()
    now, until_end = timezone.now(), refuse_ended_link is not None
    # First, so that prices of hidden events are not disclosed.
    seats.refuse_unless_on_sale(dates, wanted, now, until_end=until_end)
    refuse_moved_dates(order_request.items, date_ids, dates)
    priced = price_dates(dates=dates, wanted=wanted, gift=order_request.gift, sources=sources, by=by, now=now)
    totals = priced.cart.totals
    refuse_changed_price(order_request, priced, dates, is_plain=not sources.voucher and not buyer.is_member)
    refuse_too_large_total(totals)
    offer = offers.find_offer(wanted=wanted, by=by, now=now) if buyer.has_offer else None
    if totals.total and not offer:
        refuse_too_many_holds(buyer)
        refuse_repeated_holds(wanted, now, by)
    seats.refuse_too_many_free_seats({pk: count for pk, count in wanted.items() if not dates[pk].event.price}, by)
    source = Order.Source.DOOR_LINK if until_end else ""
    until = now + Order(source=source).hold
    if offer:
        until = max(until, offer.held_until or until)
        bookings = [offers.take_offer(offer=offer, dates=dates, wanted=wanted, until=until)]
    else:
        bookings = seats.hold_seats(dates=dates, wanted=wanted, until=until, by=by, until_end=until_end)
    order = create_order_rows(order_request, priced, bookings, until, new_number(), by, request_key, source)
    return order if totals.total else complete_free_order(order, bookings, now)


def lock_buyer(by: User, request_key: RequestKey | None) -> Buyer:
    """Lock the buyer's row, and then read it. Raise Deactivated if it may not buy any more."""
    lock_rows(User.objects.filter(pk=by.pk))
    buyer = read_buyer(by.pk, request_key.key if request_key else "", timezone.now())
    if buyer is None or not buyer.is_active:
        raise Deactivated
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
    order.end_hold(Order.Status.PAID, paid_at=now)
    email_later(order, "order_paid")
    return order


# --- The dates that a cart names -------------------------------------------------------------------------------------

MIN_GIFT_ALONE = Decimal("1.00")  # USD


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


# --- The order's rows ------------------------------------------------------------------------------------------------


def create_order_rows(
    order_request: OrderRequest,
    priced: PricedDates,
    bookings: Sequence[Booking],
    until: datetime,
    number: str,
    by: User,
    request_key: RequestKey | None,
    source: str = "",
) -> Order:
    """Insert the order with its lines, their discounts and the request key."""
    lines = [
        build_line(booking, booking.occurrence, line) for booking, line in zip(bookings, priced.cart.lines, strict=True)
    ]
    totals = priced.cart.totals
    order = Order(
        number=number,
        user=by,
        source=source,
        items_price=totals.items,
        shipping_price=totals.shipping,
        tax_price=totals.tax,
        gift_price=totals.gift,
        total_price=totals.total,
        shipping_address=order_request.shipping_address,
        billing_address=order_request.billing_address,
        payment_method=order_request.payment_method,
        held_until=until,
    )
    store_settings(order, priced, lines)
    insert_order(order)
    for line in lines:
        line.order = order
    create_discounts(OrderLine.objects.bulk_create(lines), priced)
    store_result(request_key, owner_id=by.pk, result=[order.public_id])
    return order


def store_settings(order: Order, priced: PricedDates, lines: Sequence[OrderLine]) -> None:
    """Store what the settings say about gifts and receipts. Only orders that need it read them, for speed."""
    sold = {
        at: SoldSeats(line.seats, each.list_price, line.fair_value, line.tax_rate)
        for at, (line, each) in enumerate(zip(lines, priced.cart.lines, strict=True))
    }
    if not order.gift_price and not is_part_gift(priced.cart.totals, sold):
        return
    shop = current_shop()
    if order.gift_price:
        order.charity = shop.charity
        order.receipt_text = shop.row.no_receipt_text
    if shop.row.receipts:
        order.receipt_by = f"{shop.row.legal_name} (EIN {shop.row.ein})"
        order.receipt_text = shop.row.disclosure_text if lines else shop.row.gift_alone_text


def insert_order(order: Order) -> None:
    """Insert the order. Raise Conflict if its number is taken, since looking first would slow down every order."""
    try:
        order.save(force_insert=True)
    except IntegrityError as error:
        if "number" in str(error):  # SQLite names the column, PostgreSQL the constraint
            raise Conflict from error
        raise


def create_discounts(lines: Sequence[OrderLine], priced: PricedDates) -> None:
    """Store what was taken off each line. Most orders have nothing to store."""
    discounts = priced.list_discounts()
    for position, discount in discounts:
        discount.line = lines[position]
    if discounts:
        AppliedDiscount.objects.bulk_create(discount for _, discount in discounts)


def build_line(booking: Booking, date: Occurrence, priced: PricedLine) -> OrderLine:
    """Return a line that copies what is sold, so that editing the event later does not change it."""
    event = date.event
    return OrderLine(
        booking=booking,
        product=event.public_id,
        name=event.name,
        image=event.image,
        description=event.description,
        event_location=date.venue.text,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        seats=booking.seats,
        price=priced.unit_price,
        line_price=priced.price,
        tax_rate=priced.tax_rate,
        refund_policy=event.refund_policy,
        refund_until_hours=event.refund_until_hours,
        refund_fee_per_seat=event.refund_fee_per_seat,
        fair_value=event.fair_value,
    )


# --- What seats cost: the list price, then for members, then with the buyer's code ------------------------------------


MAX_TOTAL = Decimal("99999999.99")  # USD; what the database columns can store


def find_sources(*, code: str, by: User | None) -> Sources:
    """Read the voucher and the membership without locking them. Raise VoucherUnknown."""
    voucher = find_voucher(code) if code else None
    return Sources(voucher, find_membership(by, timezone.localdate()))


def lock_sources(*, code: str, by: User, is_member: bool) -> Sources:
    """Lock the voucher, whose uses are counted, and then the membership. Raise VoucherUnknown.

    Call it with the buyer locked, before orders and dates are.
    """
    voucher = lock_voucher(find_voucher(code).pk) if code else None
    if voucher and voucher.off:  # since it was found
        raise VoucherUnknown
    found = find_membership(by, timezone.localdate()) if is_member else None
    return Sources(voucher, lock_membership(found.pk) if found else None)


def price_dates(
    *,
    dates: Mapping[int, Occurrence],
    wanted: Mapping[int, int],
    gift: Decimal,
    sources: Sources,
    by: User | None,
    now: datetime,
) -> PricedDates:
    """Return what the wanted seats by date cost, in this order. `by` is None for visitors who are not signed in.

    Raise VoucherExpired, VoucherUsed or DomainError (`voucher_not_here`). A membership that is not valid now takes
    nothing off.
    """
    chosen = [dates[pk] for pk in wanted]
    benefits = Benefits(get_member_prices(chosen, sources, by, now), get_code(chosen, sources, by, now))
    lines = [build_priced_line(dates[pk], count) for pk, count in wanted.items()]
    return PricedDates(price_cart(lines, benefits, gift, get_price_rules()), sources)


def build_priced_line(date: Occurrence, count: int) -> Line:
    return Line(date.event.price, count, get_tax_rate(date.venue))


def get_price_rules() -> PriceRules:
    return PriceRules(
        shipping_flat=settings.SHIPPING_FLAT,
        shipping_free_over=settings.SHIPPING_FREE_OVER,
        price_per="booking" if settings.PRICE_PER == "booking" else "seat",
    )


def refuse_too_large_total(totals: Totals) -> None:
    if totals.total > MAX_TOTAL:
        raise BadRequest("This order is too large. Place several smaller ones.", code="too_large")


def get_member_prices(
    dates: Sequence[Occurrence], sources: Sources, by: User | None, now: datetime
) -> dict[int, MemberPrice]:
    """Return the price for members by the position of the date, for the seats that the member has left there."""
    membership = sources.membership
    if not (membership and by and membership.user_id == by.pk and membership.is_valid_on(timezone.localdate(now))):
        return {}
    priced = {at: date for at, date in enumerate(dates) if date.event.member_price is not None}
    had = count_member_seats(membership, [date.pk for date in priced.values()], now=now) if priced else {}
    return {
        at: MemberPrice(date.event.member_price or Decimal(0), max(date.event.member_seats - had.get(date.pk, 0), 0))
        for at, date in priced.items()
    }


def get_code(dates: Sequence[Occurrence], sources: Sources, by: User | None, now: datetime) -> Code | None:
    """Return what the voucher takes off. Raise VoucherExpired, VoucherUsed or DomainError (`voucher_not_here`)."""
    voucher = sources.voucher
    if voucher is None:
        return None
    check_voucher_dates(voucher, timezone.localdate(now))
    eligible = {at for at, date in enumerate(dates) if is_for(voucher, date.event, timezone.localdate(date.starts_at))}
    if dates and not eligible:
        raise DomainError(f"This code is for {describe_dates(voucher)}.", code="voucher_not_here")
    refuse_used(voucher, by, now)
    kind: CodeKind = voucher.kind  # type: ignore[assignment]  # a constraint limits it to these kinds
    return Code(kind, voucher.value, eligible)


# --- A cart that is priced without holding anything ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quote:
    list_price: Decimal
    discounts: Sequence[Mapping[str, Any]]
    totals: Totals
    taxes: Sequence[Mapping[str, Any]]


def quote_order(*, order_request: OrderRequest, by: User | None) -> Quote:
    """Return what this order would cost now. `by` is None for visitors who are not signed in.

    Raise BadRequest, DateUnavailable, VoucherUnknown, VoucherExpired, VoucherUsed or DomainError.
    """
    refuse_empty_cart(order_request)
    items = order_request.items
    date_ids = find_date_ids((item.product, date) for item in items for date, _ in item.bookings)
    wanted = count_wanted_seats(items, date_ids)
    sources = find_sources(code=order_request.voucher, by=by)
    dates = Occurrence.objects.select_related(*join_date()).in_bulk(wanted)
    now = timezone.now()
    seats.refuse_unless_on_sale(dates, wanted, now)
    refuse_moved_dates(items, date_ids, dates)
    priced = price_dates(dates=dates, wanted=wanted, gift=order_request.gift, sources=sources, by=by, now=now)
    refuse_too_large_total(priced.cart.totals)
    cart = priced.cart
    taxes = list_taxes(cart.totals.tax, [(line.price, line.tax_rate) for line in cart.lines])
    return Quote(cart.list_price, priced.sum_discounts(), cart.totals, taxes)
