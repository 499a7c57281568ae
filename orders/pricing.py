"""Lines to totals, totals to refunds, and what a browser says against what the shop charges. Pure.

Money is `Decimal` in dollars. It is rounded half up to cents in one place, `charityshop.money`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from typing import Literal, TypeVar

from charityshop.money import CENT, to_cents

PricePer = Literal["seat", "booking"]
LineId = TypeVar("LineId")

NOTHING = Decimal("0.00")


# --- What the shop charges -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One booking to be priced: the price of the night and the seats on one of its dates."""

    unit_price: Decimal
    seats: int

    def __post_init__(self) -> None:
        # The sums below must never be lowered by a line; whoever reads the request says so more kindly, and first.
        if self.seats < 1 or self.unit_price < 0:
            raise ValueError("A line needs at least one seat and a price of at least $0.")


@dataclass(frozen=True, slots=True)
class Item:
    """A night in a cart: its price and the seats of each of its bookings."""

    price: Decimal
    bookings: tuple[int, ...] = ()

    def lines(self) -> Iterator[Line]:
        """One line per booking; a night without a booking yet counts its price once."""
        return (Line(self.price, seats) for seats in self.bookings or (1,))


@dataclass(frozen=True, slots=True)
class PriceRules:
    """The shop's settings. `tax_rate` is a fraction of the items; shipping is flat, and free over a sum of items."""

    tax_rate: Decimal
    shipping_flat: Decimal = NOTHING
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


def line_amount(line: Line, *, price_per: PricePer) -> Decimal:
    """What one booking costs before tax."""
    return to_cents(line.unit_price * line.seats if price_per == "seat" else line.unit_price)


def price_lines(lines: Iterable[Line], rules: PriceRules) -> Totals:
    """The sums of an order. Tax is taken once, of all items, so that many small lines round no further than one."""
    amounts = [line_amount(line, price_per=rules.price_per) for line in lines]
    items = sum(amounts, NOTHING)
    shipping = shipping_for(items, rules) if amounts else NOTHING  # an empty cart has nothing to send
    return Totals(items=items, tax=to_cents(items * rules.tax_rate), shipping=to_cents(shipping))


def shipping_for(items: Decimal, rules: PriceRules) -> Decimal:
    is_free = rules.shipping_free_over is not None and items > rules.shipping_free_over
    return NOTHING if is_free else rules.shipping_flat


# --- What a browser says ---------------------------------------------------------------------------------------------

# The cart as it is published: 15 % tax, shipping 10 and free over 100 (or shown as 0), the price once per booking.
# Clients calculate with these numbers whatever this shop's settings are, so these are not settings.
PUBLISHED_RULES = PriceRules(Decimal("0.15"), Decimal(10), Decimal(100), price_per="booking")
HALF_A_CENT = CENT / 2


NUMERIC = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,6})?")
BEYOND_ANY_PRICE = Decimal(10) ** 15


