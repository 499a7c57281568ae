"""The value of returned seats, and prices that are scaled to what was paid: the parts add up to it, to the cent."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charityshop.money import get_tax
from orders.pricing import (
    ZERO,
    Line,
    Paid,
    PriceRules,
    SoldLine,
    Totals,
    build_sold_lines,
    get_refund_values,
    price_lines,
    scale_totals,
)

Seats = Mapping[int, int]  # by line


TAX_RATE = Decimal("0.15")


def sell(prices: Sequence[Decimal], seats: Sequence[int], totals: Totals) -> dict[int, SoldLine]:
    return build_sold_lines(dict(enumerate(zip(prices, seats, cycle([TAX_RATE])))), totals)


def return_seats(
    lines: Mapping[int, SoldLine], batches: Sequence[Seats], totals: Totals, captured: Decimal | None = None
) -> list[Decimal]:
    """Return the sums of refunds that return these seats one after the other."""
    returned = dict.fromkeys(lines, 0)
    sums: list[Decimal] = []
    for chosen in batches:
        paid = Paid(totals.total if captured is None else captured, sum(sums, ZERO))
        sums.append(sum(get_refund_values(chosen, returned=returned, lines=lines, paid=paid).values(), ZERO))
        returned |= {line: returned[line] + count for line, count in chosen.items()}
    return sums


@st.composite
def draw_sales(draw):
    prices = draw(st.lists(st.integers(0, 20_000) | st.integers(0, 12), min_size=1, max_size=6))
    seats = [draw(st.integers(1, 5)) for _ in prices]
    rules = PriceRules(draw(st.decimals(0, 20, places=2)))
    units = draw(st.permutations([line for line, count in enumerate(seats) for _ in range(count)]))
    return [Decimal(cents) / 100 for cents in prices], seats, rules, units


@given(draw_sales(), st.data())
def test_seats_returned_together_are_worth_as_much_as_one_by_one(drawn, data):
    prices, seats, rules, _ = drawn
    totals = price_lines([Line(price, count, TAX_RATE) for price, count in zip(prices, seats, strict=True)], rules)
    lines = sell([price * count for price, count in zip(prices, seats, strict=True)], seats, totals)
    chosen = {line: data.draw(st.integers(1, count)) for line, count in enumerate(seats)}

    together = return_seats(lines, [chosen], totals)
    single = return_seats(lines, [{line: 1} for line, count in chosen.items() for _ in range(count)], totals)

    assert sum(together) == sum(single)


def test_shipping_is_refunded_with_the_last_seat():
    totals = Totals(items=Decimal(40), tax=Decimal(6), shipping=Decimal(10))
    lines = sell([Decimal(20), Decimal(20)], [2, 1], totals)

    sums = return_seats(lines, [{0: 1}, {1: 1}, {0: 1}], totals)

    assert sums == [Decimal("11.50"), Decimal(23), Decimal("21.50")]


def test_the_last_seat_leaves_the_club_what_it_keeps():
    totals = Totals(items=Decimal(40), tax=ZERO, shipping=Decimal(10))
    lines = sell([Decimal(40)], [2], totals)
    paid = Paid(captured=Decimal(50), retained=Decimal(20))  # the first seat was a gift

    assert get_refund_values({0: 1}, returned={0: 1}, lines=lines, paid=paid) == {0: Decimal(30)}


def test_a_refund_is_limited_to_the_remaining_amount():
    lines = sell([Decimal(10), Decimal(10)], [1, 1], Totals(Decimal(20), Decimal(3), ZERO))
    captured = Decimal(23)

    first = get_refund_values({0: 1}, returned={}, lines=lines, paid=Paid(captured, Decimal(19)))
    last = get_refund_values({1: 1}, returned={0: 1}, lines=lines, paid=Paid(captured, captured))

    assert (first, last) == ({0: Decimal(4)}, {1: ZERO})


def test_an_order_for_which_less_was_captured_refunds_no_more_than_that():
    totals = Totals(Decimal(40), ZERO, ZERO)
    lines = sell([Decimal(20), Decimal(20)], [1, 1], totals)

    assert return_seats(lines, [{0: 1}, {1: 1}], totals, captured=Decimal(25)) == [Decimal(20), Decimal(5)]


@pytest.mark.parametrize(
    ("chosen", "returned"),
    [({}, {}), ({7: 1}, {}), ({0: 1}, {0: 1}), ({0: 1, 1: 3}, {}), ({1: 0}, {}), ({1: 2}, {1: 1})],
)
def test_only_seats_that_were_not_returned_can_be_refunded(chosen, returned):
    lines = sell([Decimal(10), Decimal(10)], [1, 2], Totals(Decimal(20), Decimal(3), ZERO))

    with pytest.raises(ValueError, match=r"\.$"):
        get_refund_values(chosen, returned=returned, lines=lines, paid=Paid(Decimal(23)))


D = Decimal
cents = st.integers(0, 50_000).map(lambda number: D(number) / 100)


def totals(items: str, tax: str = "0", shipping: str = "0", gift: str = "0") -> Totals:
    return Totals(items=D(items), tax=D(tax), shipping=D(shipping), gift=D(gift))


def test_gift_and_shipping_keep_their_amounts_and_items_and_tax_share_the_rest():
    assert scale_totals(totals("40", "6", "5", "10"), D(38)) == totals("20", "3", "5", "10")
    assert scale_totals(totals("40", "6", "5", "10"), D(107)) == totals("80", "12", "5", "10")


def test_shipping_shrinks_before_the_gift():
    assert scale_totals(totals("40", "6", "5", "10"), D(12)) == totals("0", "0", "2", "10")
    assert scale_totals(totals("40", "6", "5", "10"), D(7)) == totals("0", "0", "0", "7")


def test_more_than_a_gift_without_seats_is_a_gift():
    assert scale_totals(totals("0", gift="25"), D(30)) == totals("0", gift="30")


rates = st.sampled_from([ZERO, D("0.0825"), TAX_RATE])


@given(st.lists(st.tuples(cents, st.integers(1, 5), rates), min_size=1, max_size=3), cents, cents, cents)
def test_what_was_paid_is_refunded_seat_by_seat_and_nothing_is_left(prices, shipping, gift, paid):
    items = sum((price for price, _, _ in prices), ZERO)
    tax = get_tax((price, rate) for price, _, rate in prices)
    worth = scale_totals(Totals(items=items, tax=tax, shipping=shipping, gift=gift), paid)
    lines = build_sold_lines(dict(enumerate(prices)), worth)

    assert worth.total == paid
    assert sum(line.price for line in lines.values()) == worth.items
    assert sum(line.tax for line in lines.values()) == worth.tax
    returned, back = dict.fromkeys(lines, 0), ZERO
    for pk, line in lines.items():
        for _ in range(line.seats):
            left = Paid(paid, back, gift=worth.gift)
            (value,) = get_refund_values({pk: 1}, returned=returned, lines=lines, paid=left).values()
            assert value >= 0
            returned[pk] += 1
            back += value
    assert back == paid - worth.gift
