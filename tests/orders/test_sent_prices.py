"""Prices and totals sent by browsers are compared with the shop's, and never trusted."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orders.pricing import PriceRules
from orders.sent_prices import Item, SentSums, are_published_sums, is_price_changed, parse_sent_amount
from tests.orders.totals import SHOP, get_totals


def build_item(price: str, *bookings: int) -> Item:
    return Item(Decimal(price), bookings)


def sums(items: str | None = None, tax: str | None = None, shipping: str | None = None, total: str | None = None):
    return SentSums(*(None if sum_ is None else Decimal(sum_) for sum_ in (items, tax, shipping, total)))


@pytest.mark.parametrize(
    "sent", ["", "$12", "12,50", "1_000", "NaN", "Infinity", "٣", "0x10", True, [], {}, float("nan"), float("inf")]
)
def test_other_prices_are_refused(sent):
    with pytest.raises(ValueError, match="Send the price as a number"):
        parse_sent_amount(sent)


def is_changed(*cart: tuple[Item, str | None], sent: SentSums, rules: PriceRules = SHOP) -> bool:
    ours = get_totals(*(item for item, _ in cart), rules=rules)
    return is_price_changed(
        [(item, None if seen is None else Decimal(seen)) for item, seen in cart], ours=ours, sent=sent
    )


def test_the_shops_own_totals_are_accepted():
    assert not is_changed((build_item("12", 2), "12"), sent=sums("24", "3.60", "0", "27.60"))


def test_an_increased_price_has_to_be_confirmed_even_with_the_right_total():
    assert is_changed((build_item("12", 1), "10"), sent=sums())
    assert is_changed((build_item("12", 1), "10"), sent=sums("12", "1.80", "0", "13.80"))
    assert is_changed((build_item("12", 1), "11.99"), sent=sums(total="99"))


def test_a_total_below_the_sent_one_is_accepted_whatever_the_other_amounts():
    assert not is_changed((build_item("12", 1), "12"), sent=sums("1", "1", "1", "1000"))


def test_published_totals_of_outdated_prices_have_to_be_confirmed():
    assert is_changed((build_item("12", 4), None), sent=sums("10", "1.50", "0", "11.50"))


# The published calculation in binary floats, like in a browser.
def to_fixed(amount: float, places: int) -> str:
    return f"{amount:.{places}f}"


@given(
    cart=st.lists(
        st.tuples(st.integers(0, 50_000), st.lists(st.integers(1, 9), min_size=1, max_size=4)), min_size=1, max_size=6
    ),
    whole_dollars=st.booleans(),
    screens_show_no_shipping=st.booleans(),
)
def test_published_totals_calculated_in_floats_are_always_accepted(cart, whole_dollars, screens_show_no_shipping):
    places = 0 if whole_dollars else 2
    items = to_fixed(sum(cents / 100 * len(bookings) for cents, bookings in cart), places)
    shipping = to_fixed(0 if screens_show_no_shipping or float(items) > 100 else 10, places)
    tax = to_fixed(0.15 * float(items), places)
    total = to_fixed(float(items) + float(shipping) + float(tax), 2)

    sent = SentSums(*map(parse_sent_amount, (items, tax, shipping, total)))

    assert are_published_sums(sent, [Item(Decimal(cents) / 100, tuple(bookings)) for cents, bookings in cart])


@given(
    price=st.decimals(1, 500, places=2),
    rise=st.decimals("0.01", 500, places=2),
    seats=st.lists(st.integers(1, 9), min_size=1, max_size=4),
)
def test_no_buyer_is_charged_more_than_an_old_price_without_confirmation(price, rise, seats):
    old, new = Item(price, tuple(seats)), Item(price + rise, tuple(seats))
    seen, ours = get_totals(old), get_totals(new)

    sent = SentSums(seen.items, seen.tax, seen.shipping, seen.total)

    assert is_price_changed([(new, price)], ours=ours, sent=sent)
