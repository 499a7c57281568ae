"""The journal's rows: double entries that balance."""

from datetime import date
from decimal import Decimal

from charityshop.settings.static import DEFAULT_ACCOUNTS
from giving.splits import Part, RefundSplit, Split
from ledger.journal import list_rows, post_entry, post_movement
from ledger.lines import Movement

D = Decimal
CASE_A = Movement(
    date(2026, 11, 6),
    "paypal",
    "Order 65f0",
    D("23.00"),
    D("1.29"),
    Split(D("19.80"), D("2.97"), D("0.00"), D("0.23")),
)


def show(*postings):
    return [row[2:3] + row[4:] for row in list_rows("2026-11", postings, DEFAULT_ACCOUNTS)]


def test_a_payment_is_income_a_liability_and_a_fee():
    assert show(post_movement(CASE_A)) == [
        ["Assets:PayPal", "21.71", ""],
        ["Expenses:PayPal-Fees", "1.29", ""],
        ["Income:Tickets", "", "19.80"],
        ["Liabilities:Sales-Tax", "", "2.97"],
        ["Income:Gifts", "", "0.23"],
    ]


def test_a_refund_with_a_fee_reverses_tickets_and_tax():
    split = RefundSplit([(Part(1, 1, D("8.39"), fee=D("3.00")), Split(D("9.90"), D("1.49")))])

    assert show(post_movement(Movement(date(2026, 11, 7), "paypal", "Refund", D("-8.39"), refund=split))) == [
        ["Assets:PayPal", "", "8.39"],
        ["Income:Tickets", "9.90", ""],
        ["Liabilities:Sales-Tax", "1.49", ""],
        ["Income:Return-Fees", "", "3.00"],
    ]


def test_a_seat_given_as_a_gift_moves_tickets_and_tax_to_gifts():
    split = RefundSplit([(Part(1, 1, D("0.00"), gift=D("11.39")), Split(D("9.90"), D("1.49")))])

    assert show(post_movement(Movement(date(2026, 11, 7), "paypal", "Gift", D("0.00"), refund=split))) == [
        ["Income:Tickets", "9.90", ""],
        ["Liabilities:Sales-Tax", "1.49", ""],
        ["Income:Gifts", "", "11.39"],
    ]


def test_what_staff_enter_comes_from_the_bank_the_drawer_or_paypal():
    def post(kind, amount, is_at_paypal=False):
        posting = post_entry(kind=kind, day=date(2026, 11, 8), amount=D(amount), text="x", is_at_paypal=is_at_paypal)
        return show(posting)

    assert post("cost", "9.00") == [["Expenses:Costs", "9.00", ""], ["Assets:Bank", "", "9.00"]]
    assert post("paid_out", "50.00") == [["Expenses:Paid-Out", "50.00", ""], ["Assets:Bank", "", "50.00"]]
    assert post("transfer", "50.00") == [["Assets:Bank", "50.00", ""], ["Assets:PayPal", "", "50.00"]]
    assert post("other", "-1.00") == [["Income:Other", "1.00", ""], ["Assets:Cash", "", "1.00"]]
    assert post("other", "9.16", True) == [["Income:Other", "", "9.16"], ["Assets:PayPal", "9.16", ""]]
    assert post("cost", "20.00", True) == [["Expenses:Costs", "20.00", ""], ["Assets:PayPal", "", "20.00"]]
