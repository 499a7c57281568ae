"""Calculate order totals, discounts and refunds. Imports nothing from Django.

Amounts are `Decimal` dollars, rounded half up to cents by `charityshop.money`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from typing import Any, Literal, Protocol, TypeVar

from charityshop.money import CENT, TaxedPrice, get_tax, share_amount, share_tax, split_tax, to_cents

PricePer = Literal["seat", "booking"]
LineId = TypeVar("LineId")

ZERO = Decimal("0.00")


# --- What the shop charges -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One booking to be priced: the event's price, the number of seats, and the tax rate, which is a fraction."""

    unit_price: Decimal
    seats: int
    tax_rate: Decimal

    def __post_init__(self) -> None:
        # A safeguard: no line may lower a total. Serializers reject such input first, with a message for the user.
        if self.seats < 1 or self.unit_price < 0:
            raise ValueError("A line needs at least one seat and a price of at least $0.")


@dataclass(frozen=True, slots=True)
class PriceRules:
    """The shop's settings. Shipping is flat, and free above a total of items."""

    shipping_flat: Decimal = ZERO
    shipping_free_over: Decimal | None = None  # None: never free
    price_per: PricePer = "seat"


@dataclass(frozen=True, slots=True)
class Totals:
    items: Decimal
    tax: Decimal
    shipping: Decimal
    gift: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        return self.items + self.tax + self.shipping + self.gift


def price_line(line: Line, *, price_per: PricePer) -> Decimal:
    """Return the price of one booking before tax."""
    return to_cents(line.unit_price * line.seats if price_per == "seat" else line.unit_price)


def price_lines(lines: Iterable[Line], rules: PriceRules) -> Totals:
    """Return the totals of an order without discounts and gift."""
    return price_cart(list(lines), Benefits(), ZERO, rules).totals


def get_shipping(items: Decimal, rules: PriceRules) -> Decimal:
    is_free = rules.shipping_free_over is not None and items > rules.shipping_free_over
    return ZERO if is_free else rules.shipping_flat


# --- Discounts and gifts ---------------------------------------------------------------------------------------------

DiscountKind = Literal["member", "voucher"]
CodeKind = Literal["percent", "amount", "price", "free_seats"]


@dataclass(frozen=True, slots=True)
class MemberPrice:
    """What a member pays for each of some seats of a line."""

    price: Decimal
    seats: int


@dataclass(frozen=True, slots=True)
class Code:
    """A voucher: what it takes off, and the positions of the lines that it is for."""

    kind: CodeKind
    value: Decimal
    lines: Set[int]


@dataclass(frozen=True, slots=True)
class Benefits:
    """What a buyer is entitled to: prices for members by the position of the line, and one voucher."""

    members: Mapping[int, MemberPrice] = field(default_factory=dict)
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Discount:
    """What was taken off a line, and for how many of its seats."""

    kind: DiscountKind
    seats: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class PricedLine:
    unit_price: Decimal  # for a seat or a booking, before discounts
    list_price: Decimal
    tax_rate: Decimal
    discounts: tuple[Discount, ...] = ()

    @property
    def price(self) -> Decimal:
        return self.list_price - sum((discount.amount for discount in self.discounts), ZERO)


@dataclass(frozen=True, slots=True)
class PricedCart:
    lines: Sequence[PricedLine]
    totals: Totals

    @property
    def list_price(self) -> Decimal:
        return sum((line.list_price for line in self.lines), ZERO)


