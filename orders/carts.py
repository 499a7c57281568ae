"""Carts as browsers send them: the dates that they name, and the prices that their buyers saw."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal

from bookings.services import seats
from charityshop.exceptions import BadRequest
from charityshop.money import CENT
from events.models import Occurrence
from events.selectors import is_at, parse_when
from orders.pricing import ZERO, Line, PriceRules, Totals, get_shipping


@dataclass(frozen=True, slots=True)
class SentSums:
    """The totals that a browser sent with a cart; None for those it didn't send."""

    items: Decimal | None = None
    tax: Decimal | None = None
    shipping: Decimal | None = None
    total: Decimal | None = None


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


# --- The prices that browsers sent ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """An event in a cart: its price and the seats of each of its bookings."""

    price: Decimal
    bookings: tuple[int, ...] = ()

    def lines(self) -> Iterator[Line]:
        """Yield one line per booking. An event without bookings counts its price once."""
        return (Line(self.price, seats) for seats in self.bookings or (1,))


# The published API's rules: 15% tax, shipping $10 and free above $100 (or shown as 0), the price once per booking.
# Clients calculate with these numbers whatever the shop's settings are, so these are not settings.
PUBLISHED_RULES = PriceRules(Decimal("0.15"), Decimal(10), Decimal(100), price_per="booking")
HALF_A_CENT = CENT / 2


NUMERIC = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,6})?")
MAX_SENT_AMOUNT = Decimal(10) ** 15


def parse_sent_amount(value: object) -> Decimal | None:
    """Parse an amount sent by a browser: a number, a numeric string, or None. Raise ValueError for anything else.

    Clamp huge numbers to a limit far above any price, so that comparing them is safe.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise ValueError("Send the price as a number.")
    if isinstance(value, str) and not NUMERIC.fullmatch(value := value.strip()):
        raise ValueError("Send the price as a number.")
    amount = Decimal(str(value) if isinstance(value, float) else value)  # str() keeps 0.1 exact
    if not amount.is_finite():
        raise ValueError("Send the price as a number.")
    return max(-MAX_SENT_AMOUNT, min(amount, MAX_SENT_AMOUNT))


def is_price_changed(
    cart: Sequence[tuple[Item, Decimal | None]], *, ours: Totals, sent: SentSums, is_plain: bool = True
) -> bool:
    """Return whether the buyer has to confirm a higher price before seats are held.

    `cart` has every item at its current price with the price that was sent for it (None if it wasn't); `ours` is what
    the shop will charge. Amounts from the browser only tell which prices the buyer has seen. Return True if an item or
    the total costs more than the buyer has seen, except if the totals follow the published rules, since then the
    browser knew the current prices. Lower prices and missing amounts are accepted. The published rules know no
    discounts and gifts, so they excuse no sums of a cart that isn't plain.
    """
    if any(is_higher(item.price, seen) for item, seen in cart):
        return True
    if not is_higher(ours.total, sent.total):
        return False
    return not (is_plain and are_published_sums(sent, [item for item, _ in cart]))


def is_higher(charged: Decimal, seen: Decimal | None) -> bool:
    """Return whether the price is higher than seen, ignoring floating point errors of up to half a cent."""
    return seen is not None and charged - seen > HALF_A_CENT


def are_published_sums(sent: SentSums, items: Sequence[Item]) -> bool:
    """Return whether all totals that were sent follow the published rules for these items.

    They have to match a single variant of the rules: shipping 0, or 10 and free above 100; cents or whole dollars.
    """
    seen = (sent.items, sent.tax, sent.shipping, sent.total)
    return any(all(map(matches_seen, totals, seen)) for totals in list_published_totals(items))


def matches_seen(amount: Decimal, seen: Decimal | None) -> bool:
    return seen is None or abs(seen - amount) <= HALF_A_CENT


def list_published_totals(items: Sequence[Item]) -> Iterator[tuple[Decimal, Decimal, Decimal, Decimal]]:
    """Yield all (items, tax, shipping, total) that the published rules allow, with unrounded cents.

    Half a cent stays unrounded, because floats round it either way. Clients that round to dollars may round each part
    before adding, or only the displayed total.
    """
    exact = sum((item.price * (len(item.bookings) or 1) for item in items), ZERO)
    exact_tax = exact * PUBLISHED_RULES.tax_rate
    for shown in with_dollar_roundings({exact}):
        for shipping in {ZERO, get_shipping(shown, PUBLISHED_RULES)}:
            for tax in with_dollar_roundings({exact_tax, shown * PUBLISHED_RULES.tax_rate}):
                for total in with_dollar_roundings({exact + exact_tax + shipping, shown + tax + shipping}):
                    yield shown, tax, shipping, total


def with_dollar_roundings(amounts: Set[Decimal]) -> Set[Decimal]:
    """Return the amounts, and each rounded to dollars. Half a dollar is rounded both ways, as floats may be."""
    ways = (ROUND_HALF_UP, ROUND_HALF_DOWN)
    return amounts | {amount.quantize(Decimal(1), way) for amount in amounts for way in ways}
