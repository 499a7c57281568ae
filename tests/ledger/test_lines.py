"""The derived lines of a month, and its balance."""

from datetime import date
from decimal import Decimal
from itertools import product

import pytest

from giving.splits import Part, RefundSplit, Split
from ledger.lines import Movement, derive_lines, get_balance

D = Decimal
SEAT = Split(D("9.90"), D("1.49"))
CASE_A = Split(D("19.80"), D("2.97"), D("0.00"), D("0.23"))


def pay(user: int = 1, sold: Split = CASE_A, fee: str = "1.29") -> Movement:
    return Movement(date(2026, 11, 6), "paypal", "Order", user, sold.total, D(fee), sold)


def return_seat(fee: str = "0.00") -> Movement:
    part = Part(1, 1, SEAT.total - D(fee), D(fee))
    return Movement(date(2026, 11, 7), "paypal", "Refund", 1, -part.amount, refund=RefundSplit([(part, SEAT)]))


def give_seat(fee: str = "0.00") -> Movement:
    part = Part(1, 1, D("0.00"), D(fee), gift=SEAT.total - D(fee))
    return Movement(date(2026, 11, 7), "paypal", "Refund", 1, D("0.00"), refund=RefundSplit([(part, SEAT)]))


def show(*movements: Movement) -> dict[str, str]:
    return {line.kind: f"{line.amount:.2f}" for line in derive_lines(movements)}


def test_gifts_of_fewer_than_three_buyers_are_shown_as_tickets():
    shown = show(pay(1), pay(1), pay(2))

    assert shown == {"tickets": "60.09", "fees": "3.87"}, "with sales tax, the tickets could be calculated"


PLAIN = Split(D("12.00"), D("1.80"))
LARGE = Split(D("12.00"), D("1.80"), D("4.00"), D("37.00"))


def return_gift() -> Movement:
    rest = RefundSplit(rest=Split(gift=D("37.00")))
    return Movement(date(2026, 11, 8), "paypal", "Refund", 9, D("-37.00"), refund=rest)


@pytest.mark.parametrize(
    "movements",
    [
        [pay(9, LARGE)],
        [pay(9, LARGE), pay(1, PLAIN), pay(2, PLAIN), pay(3, PLAIN)],
        [pay(9, LARGE), return_seat(), pay(1, PLAIN)],
        [pay(9, Split(gift=D("37.00")))],
        [pay(9, Split(gift=D("37.00"))), pay(1, PLAIN)],
        [pay(9, LARGE), return_gift()],
        [return_gift(), pay(1, PLAIN)],
    ],
    ids=lambda movements: f"{len(movements)} movements",
)
def test_the_lines_of_a_month_neither_state_the_gift_of_its_only_giver_nor_add_up_to_it(movements):
    lines = {kind: D(amount) for kind, amount in show(*movements).items()}
    amounts = [*lines.values(), lines.get("sales_tax", D(0)) / D("0.15")]

    sums = {
        sum((sign * amount for sign, amount in zip(signs, amounts, strict=True)), D(0))
        for signs in product((-1, 0, 1), repeat=len(amounts))
    }

    assert not {D("37.00"), D("-37.00")} & sums


def test_a_month_whose_gifts_were_all_returned_still_adds_up():
    assert show(pay(9, LARGE), return_gift()) == {"tickets": "12.00", "shipping": "4.00", "fees": "1.29"}


def test_gifts_of_three_buyers_have_a_line():
    shown = show(pay(1), pay(2), pay(3))

    assert shown == {"tickets": "59.40", "gifts": "0.69", "fees": "3.87", "sales_tax": "8.91"}


def test_buyers_who_gave_nothing_are_no_givers():
    plain = Split(D("12.00"), D("1.80"))

    assert "gifts" not in show(pay(1), pay(2, plain), pay(3, plain))


def test_refunds_are_shown_without_the_tax_that_they_return():
    shown = show(pay(sold=Split(D("19.80"), D("2.97"))), return_seat())

    assert shown == {"tickets": "19.80", "refunds": "9.90", "fees": "1.29", "sales_tax": "1.48"}


def test_a_seat_that_became_a_gift_is_no_refund():
    shown = show(pay(1), pay(2), pay(3), give_seat())

    assert shown == {"tickets": "49.50", "gifts": "12.08", "fees": "3.87", "sales_tax": "7.42"}


def test_a_fee_for_a_seat_that_became_a_gift_is_no_part_of_the_gift():
    shown = show(pay(1), pay(2), pay(3), give_seat(fee="3.00"))

    assert shown == {"tickets": "49.50", "gifts": "9.08", "return_fees": "3.00", "fees": "3.87", "sales_tax": "7.42"}


def test_a_fee_of_the_refund_policy_has_a_line_of_its_own():
    shown = show(return_seat(fee="3.00"))

    assert shown == {"return_fees": "3.00", "refunds": "9.90", "sales_tax": "-1.49"}


def test_the_balance_leaves_out_sales_tax_and_transfers():
    amounts = [
        ("tickets", "100.00"), ("gifts", "20.00"), ("shipping", "10.00"), ("return_fees", "3.00"), ("other", "-1.00"),
        ("refunds", "12.00"), ("fees", "4.00"), ("cost", "30.00"), ("paid_out", "50.00"), ("sales_tax", "15.00"),
        ("transfer", "80.00"),
    ]  # fmt: skip

    assert get_balance((kind, D(amount)) for kind, amount in amounts) == D("36.00")
