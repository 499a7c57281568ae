"""The derived lines of a month, and its balance."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

from giving.gifts import Gift, GiftAmounts
from giving.splits import Part, RefundSplit, Split
from ledger.lines import Movement, derive_lines, get_balance

D = Decimal
SEAT = Split(D("9.90"), D("1.49"))
CASE_A = Split(D("19.80"), D("2.97"), D("0.00"), D("0.23"))
PLAIN = Split(D("12.00"), D("1.80"))
NONE = Split()
DAY, MOMENT = date(2026, 11, 6), datetime(2026, 11, 6, tzinfo=UTC)


def pay(sold: Split = CASE_A, fee: str = "1.29") -> Movement:
    return Movement(DAY, "paypal", "Order", sold.total, D(fee), sold)


def refund(split: RefundSplit) -> Movement:
    return Movement(DAY, "paypal", "Refund", -split.amount, refund=split)


def return_seat(fee: str = "0.00") -> Movement:
    return refund(RefundSplit([(Part(1, 1, SEAT.total - D(fee), D(fee)), SEAT)]))


def give_seat(fee: str = "0.00") -> Movement:
    return refund(RefundSplit([(Part(1, 1, D("0.00"), D(fee), gift=SEAT.total - D(fee)), SEAT)]))


def show(*movements: Movement, **gifts: Sequence[Gift]) -> dict[str, str]:
    return {line.kind: f"{line.amount:.2f}" for line in derive_lines(movements, **gifts)}


def give(gift: str, fee: str = "0.00", seats: Split = NONE, return_fee: str = "0.00") -> Gift:
    return Gift(1, 1, 1, DAY, MOMENT, DAY, GiftAmounts(D(gift), D(fee), seats, D(return_fee)))


def test_the_lines_leave_out_gifts_that_are_not_public_and_the_fee_of_their_payment():
    assert show(pay(), pay(PLAIN, "0.97"), given=[give("0.23", "1.29")]) == {
        "tickets": "31.80",
        "fees": "0.97",
        "sales_tax": "4.77",
    }


def test_a_seat_that_became_a_gift_is_a_ticket_until_that_is_public():
    gift = give(f"{SEAT.total - 3}", seats=SEAT, return_fee="3.00")

    assert show(pay(PLAIN), give_seat(fee="3.00"), given=[gift]) == show(pay(PLAIN))


def test_the_lines_have_gifts_of_earlier_months_that_are_public_now():
    public = give("37.00", "2.00", seats=SEAT)

    assert show(pay(PLAIN, "0.97"), public=[public]) == {
        "tickets": "2.10",
        "gifts": "37.00",
        "fees": "2.97",
        "sales_tax": "0.31",
    }


def test_a_fee_for_a_seat_that_became_a_gift_is_no_part_of_the_gift():
    shown = show(pay(), give_seat(fee="3.00"))

    assert shown == {"tickets": "9.90", "gifts": "8.62", "return_fees": "3.00", "fees": "1.29", "sales_tax": "1.48"}


def test_a_fee_of_the_refund_policy_has_a_line_of_its_own():
    shown = show(return_seat(fee="3.00"))

    assert shown == {"return_fees": "3.00", "refunds": "9.90", "sales_tax": "-1.49"}


def test_the_balance_leaves_out_sales_tax_and_transfers():
    amounts = [
        ("tickets", "100.00"),
        ("gifts", "20.00"),
        ("shipping", "10.00"),
        ("return_fees", "3.00"),
        ("other", "-1.00"),
        ("refunds", "12.00"),
        ("fees", "4.00"),
        ("cost", "30.00"),
        ("paid_out", "50.00"),
        ("sales_tax", "15.00"),
        ("transfer", "80.00"),
    ]

    assert get_balance((kind, D(amount)) for kind, amount in amounts) == D("36.00")