def read_sent_amount(value: object) -> Decimal | None:
    """A price or sum as a browser sends it: a number, a text of one, or nothing. ValueError for anything else.

    An absurd number is a number too: it is read as one far beyond any price, so that comparing it stays safe.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise ValueError("Send the price as a number.")
    if isinstance(value, str) and not NUMERIC.fullmatch(value := value.strip()):
        raise ValueError("Send the price as a number.")
    amount = Decimal(str(value) if isinstance(value, float) else value)  # 0.1 as it was written, not as it is stored
    if not amount.is_finite():
        raise ValueError("Send the price as a number.")
    return max(-BEYOND_ANY_PRICE, min(amount, BEYOND_ANY_PRICE))


@dataclass(frozen=True, slots=True)
class SentSums:
    """The sums a browser sent with a cart; None where it sent none."""

    items: Decimal | None = None
    tax: Decimal | None = None
    shipping: Decimal | None = None
    total: Decimal | None = None


def is_price_changed(cart: Sequence[tuple[Item, Decimal | None]], *, ours: Totals, sent: SentSums) -> bool:
    """Whether the buyer has to see the price again before anything is held.

    `cart` has every item as sent, at today's price, with the price sent for it (None: not sent); `ours` is what the
    shop will charge. The browser's numbers decide nothing else: they only say what the buyer has seen. So a price that
    went up sends the buyer back, and so does a total above the one seen, except where the browser calculates as
    published and therefore knew today's prices. What is cheaper than seen, or was not sent at all, is accepted.
    """
    if any(is_above(item.price, seen) for item, seen in cart):
        return True
    return is_above(ours.total, sent.total) and not are_published_sums(sent, [item for item, _ in cart])


def is_above(charged: Decimal, seen: Decimal | None) -> bool:
    """Whether we charge more than was seen. What binary floats lose on the way is less than half a cent."""
    return seen is not None and charged - seen > HALF_A_CENT


def are_published_sums(sent: SentSums, items: Sequence[Item]) -> bool:
    """Whether every sum sent is what the published cart gives for these items; a sum not sent contradicts nothing.

    The sums must belong to one reading of it: shipping 0, or 10 and free over 100; amounts to cents or whole dollars.
    """
    seen = (sent.items, sent.tax, sent.shipping, sent.total)
    return any(all(map(is_as_seen, reading, seen)) for reading in published_readings(items))


def is_as_seen(amount: Decimal, seen: Decimal | None) -> bool:
    return seen is None or abs(seen - amount) <= HALF_A_CENT


def published_readings(items: Sequence[Item]) -> Iterator[tuple[Decimal, Decimal, Decimal, Decimal]]:
    """Every (items, tax, shipping, total) that the published cart may give, unrounded where it goes to cents.

    Half a cent is left as it is, because floats round it to either side. A client that rounds to dollars may round
    each part before it adds them up, or only what it shows.
    """
    exact = sum((item.price * (len(item.bookings) or 1) for item in items), NOTHING)
    exact_tax = exact * PUBLISHED_RULES.tax_rate
    for shown in also_in_dollars({exact}):
        for shipping in {NOTHING, shipping_for(shown, PUBLISHED_RULES)}:
            for tax in also_in_dollars({exact_tax, shown * PUBLISHED_RULES.tax_rate}):
                for total in also_in_dollars({exact + exact_tax + shipping, shown + tax + shipping}):
                    yield shown, tax, shipping, total


def also_in_dollars(amounts: Set[Decimal]) -> Set[Decimal]:
    """The amounts and each in whole dollars; exactly half a dollar goes either way, as floats take it."""
    ways = (ROUND_HALF_UP, ROUND_HALF_DOWN)
    return amounts | {amount.quantize(Decimal(1), way) for amount in amounts for way in ways}


# --- What goes back --------------------------------------------------------------------------------------------------


def refundable_for_lines(
    chosen: Set[LineId], *, amounts: Mapping[LineId, Decimal], refunded: Set[LineId], totals: Totals, kept: Decimal
) -> Decimal:
    """What refunding the chosen lines of an order gives back: their price and their tax, never more than is left.

    `amounts` has every line's price before tax, `refunded` the lines whose refund is asked for or done, and `kept` is
    captured minus every refund asked for or done. The refund that leaves no line takes all that is kept: shipping and
    what rounding left over. So the line refunds of an order add up to what was captured, in whatever order they come.
    """
    if not chosen or not chosen <= amounts.keys():
        raise ValueError("Choose at least one booking of this order.")
    if chosen & refunded:
        raise ValueError("A booking can be refunded only once.")
    if chosen | refunded >= amounts.keys():
        return kept
    tax = tax_of_lines(chosen | refunded, amounts, totals) - tax_of_lines(refunded, amounts, totals)
    return min(sum((amounts[line] for line in chosen), NOTHING) + tax, kept)


def tax_of_lines(lines: Set[LineId], amounts: Mapping[LineId, Decimal], totals: Totals) -> Decimal:
    """These lines' tax, each rounded by itself; together never more than the order's (many half cents could be)."""
    if not totals.items:
        return NOTHING
    shares = (to_cents(amounts[line] * totals.tax / totals.items) for line in lines)
    return min(sum(shares, NOTHING), totals.tax)
