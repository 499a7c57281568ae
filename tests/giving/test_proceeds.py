"""What the club keeps of an order: worked cases, and properties of any order with any refunds."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from giving.gifts import list_gifts, sum_amounts
from giving.proceeds import Raised, convert_gifts, spread_raised
from giving.selectors.paid_orders import split_totals
from giving.splits import CompletedRefund, OrderSplitter, PaidOrder, Split
from orders.pricing import Paid, Totals, get_refund_values
from orders.worth import build_sold_lines, scale_totals
from payments.postings import Part
from tests.orders.test_pricing import SHOP

ZERO = Decimal(0)
DAY = date(2026, 12, 1)


def dollars(*amounts: object) -> list[Decimal]:
    return [Decimal(str(amount)) for amount in amounts]


def sell(
    *lines: tuple[Any, int], tax: Any = 0, shipping: Any = 0, gift: Any = 0, fee: Any = 0, more: Any = 0
) -> PaidOrder:
    """Return an order of lines, given by their net price and seats. `more` was paid than its total."""
    priced = {place: (Decimal(str(price)), seats) for place, (price, seats) in enumerate(lines)}
    items = sum((price for price, _ in priced.values()), ZERO)
    tax, shipping, gift, fee, more = dollars(tax, shipping, gift, fee, more)
    amount = items + tax + shipping + gift + more
    totals = scale_totals(Totals(items=items, tax=tax, shipping=shipping, gift=gift), amount)
    return PaidOrder(amount, build_sold_lines(priced, totals), split_totals(totals), fee, booked_on=DAY)


def refund(order: PaidOrder, *refunds: CompletedRefund) -> PaidOrder:
    return replace(order, refunds=[*order.refunds, *refunds])


def return_seats(amount: Any, seats: int = 1, *, line: int = 0, fee: Any = 0, gift: Any = 0) -> CompletedRefund:
    amount, fee, gift = dollars(amount, fee, gift)
    return CompletedRefund(amount, parts=[Part(line, seats, amount, fee, gift)], booked_on=DAY)


def return_amount(amount: Any, *, gift: Any = 0, fee_back: Any = 0) -> CompletedRefund:
    return CompletedRefund(*dollars(amount, gift, fee_back), booked_on=DAY)


def add_up(order: PaidOrder) -> Raised:
    """Return what all lines raised, and all gifts."""
    return sum(spread_raised(order).values(), convert_gifts(sum_amounts(list_gifts(order))))


def raised(tickets: Any, gifts: Any = 0, fees: Any = 0, returned: Any = 0) -> Raised:
    return Raised(*dollars(tickets, gifts, fees, returned))


CASE_A = sell((19.80, 2), tax=2.97, gift=0.23, fee=1.29)
TWO_EVENINGS = sell((24, 2), (12, 1), tax=5.40, gift=5, fee=2.11)


def test_case_a_raised_18_74() -> None:
    assert CASE_A.amount == Decimal(23)
    assert add_up(CASE_A) == raised("19.80", "0.23", "1.29")
    assert add_up(CASE_A).raised == Decimal("18.74")


@pytest.mark.parametrize(
    ("refunds", "expected"),
    [
        ([return_seats("11.39")], raised("9.90", "0.23", "1.29", "11.39")),
        ([return_seats("11.39"), return_seats("11.38")], raised(0, "0.23", "1.29", "22.77")),
        ([return_amount("5.00")], raised("15.45", "0.23", "1.29", "5.00")),
        ([return_amount("0.23", gift="0.23")], raised("19.80", 0, "1.29")),
        ([return_amount("23.00")], raised(0, 0, "1.29", "22.77")),
        ([return_amount("23.00", fee_back="0.80")], raised(0, 0, "0.49", "22.77")),
        ([return_seats("9.39", fee="2.00")], raised("11.90", "0.23", "1.29", "9.39")),
        ([return_seats(0, gift="11.39")], raised("9.90", "11.62", "1.29")),
        ([return_seats(0)], raised("19.80", "0.23", "1.29")),
    ],
    ids=[
        "a seat",
        "both seats, and the gift stays",
        "an amount",
        "the gift",
        "everything",
        "with a fee back",
        "a seat for a fee",
        "a seat retained as a gift",
        "a seat without a refund",
    ],
)
def test_refunds_of_case_a(refunds: Sequence[CompletedRefund], expected: Raised) -> None:
    assert add_up(refund(CASE_A, *refunds)) == expected


def test_shipping_counts_neither_when_it_is_sold_nor_when_it_is_refunded() -> None:
    order = sell((98, 9), tax="14.70", shipping=10, fee="4.77")

    assert add_up(order) == raised(98, fees="4.77")
    assert add_up(refund(order, return_seats("122.70", 9))) == raised(0, fees="4.77", returned="122.70")
    assert add_up(refund(order, return_amount("122.70"))) == raised(0, fees="4.77", returned="122.70")


def test_a_difference_that_staff_accepted_is_tickets_and_tax_in_proportion() -> None:
    assert add_up(sell((10, 1), tax="1.50", more="-0.50")) == raised("9.57")
    assert add_up(sell((10, 1), tax="1.50", more=3)) == raised("12.61")


def test_each_line_has_again_what_a_reversal_took_when_that_is_undone() -> None:
    reversal = return_amount("30.00", gift=2)
    order = refund(TWO_EVENINGS, return_seats("13.80", line=1), reversal, reversal.undo(on=DAY, fee=ZERO))

    assert spread_raised(order) == spread_raised(refund(TWO_EVENINGS, return_seats("13.80", line=1)))


def test_the_lines_have_neither_a_gift_nor_the_fee_that_it_can_be_calculated_from() -> None:
    assert spread_raised(TWO_EVENINGS) == {0: raised(24), 1: raised(12)}
    assert spread_raised(sell(gift=25, fee="1.36")) == {None: raised(0)}
    assert spread_raised(refund(TWO_EVENINGS, return_amount(5, gift=5, fee_back="0.17"))) == spread_raised(TWO_EVENINGS)


# --- Properties ------------------------------------------------------------------------------------------------------


@st.composite
def draw_orders(draw: st.DrawFn) -> PaidOrder:
    """Draw an order, and refunds of its seats at their value, of amounts, of its gift, and seats retained as gifts."""
    prices = draw(st.lists(st.integers(0, 6_000) | st.integers(0, 12), max_size=4))
    lines = [(Decimal(cents) / 100, draw(st.integers(1, 3))) for cents in prices]
    items = sum((price for price, _ in lines), ZERO)
    tax = draw(st.sampled_from([ZERO, round(items * SHOP.tax_rate, 2)]))
    cents = st.integers(0, 1_000).map(lambda amount: Decimal(amount) / 100)
    order = sell(
        *lines,
        tax=tax,
        shipping=draw(cents) if lines else 0,
        gift=draw(cents),
        fee=draw(cents),
        more=draw(st.just(ZERO) | st.integers(-10, 10).map(lambda amount: Decimal(amount) / 100)),
    )
    assume(order.amount > 0)  # PayPal captures no less than a cent
    for _ in range(draw(st.integers(0, 4))):
        order = refund(order, draw_refund(draw, order))
    return order


def draw_refund(draw: st.DrawFn, order: PaidOrder) -> CompletedRefund:
    refunded = sum((made.amount for made in order.refunds), ZERO)
    left = max(order.amount - refunded, ZERO)
    gift = min(order.sold.gift - sum((made.gift for made in order.refunds), ZERO), left)
    returned = dict.fromkeys(order.lines, 0)
    for part in (part for made in order.refunds for part in made.parts):
        returned[part.line] += part.seats
    open_lines = [pk for pk, line in order.lines.items() if returned[pk] < line.seats]
    kind = draw(st.sampled_from(["amount", "seats", "gift of seats", "everything"]))
    if kind == "everything":
        return return_amount(left, gift=gift)
    if kind == "amount" or not open_lines:
        amount = draw(st.integers(0, int(left * 100)).map(lambda cents: Decimal(cents) / 100))
        return return_amount(amount, gift=max(min(amount - (left - gift), gift, amount), ZERO))
    pk = draw(st.sampled_from(open_lines))
    count = draw(st.integers(1, order.lines[pk].seats - returned[pk]))
    retained = sum((part.gift + part.fee for made in order.refunds for part in made.parts), ZERO)
    paid = Paid(order.amount, order.sold.tax, refunded, retained, gift)
    value = get_refund_values({pk: count}, returned=returned, lines=order.lines, paid=paid)[pk]
    if kind == "gift of seats":
        return return_seats(ZERO, count, line=pk, gift=value)
    fee = min(value, draw(st.sampled_from([ZERO, Decimal("2.00")])))
    return return_seats(value - fee, count, line=pk, fee=fee)


@given(draw_orders())
def test_what_was_raised_is_what_came_minus_refunds_fees_tax_and_shipping(order: PaidOrder) -> None:
    splitter = OrderSplitter(order)
    left = splitter.paid
    for made in order.refunds:
        split = splitter.split_refund(made)
        left -= split.returned + split.given
    refunded = sum((made.amount for made in order.refunds), ZERO)

    found = add_up(order)

    assert found.raised == order.amount - refunded - order.fee - left.tax - left.shipping
    returned = sum((gift.amounts.gift for gift in list_gifts(order) if gift.is_return), ZERO)
    assert (found.fees, found.returned) == (order.fee, refunded + returned)


@given(draw_orders(), st.integers(1, 1_000))
def test_what_the_lines_raised_does_not_depend_on_the_gift_and_its_fee(order: PaidOrder, cents: int) -> None:
    more = Decimal(cents) / 100
    sold = replace(order.sold, gift=order.sold.gift + more)
    other = replace(order, amount=order.amount + more, sold=sold, fee=order.fee + more / 10)
    returned = [gift for paid in (order, other) for gift in list_gifts(paid) if gift.is_return]
    assume(order.sold.gift and not returned)

    assert spread_raised(other) == spread_raised(order)


@given(draw_orders())
def test_seats_that_became_a_gift_count_as_if_they_were_given_back_without_money(order: PaidOrder) -> None:
    def give_back(made: CompletedRefund) -> CompletedRefund:
        kept = any(part.gift for part in made.parts)
        return return_seats(0, made.parts[0].seats, line=made.parts[0].line) if kept else made

    other = replace(order, refunds=[give_back(made) for made in order.refunds])
    assume(not any(made.amount for made in order.refunds))

    assert spread_raised(other) == spread_raised(order)


@given(draw_orders())
def test_no_refund_returns_more_than_was_paid_for_what_it_returns(order: PaidOrder) -> None:
    assume(order.amount == order.sold.total)
    splitter = OrderSplitter(order)
    for made in order.refunds:
        splitter.split_refund(made)
        left = splitter.left
        assert min(left.tickets, left.tax, left.shipping, left.gift) >= 0

    everything = CompletedRefund(order.amount - sum((made.amount for made in order.refunds), ZERO))
    retained = splitter.split_refund(everything).retained

    assert splitter.left == Split()
    parts = [part for made in order.refunds for part in made.parts]
    assert sum((each.total for each in retained), ZERO) <= sum((part.fee + part.gift for part in parts), ZERO)


@given(draw_orders())
def test_after_a_refund_of_everything_neither_tickets_nor_gifts_are_left(order: PaidOrder) -> None:
    assume(order.amount == order.sold.total)
    left = order.amount - sum((made.amount for made in order.refunds), ZERO)

    found = add_up(refund(order, return_amount(left)))

    assert (found.tickets, found.gifts) == (ZERO, ZERO)
