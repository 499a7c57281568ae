"""Calculate order totals and refunds, and compare prices sent by browsers. Imports nothing from Django.

Amounts are `Decimal` dollars, rounded half up to cents by `charityshop.money`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from typing import Literal, TypeVar

from charityshop.money import CENT, to_cents

PricePer = Literal["seat", "booking"]
LineId = TypeVar("LineId")

ZERO = Decimal("0.00")


# --- What the shop charges -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One booking to be priced: the event's price and the number of seats."""

    unit_price: Decimal
    seats: int

    def __post_init__(self) -> None:
        # A safeguard: no line may lower a total. Serializers reject such input first, with a message for the user.
        if self.seats < 1 or self.unit_price < 0:
            raise ValueError("A line needs at least one seat and a price of at least $0.")


@dataclass(frozen=True, slots=True)
class Item:
    """An event in a cart: its price and the seats of each of its bookings."""

    price: Decimal
    bookings: tuple[int, ...] = ()

    def lines(self) -> Iterator[Line]:
        """Yield one line per booking. An event without bookings counts its price once."""
        return (Line(self.price, seats) for seats in self.bookings or (1,))


@dataclass(frozen=True, slots=True)
class PriceRules:
    """The shop's settings. `tax_rate` is a fraction; shipping is flat, and free above a total of items."""

    tax_rate: Decimal
    shipping_flat: Decimal = ZERO
    shipping_free_over: Decimal | None = None  # None: never free
    price_per: PricePer = "seat"


@dataclass(frozen=True, slots=True)
class Totals:
    items: Decimal
    tax: Decimal
    shipping: Decimal

    @property
    def total(self) -> Decimal:
        return self.items + self.tax + self.shipping


def price_line(line: Line, *, price_per: PricePer) -> Decimal:
    """Return the price of one booking before tax."""
    return to_cents(line.unit_price * line.seats if price_per == "seat" else line.unit_price)


def price_lines(lines: Iterable[Line], rules: PriceRules) -> Totals:
    """Return the totals of an order. Tax is rounded once, for all items, so that rounding errors don't add up."""
    amounts = [price_line(line, price_per=rules.price_per) for line in lines]
    items = sum(amounts, ZERO)
    shipping = get_shipping(items, rules) if amounts else ZERO  # an empty cart ships nothing
    return Totals(items=items, tax=to_cents(items * rules.tax_rate), shipping=to_cents(shipping))


def get_shipping(items: Decimal, rules: PriceRules) -> Decimal:
    is_free = rules.shipping_free_over is not None and items > rules.shipping_free_over
    return ZERO if is_free else rules.shipping_flat


# --- Prices sent by browsers -----------------------------------------------------------------------------------------

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


@dataclass(frozen=True, slots=True)
class SentSums:
    """The totals that a browser sent with a cart; None for those it didn't send."""

    items: Decimal | None = None
    tax: Decimal | None = None
    shipping: Decimal | None = None
    total: Decimal | None = None


def is_price_changed(cart: Sequence[tuple[Item, Decimal | None]], *, ours: Totals, sent: SentSums) -> bool:
    """Return whether the buyer has to confirm a higher price before seats are held.

    `cart` has every item at its current price with the price that was sent for it (None if it wasn't); `ours` is what
    the shop will charge. Amounts from the browser only tell which prices the buyer has seen. Return True if an item or
    the total costs more than the buyer has seen, except if the totals follow the published rules, since then the
    browser knew the current prices. Lower prices and missing amounts are accepted.
    """
    if any(is_higher(item.price, seen) for item, seen in cart):
        return True
    return is_higher(ours.total, sent.total) and not are_published_sums(sent, [item for item, _ in cart])


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


