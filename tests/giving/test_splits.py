"""How the money of an order is split, in cents. The cases are those of the design."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giving.selectors.paid_orders import split_totals
from giving.splits import CompletedRefund, OrderSplitter, PaidOrder, RefundSplit, Split
from orders.pricing import ZERO, Totals
from orders.worth import build_sold_lines, scale_totals
from payments.postings import Part

D = Decimal


def build(
    amount: str, *, lines: list[tuple[str, int]], tax: str, shipping: str = "0.00", gift: str = "0.00"
) -> OrderSplitter:
    """Build an order that was paid with this amount; each line has a price and a number of seats."""
    items = sum((D(price) for price, _ in lines), ZERO)
    totals = scale_totals(Totals(items=items, tax=D(tax), shipping=D(shipping), gift=D(gift)), D(amount))
    priced = build_sold_lines({pk: (D(price), seats) for pk, (price, seats) in enumerate(lines)}, totals)
    return OrderSplitter(PaidOrder(D(amount), priced, split_totals(totals)))


def split_refund(order: OrderSplitter, amount: str, *parts: Part, gift: str = "0.00") -> RefundSplit:
    return order.split_refund(CompletedRefund(D(amount), D(gift), parts=parts))


def split(tickets: str, tax: str = "0.00", shipping: str = "0.00", gift: str = "0.00") -> Split:
    return Split(D(tickets), D(tax), D(shipping), D(gift))


def part(line: int, seats: int, amount: str, **more: str) -> Part:
    return Part(line, seats, D(amount), **{name: D(value) for name, value in more.items()})


@pytest.fixture
def case_a() -> OrderSplitter:
    """Two seats with a member's and a voucher's discount, rounded up."""
    return build("23.00", lines=[("19.80", 2)], tax="2.97", gift="0.23")


def test_a_payment_is_split_into_tickets_tax_shipping_and_gift(case_a):
    assert case_a.paid == split("19.80", "2.97", "0.00", "0.23")


def test_another_amount_than_the_price_is_tickets_and_tax_in_proportion():
    order = build("23.00", lines=[("40.00", 2)], tax="6.00")

    assert order.paid == split("20.00", "3.00")
    assert split_refund(order, "11.50", part(0, 1, "11.50")).returned == split("10.00", "1.50")
    assert split_refund(order, "11.50", part(0, 1, "11.50")).returned == split("10.00", "1.50")


def test_what_undoes_a_reversal_is_its_exact_negative_and_what_follows_is_split_as_if_neither_had_been(case_a):
    reversal = CompletedRefund(D("7.77"), fee_back=D("0.10"))
    taken = case_a.split_refund(reversal)

    undone = case_a.split_refund(reversal.undo(on=date(2026, 12, 1), fee=D("0.10")))

    assert (undone.returned, undone.rest, undone.amount) == (-taken.returned, -taken.rest, D("-7.77"))
    assert split_refund(case_a, "11.39", part(0, 1, "11.39")).returned == split("9.90", "1.49")
    assert split_refund(case_a, "11.38", part(0, 1, "11.38")).returned == split("9.90", "1.48")


def test_after_a_reversal_is_undone_refunds_in_between_are_of_the_money_that_was_there(case_a):
    reversal = CompletedRefund(D("23.00"))
    case_a.split_refund(reversal)
    between = split_refund(case_a, "11.50")

    undone = case_a.split_refund(reversal.undo(on=date(2026, 12, 1), fee=ZERO))

    assert between.rest == split("11.50")
    assert (undone.amount, between.rest + undone.rest) == (D("-23.00"), split("-9.80", "-1.47", "0.00", "-0.23"))


def test_seats_that_are_given_back_for_nothing_stay_sold(case_a):
    found = split_refund(case_a, "0.00", part(0, 1, "0.00"))

    assert (found.returned, found.given) == (Split(), Split())


def test_an_amount_for_no_seats_is_tickets_with_their_tax(case_a):
    assert split_refund(case_a, "5.00").returned == split("4.35", "0.65")


def test_an_amount_beyond_the_seats_is_shipping_and_then_gift():
    order = build("60.00", lines=[("20.00", 1)], tax="3.00", shipping="10.00", gift="27.00")

    assert split_refund(order, "40.00").returned == split("20.00", "3.00", "10.00", "7.00")


def test_retained_fees_and_gifts_are_returned_last_but_for_the_gift_of_the_order():
    order = build("46.40", lines=[("36.00", 3)], tax="5.40", gift="5.00")
    split_refund(order, "0.00", part(0, 1, "0.00", fee="2.00", gift="11.80"))

    found = split_refund(order, "30.60")

    assert (found.returned, found.fees, found.gift) == (split("24.00", "3.60"), D("-2.00"), D("-1.00"))
    assert found.amount == D("30.60")
    assert split_refund(order, "10.80").gift == D("-10.80")
    assert order.left == split("0.00", gift="5.00")


@pytest.mark.parametrize("other", ["2.49", "1.00"])
def test_a_fee_is_not_kept_of_money_that_another_refund_returned_first(other):
    order = build("5.74", lines=[("4.99", 1)], tax="0.75")
    first = split_refund(order, other)

    late = split_refund(order, "3.25", part(0, 1, "3.25", fee="2.49"))

    assert late.fees == D("2.49") - D(other)
    assert (late.amount, first.returned + late.returned) == (D("3.25"), split("4.99", "0.75"))
    assert order.left == split("0.00")


cents = st.integers(0, 20_000).map(lambda number: D(number) / 100)


@given(
    prices=st.lists(st.tuples(cents, st.integers(1, 5)), min_size=1, max_size=3),
    shipping=cents,
    gift=cents,
    difference=st.integers(-100, 100).map(lambda number: D(number) / 100),
    refunds=st.lists(st.tuples(cents, st.integers(0, 2), st.integers(1, 5), cents), max_size=4),
)
def test_every_refund_is_split_to_the_cent_and_nothing_is_left_at_the_end(
    prices: Any, shipping: Decimal, gift: Decimal, difference: Decimal, refunds: Any
) -> None:
    items = sum((price for price, _ in prices), ZERO)
    tax = (items * D("0.15")).quantize(D("0.01"))
    amount = max(items + tax + shipping + gift + difference, ZERO)
    order = build(
        str(amount),
        lines=[(str(price), seats) for price, seats in prices],
        tax=str(tax),
        shipping=str(shipping),
        gift=str(gift),
    )
    assert order.paid.total == amount
    left = amount
    for value, line, seats, given_back in refunds:
        asked = min(value, left)
        parts = [Part(line, seats, asked)] if line < len(prices) else []
        found = order.split_refund(CompletedRefund(asked, parts=parts))
        assert found.amount == asked
        left -= asked
        if parts and given_back <= order.left.total - order.left.gift:  # seats become a gift, but not the order's gift
            given = order.split_refund(CompletedRefund(ZERO, parts=[Part(line, 1, ZERO, gift=given_back)]))
            assert (given.amount, given.gift) == (ZERO, given_back)
            left -= given_back
    assert order.split_refund(CompletedRefund(left)).amount == left
