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
    ("sent", "read"),
    [
        (None, None),
        (12, "12"),
        (12.5, "12.5"),
        (0.1, "0.1"),
        ("12.50", "12.50"),
        (" 12 ", "12"),
        (".5", "0.5"),
        ("1e2", "100"),
        (-3, "-3"),
        ("1e999999", "1e15"),
        (-(10**400), "-1e15"),
        (1e308, "1e15"),
    ],
)
def test_a_price_may_be_a_number_a_numeric_string_or_missing(sent, read):
    assert parse_sent_amount(sent) == (None if read is None else Decimal(read))


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


def test_a_cart_without_prices_is_accepted():
    assert not is_changed((build_item("12", 2), None), sent=sums())


def test_the_shops_own_totals_are_accepted():
    assert not is_changed((build_item("12", 2), "12"), sent=sums("24", "3.60", "0", "27.60"))


def test_an_increased_price_has_to_be_confirmed_even_with_the_right_total():
    assert is_changed((build_item("12", 1), "10"), sent=sums())
    assert is_changed((build_item("12", 1), "10"), sent=sums("12", "1.80", "0", "13.80"))
    assert is_changed((build_item("12", 1), "11.99"), sent=sums(total="99"))


def test_one_increased_price_has_to_be_confirmed():
    assert is_changed((build_item("5", 1), "5"), (build_item("12", 1), "10"), (build_item("7", 1), None), sent=sums())


def test_a_reduced_price_is_accepted():
    assert not is_changed((build_item("8", 1), "10"), sent=sums("10", "1.50", "0", "11.50"))


def test_a_total_above_the_sent_one_has_to_be_confirmed():
    assert is_changed((build_item("12", 1), None), sent=sums("10", "1.50", "0", "11.50"))
    assert is_changed((build_item("12", 1), "12"), sent=sums(total="5"))


def test_a_total_below_the_sent_one_is_accepted_whatever_the_other_amounts():
    assert not is_changed((build_item("12", 1), "12"), sent=sums("1", "1", "1", "1000"))


def test_wrong_amounts_without_a_total_are_accepted():
    assert not is_changed((build_item("12", 1), "12"), sent=sums("1", "1", "1"))


def test_published_totals_per_booking_are_accepted():
    cart = (build_item("12", 4), "12")

    assert not is_changed(cart, sent=sums("12", "1.80", "0", "13.80"))
    assert get_totals(cart[0]).total == Decimal("55.20")


def test_published_totals_of_outdated_prices_have_to_be_confirmed():
    assert is_changed((build_item("12", 4), None), sent=sums("10", "1.50", "0", "11.50"))


def test_a_published_total_with_other_amounts_has_to_be_confirmed():
    assert is_changed((build_item("12", 4), "12"), sent=sums("11", "1.80", "0", "13.80"))


def test_a_shop_with_other_rules_accepts_the_published_totals():
    dear = PriceRules(Decimal("0.20"), shipping_flat=Decimal(15))

    assert not is_changed((build_item("12", 1), "12"), sent=sums("12", "1.80", "10", "23.80"), rules=dear)
    assert is_changed((build_item("12", 1), "12"), sent=sums("12", "1.80", "9", "22.80"), rules=dear)


def test_differences_below_half_a_cent_are_ignored():
    assert not is_changed((build_item("0.30", 1), "0.2999999999999999"), sent=sums(total="0.3499999"))
    assert is_changed((build_item("0.30", 1), "0.29"), sent=sums())


@pytest.mark.parametrize(
    "sent",
    [
        sums("12.50", "1.88", "0", "14.38"),
        sums("12.50", "1.88", "10", "24.38"),
        sums("12.5", "1.87", "0", "14.37"),  # half a cent, rounded as binary floats
        sums("12.5", "1.875", "0", "14.375"),  # not rounded at all
        sums("13", "2", "10", "25"),  # each part rounded to dollars, with the tax of the rounded items
        sums("13", "2", "0", "15"),
        sums("13", "2", "0", "14"),  # each amount rounded to dollars separately
        sums("12", "2", "0", "14"),  # half a dollar rounded down
        sums(total="14.38"),
        sums(items="12.50"),
        sums(),
    ],
)
def test_published_totals_of_one_booking_at_12_50_are_accepted(sent):
    assert are_published_sums(sent, [build_item("12.50", 4)])


@pytest.mark.parametrize(
    "sent",
    [
        sums("50", "7.50", "0", "57.50"),  # price × seats
        sums("12.50", "1.88", "5", "19.38"),
        sums("12.50", "1.88", "0", "24.38"),  # two variants mixed
        sums("12.50", "1.88", "10", "14.38"),
        sums("12.49", "1.88", "0", "14.38"),
        sums("12.50", "1.86", "0", "14.38"),
        sums("12.50", "1.88", "0", "14.36"),
        sums("11", "2", "0", "13"),
        sums(total="0"),
        sums(total="-14.38"),
        sums(total="1e15"),
    ],
)
def test_other_totals_of_one_booking_at_12_50_are_not_accepted(sent):
    assert not are_published_sums(sent, [build_item("12.50", 4)])


def test_published_shipping_is_10_up_to_100_and_0_above():
    hundred, more = [build_item("50", 1, 1)], [build_item("50", 1, 1), build_item("0.01", 1)]

    assert are_published_sums(sums("100", "15", "10", "125"), hundred)
    assert not are_published_sums(sums("100.01", "15", "10", "125.01"), more)
    assert are_published_sums(sums("100.01", "15", "0", "115.01"), more)
    assert are_published_sums(sums("100", "15", "10", "125"), more)  # not above 100 in whole dollars


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