# --- Refunds ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoldLine:
    """What was paid for a line of an order: the price of all its seats, and its share of the tax."""

    price: Decimal
    tax: Decimal
    seats: int

    def get_price(self, count: int) -> Decimal:
        """Return the price of so many of the seats, before tax."""
        return to_cents(self.price * count / self.seats)

    def get_tax(self, count: int) -> Decimal:
        return to_cents(self.tax * count / self.seats)

    def get_value(self, count: int) -> Decimal:
        """Return what so many of the seats cost, with tax."""
        return self.get_price(count) + self.get_tax(count)


@dataclass(frozen=True, slots=True)
class Paid:
    """The money of an order: captured, refunded (requested or completed), and what the club keeps for good.

    `tax` is a part of the captured amount. `retained` is the value of seats that the buyer gave back without a refund
    or as a gift, and the fees of refunds.
    """

    captured: Decimal
    tax: Decimal
    refunded: Decimal = ZERO
    retained: Decimal = ZERO

    @property
    def left(self) -> Decimal:
        """What can still be refunded."""
        return self.captured - self.refunded


def build_sold_lines(lines: Mapping[LineId, tuple[Decimal, int]], totals: Totals) -> dict[LineId, SoldLine]:
    """Return the lines, given by price and seats, with their shares of the order's tax, in cents."""
    return {
        pk: SoldLine(price, to_cents(price * totals.tax / totals.items) if totals.items else ZERO, seats)
        for pk, (price, seats) in lines.items()
    }


def get_next_seats_value(line: SoldLine, *, returned: int, count: int) -> Decimal:
    """Return what the next `count` seats cost, after `returned` ones. The parts of a line add up to its price."""
    return line.get_value(returned + count) - line.get_value(returned)


def get_refund_values(
    chosen: Mapping[LineId, int], *, returned: Mapping[LineId, int], lines: Mapping[LineId, SoldLine], paid: Paid
) -> dict[LineId, Decimal]:
    """Return the value of the chosen numbers of seats by line, before any fee.

    `returned` has the seats by line that were returned before, or are about to be. The last seats of an order get what
    is left, including shipping and rounding differences, but not what the club keeps for good. The shares of the tax
    are rounded, so their sum is limited to the order's tax; no value is more than what is left. Raise ValueError if
    nothing is chosen, or more seats than a line has left.
    """
    if not chosen or not chosen.keys() <= lines.keys():
        raise ValueError("Choose at least one booking of this order.")
    if any(not 0 < count <= lines[pk].seats - returned.get(pk, 0) for pk, count in chosen.items()):
        raise ValueError("A seat can be refunded only once.")
    tax_left = max(paid.tax - sum((line.get_tax(returned.get(pk, 0)) for pk, line in lines.items()), ZERO), ZERO)
    values: dict[LineId, Decimal] = {}
    for pk, count in chosen.items():
        line, before = lines[pk], returned.get(pk, 0)
        tax = min(line.get_tax(before + count) - line.get_tax(before), tax_left)
        tax_left -= tax
        values[pk] = line.get_price(before + count) - line.get_price(before) + tax
    if all(returned.get(pk, 0) + chosen.get(pk, 0) == line.seats for pk, line in lines.items()):
        last = list(chosen)[-1]
        others = sum((value for pk, value in values.items() if pk != last), ZERO)
        values[last] = max(paid.left - paid.retained - others, ZERO)
    return limit_values(values, paid.left)


def limit_values(values: Mapping[LineId, Decimal], left: Decimal) -> dict[LineId, Decimal]:
    """Return the values, which together are at most `left`."""
    limited: dict[LineId, Decimal] = {}
    for pk, value in values.items():
        limited[pk] = min(value, max(left - sum(limited.values(), ZERO), ZERO))
    return limited


def split_amount(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Split an amount by weights, to the cent. The last share takes the rounding difference."""
    whole = sum(weights, ZERO)
    shares = [to_cents(amount * weight / whole) if whole else ZERO for weight in weights[:-1]]
    return [*shares, amount - sum(shares, ZERO)]
