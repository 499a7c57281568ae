"""journal.csv, as QuickBooks Online and GnuCash read it."""

from datetime import date
from decimal import Decimal

import pytest

from charityshop.settings.static import DEFAULT_ACCOUNTS
from giving.splits import RefundSplit, Split
from ledger.journal import list_rows, post_entry, post_movement
from ledger.lines import Movement
from orders.models import Payment
from payments.postings import Part
from tests.changes.change_calls import post_change
from tests.conftest import signed_in
from tests.ledger.accounting_programs import import_into_gnucash, import_into_quickbooks
from tests.ledger.ledger_calls import add_entry, buy, close, explain, get_amounts, move_money, read_journal
from tests.payments.refund_calls import post_refund

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check, which moving the clock confuses."""


def sum_accounts(text):
    """Return what all journal entries debit to each account, less what they credit."""
    sums = {}
    for transaction in import_into_quickbooks(text).values():
        for account, debit in transaction.splits.items():
            sums[account] = sums.get(account, Decimal(0)) + debit
    return {account: float(debit) for account, debit in sums.items() if debit}


def test_a_payment_is_one_balanced_entry(paypal, as_visitor, as_admin, month):
    order = buy(paypal, as_visitor)

    text = read_journal(as_admin, month)

    (entry,) = import_into_quickbooks(text).values()
    assert entry.day == Payment.objects.get().booked_on
    assert entry.text == f"Order {order['_id']}"
    assert {account: str(debit) for account, debit in entry.splits.items()} == {
        "Assets:PayPal": "21.71",
        "Expenses:PayPal-Fees": "1.29",
        "Income:Tickets": "-20.00",
        "Liabilities:Sales-Tax": "-3.00",
    }
    assert list(import_into_gnucash(text).values()) == [entry]


def test_the_journal_agrees_with_the_lines_and_with_paypals_balance(paypal, as_visitor, as_admin, month):
    order = buy(paypal, as_visitor, seats=4, event__refund_policy="minus_fee", event__refund_fee_per_seat="2.00")
    assert post_change(as_visitor, order, "refund", seats=1, amount=9.5).status_code == 201
    assert post_change(as_visitor, order, "gift", seats=1, amount=9.5).status_code in (201, 409)
    assert post_refund(as_admin, order, amount="5.00").status_code == 200

    sums, lines = sum_accounts(read_journal(as_admin, month)), get_amounts(as_admin, month)

    fees = sum(Decimal(capture["seller_receivable_breakdown"]["paypal_fee"]["value"]) for capture in paypal.captures())
    refunds = sum(Decimal(refund["amount"]["value"]) for refund in paypal.refunds())
    assert sums["Assets:PayPal"] == float(Decimal("46.00") - fees - refunds)
    assert sums["Expenses:PayPal-Fees"] == lines["fees"]
    income = sum(amount for account, amount in sums.items() if account.startswith("Income:"))
    shown = lines["tickets"] + lines["return_fees"] - lines["refunds"]
    assert round(-income - shown, 2) == 1.5, "the lines have the seat that became a gift as a ticket, without its tax"


def test_entries_are_in_the_journal(paypal, as_admin, month):
    add_entry(as_admin, month)
    add_entry(as_admin, month, kind="transfer", amount=100, text="To the bank")
    gift = move_money(paypal, "donations", "25.00")
    entry = add_entry(as_admin, month, kind="other", amount=23.64, text="A gift at PayPal").json()["_id"]
    explain(as_admin, month, gift, entry=entry)

    assert sum_accounts(read_journal(as_admin, month)) == {
        "Expenses:Costs": 9.5,
        "Assets:Bank": 90.5,
        "Assets:PayPal": -76.36,
        "Income:Other": -23.64,
    }


def test_the_file_of_an_open_month_is_a_draft(paypal, admin, as_visitor, month, next_month):
    path = f"/api/ledger/{month}/journal.csv"
    buy(paypal, as_visitor)
    draft = signed_in(admin).get(path)
    assert draft["Content-Disposition"] == f'attachment; filename="journal-{month}-draft.csv"'
    next_month()
    staff = signed_in(admin)
    assert close(staff, month).status_code == 200

    closed = staff.get(path)

    assert closed["Content-Disposition"] == f'attachment; filename="journal-{month}.csv"'
    assert b"".join(closed.streaming_content) == b"".join(draft.streaming_content)


def test_the_journal_of_a_closed_month_never_changes(paypal, admin, as_visitor, month, next_month, settings):
    buy(paypal, as_visitor)
    next_month()
    staff = signed_in(admin)
    close(staff, month)
    text = read_journal(staff, month)

    Payment.objects.update(fee="9.99")
    settings.JOURNAL_ACCOUNTS = settings.JOURNAL_ACCOUNTS | {"paypal": "Bank:PayPal"}

    assert read_journal(staff, month) == text


def test_no_names_and_no_formulas_are_exported(paypal, as_visitor, visitor, as_admin, month):
    buy(paypal, as_visitor)
    add_entry(as_admin, month, text='=HYPERLINK("http://example.com")')

    text = read_journal(as_admin, month)

    assert visitor.first_name not in text
    assert visitor.email not in text
    assert {entry.text[0] for entry in import_into_quickbooks(text).values()} == {"O", "'"}


# --- The journal ------------------------------------------------------------------------------------------------------


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