class LabeledDiscount(Protocol):
    """A discount of a line with the words that buyers read, such as "Discount code SPRING"."""

    @property
    def kind(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def amount(self) -> Decimal: ...


def sum_discounts(discounts: Iterable[LabeledDiscount]) -> list[dict[str, Any]]:
    """Add up an order's discounts by kind, in the order in which they were applied, as the API shows them."""
    sums: dict[tuple[str, str], Decimal] = {}
    for each in discounts:
        sums[each.kind, each.label] = sums.get((each.kind, each.label), ZERO) + each.amount
    return [{"kind": kind, "label": label, "amount": amount} for (kind, label), amount in sorted(sums.items())]


def list_taxes(tax: Decimal, prices: Iterable[TaxedPrice]) -> list[dict[str, Any]]:
    """Split the tax of these prices by rate, as the API shows it: not at all if they have a single rate."""
    taxes = split_tax(tax, [(price, rate) for price, rate in prices if price])
    return [{"rate": rate, "amount": amount} for rate, amount in taxes.items()] if len(taxes) > 1 else []


Seats = Sequence[tuple[Decimal, int]]
"""The seats of a line, counted by their price. With PRICE_PER booking, a line counts as one seat."""


def price_cart(lines: Sequence[Line], benefits: Benefits, gift: Decimal, rules: PriceRules) -> PricedCart:
    """Return what each line and the order cost: first at the list price, then for members, then with the code.

    Tax and shipping depend on the discounted items. The gift is added to the total, untaxed.
    """
    seats, priced = [], []
    for position, line in enumerate(lines):
        member = benefits.members.get(position)
        count = line.seats if rules.price_per == "seat" else 1
        fewer = min(member.seats, count) if member and member.price < line.unit_price else 0
        groups, discounts = [(line.unit_price, count - fewer)], []
        if member and fewer:
            groups.append((member.price, fewer))
            discounts.append(Discount("member", fewer, (line.unit_price - member.price) * fewer))
        seats.append(groups)
        list_price = price_line(line, price_per=rules.price_per)
        priced.append(PricedLine(line.unit_price, list_price, line.tax_rate, tuple(discounts)))
    if benefits.code:
        for position, discount in apply_code(benefits.code, seats, [line.price for line in priced]).items():
            if discount.amount:
                priced[position] = replace(priced[position], discounts=(*priced[position].discounts, discount))
    items = sum((line.price for line in priced), ZERO)
    shipping = get_shipping(items, rules) if priced else ZERO  # an empty cart ships nothing
    tax = get_tax((line.price, line.tax_rate) for line in priced)
    return PricedCart(priced, Totals(items, tax, to_cents(shipping), to_cents(gift)))


def apply_code(code: Code, seats: Sequence[Seats], prices: Sequence[Decimal]) -> dict[int, Discount]:
    """Return what the code takes off each of its lines, which cost `prices` so far."""
    chosen = sorted(code.lines)
    if code.kind == "free_seats":
        return take_most_expensive(int(code.value), {at: seats[at] for at in chosen})
    if code.kind == "price":
        dearer = {
            at: [(price - code.value, count) for price, count in seats[at] if price > code.value] for at in chosen
        }
        return {at: Discount("voucher", count_seats(found), sum_seats(found)) for at, found in dearer.items()}
    if code.kind == "percent":
        amounts = [to_cents(prices[at] * code.value / 100) for at in chosen]
    else:
        left = [prices[at] for at in chosen]
        amounts = share_amount(min(code.value, sum(left, ZERO)), left)
    return {at: Discount("voucher", count_seats(seats[at]), off) for at, off in zip(chosen, amounts, strict=True)}


def count_seats(seats: Seats) -> int:
    return sum(count for _, count in seats)


def sum_seats(seats: Seats) -> Decimal:
    return sum((price * count for price, count in seats), ZERO)


def take_most_expensive(number: int, lines: Mapping[int, Seats]) -> dict[int, Discount]:
    """Return what so many of the most expensive seats cost, by line. Of seats at one price, the first are taken."""
    taken: dict[int, list[tuple[Decimal, int]]] = {}
    groups = [(price, at, count) for at, seats in lines.items() for price, count in seats if price]
    for price, at, count in sorted(groups, key=lambda group: -group[0]):
        taken.setdefault(at, []).append((price, min(count, number)))
        number -= min(count, number)
    return {at: Discount("voucher", count_seats(found), sum_seats(found)) for at, found in taken.items()}


# --- The prices that browsers sent ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SentSums:
    """The totals that a browser sent with a cart; None for those it didn't send."""

    items: Decimal | None = None
    tax: Decimal | None = None
    shipping: Decimal | None = None
    total: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """An event in a cart: its price and the seats of each of its bookings."""

    price: Decimal
    bookings: tuple[int, ...] = ()


# The published API's rules: 15% tax, shipping $10 and free above $100 (or shown as 0), the price once per booking.
# Clients calculate with these numbers whatever the shop's settings are, so these are not settings.
PUBLISHED_TAX_RATE = Decimal("0.15")
PUBLISHED_RULES = PriceRules(Decimal(10), Decimal(100), price_per="booking")
HALF_A_CENT = CENT / 2


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
    exact_tax = exact * PUBLISHED_TAX_RATE
    for shown in with_dollar_roundings({exact}):
        for shipping in {ZERO, get_shipping(shown, PUBLISHED_RULES)}:
            for tax in with_dollar_roundings({exact_tax, shown * PUBLISHED_TAX_RATE}):
                for total in with_dollar_roundings({exact + exact_tax + shipping, shown + tax + shipping}):
                    yield shown, tax, shipping, total


def with_dollar_roundings(amounts: Set[Decimal]) -> Set[Decimal]:
    """Return the amounts, and each rounded to dollars. Half a dollar is rounded both ways, as floats may be."""
    ways = (ROUND_HALF_UP, ROUND_HALF_DOWN)
    return amounts | {amount.quantize(Decimal(1), way) for amount in amounts for way in ways}


# --- Refunds ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoldLine:
    """What was paid for a line of an order: the price of all its seats, and their share of the order's tax."""

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

    `retained` is the value of seats that the buyer gave back without a refund
    or as a gift, and the fees of refunds. `gift` is what is left of the order's gift; no refund of seats includes it.
    """

    captured: Decimal
    refunded: Decimal = ZERO
    retained: Decimal = ZERO
    gift: Decimal = ZERO

    @property
    def left(self) -> Decimal:
        """What can still be refunded."""
        return self.captured - self.refunded


def get_next_seats_value(line: SoldLine, *, returned: int, count: int) -> Decimal:
    """Return what the next `count` seats cost, after `returned` ones. The parts of a line add up to its price."""
    return line.get_value(returned + count) - line.get_value(returned)


def get_refund_values(
    chosen: Mapping[LineId, int], *, returned: Mapping[LineId, int], lines: Mapping[LineId, SoldLine], paid: Paid
) -> dict[LineId, Decimal]:
    """Return the value of the chosen numbers of seats by line, before any fee.

    `returned` has the seats by line that were returned before, or are about to be. The last seats of an order get what
    is left, including shipping, but not what the club keeps for good. No value is more than what is left besides that.
    Raise ValueError if nothing is chosen, or more seats than a line has left.
    """
    if not chosen or not chosen.keys() <= lines.keys():
        raise ValueError("Choose at least one booking of this order.")
    if any(not 0 < count <= lines[pk].seats - returned.get(pk, 0) for pk, count in chosen.items()):
        raise ValueError("A seat can be refunded only once.")
    values = {
        pk: get_next_seats_value(lines[pk], returned=returned.get(pk, 0), count=count) for pk, count in chosen.items()
    }
    if all(returned.get(pk, 0) + chosen.get(pk, 0) == line.seats for pk, line in lines.items()):
        last = list(chosen)[-1]
        others = sum((value for pk, value in values.items() if pk != last), ZERO)
        values[last] = max(paid.left - paid.gift - paid.retained - others, ZERO)
    return limit_values(values, paid.left - paid.gift - paid.retained)


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


# --- What an order is worth -------------------------------------------------------------------------------------------


def scale_totals(totals: Totals, paid: Decimal) -> Totals:
    """Return the totals, scaled to what was paid. They add up to it, to the cent.

    Gift and shipping keep their amounts as long as they are covered: shipping shrinks first, then the gift. Items and
    tax share the rest in proportion. If there are no items, the rest belongs to the gift, or else to the shipping.
    """
    if paid == totals.total:
        return totals
    gift = min(totals.gift, paid)
    shipping = min(totals.shipping, paid - gift)
    rest = paid - gift - shipping
    if totals.items + totals.tax:
        items, tax = share_amount(rest, [totals.items, totals.tax])
        return Totals(items=items, tax=tax, shipping=shipping, gift=gift)
    to_gift = rest if gift or not shipping else ZERO
    return Totals(items=ZERO, tax=ZERO, shipping=shipping + rest - to_gift, gift=gift + to_gift)


def build_sold_lines(lines: Mapping[LineId, tuple[Decimal, int, Decimal]], totals: Totals) -> dict[LineId, SoldLine]:
    """Return the lines, given by price, seats and tax rate, with their shares of the totals' items and tax.

    The shares add up to the totals, and at each tax rate to its tax, so that refunds return exactly that.
    """
    prices = share_amount(totals.items, [price for price, _, _ in lines.values()])
    taxes = share_tax(totals.tax, [(price, rate) for price, _, rate in lines.values()])
    return {
        pk: SoldLine(price, tax, seats)
        for (pk, (_, seats, _)), price, tax in zip(lines.items(), prices, taxes, strict=True)
    }


def price_charged(total: Decimal, seats: int, tax_rate: Decimal, rules: PriceRules) -> PricedCart:
    """Return the prices of seats of one date for which this total was taken, with tax. The tax is what isn't the price.

    If the price can't be divided by the seats, the price of one is rounded to cents.
    """
    price = to_cents(total / (1 + tax_rate))
    unit_price = to_cents(price / seats) if rules.price_per == "seat" else price
    return PricedCart([PricedLine(unit_price, price, tax_rate)], Totals(items=price, tax=total - price, shipping=ZERO))


# --- What receipts say of seats (IRS Publication 1771) ----------------------------------------------------------------

DISCLOSED_ABOVE = Decimal("75.00")  # one payment that is part gift and part seats; the whole payment counts


@dataclass(frozen=True, slots=True)
class SoldSeats:
    """The seats of an order line. `list_price` is that of all of them, and `fair_value` that of each, if it has one."""

    seats: int
    list_price: Decimal
    fair_value: Decimal | None
    tax_rate: Decimal

    def get_value(self, returned: int = 0) -> Decimal:
        """Return what the seats without the returned ones are worth, before tax."""
        left = self.seats - returned
        if self.fair_value is None:
            return to_cents(self.list_price * left / self.seats)
        return self.fair_value * left


def is_part_gift(totals: Totals, sold: Mapping[LineId, SoldSeats]) -> bool:
    """Return whether the buyer pays more for the seats than they are worth, in a payment that has to say so."""
    return totals.total > DISCLOSED_ABOVE and totals.items + totals.tax > sum_values(sold)


def sum_values(sold: Mapping[LineId, SoldSeats], returned: Mapping[LineId, int] | None = None) -> Decimal:
    """Return what seats by line are worth, with tax, without those that were returned."""
    values = [(each.get_value((returned or {}).get(pk, 0)), each.tax_rate) for pk, each in sold.items()]
    return sum((value for value, _ in values), get_tax(values))
