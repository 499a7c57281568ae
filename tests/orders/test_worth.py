"""Prices that are scaled to what was paid: the parts add up to it, to the cent."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from orders.pricing import ZERO, Paid, Totals, get_refund_values
from orders.worth import build_sold_lines, scale_totals

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


@given(st.lists(st.tuples(cents, st.integers(1, 5)), min_size=1, max_size=3), cents, cents, cents)
def test_what_was_paid_is_refunded_seat_by_seat_and_nothing_is_left(prices, shipping, gift, paid):
    items = sum((price for price, _ in prices), ZERO)
    tax = (items * D("0.15")).quantize(D("0.01"))
    worth = scale_totals(Totals(items=items, tax=tax, shipping=shipping, gift=gift), paid)
    lines = build_sold_lines(dict(enumerate(prices)), worth)

    assert worth.total == paid
    assert sum(line.price for line in lines.values()) == worth.items
    returned, back = dict.fromkeys(lines, 0), ZERO
    for pk, line in lines.items():
        for _ in range(line.seats):
            left = Paid(paid, worth.tax, back, gift=worth.gift)
            (value,) = get_refund_values({pk: 1}, returned=returned, lines=lines, paid=left).values()
            assert value >= 0
            returned[pk] += 1
            back += value
    assert back == paid - worth.gift
