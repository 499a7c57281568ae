"""journal.csv, as QuickBooks Online and GnuCash read it."""

from decimal import Decimal

import pytest

from payments.models import LedgerEntry, Payment
from tests.changes.change_calls import post_change
from tests.conftest import signed_in
from tests.ledger.accounting_programs import import_into_gnucash, import_into_quickbooks, sum_accounts
from tests.ledger.ledger_calls import add_entry, buy, close, explain, get_amounts, get_month, move_money, read_journal
from tests.payments.refund_calls import post_refund


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check, which moving the clock confuses."""


def test_a_payment_is_one_balanced_entry(paypal, as_visitor, as_admin, month):
    order = buy(paypal, as_visitor)

    text = read_journal(as_admin, month)

    (entry,) = import_into_quickbooks(text).values()
    assert entry.day == Payment.objects.get().posted_on
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
    assert round(-income, 2) == sum(lines[kind] for kind in ("tickets", "gifts", "return_fees")) - lines["refunds"]


def test_entries_are_in_the_journal(paypal, as_admin, month):
    add_entry(as_admin, month)
    add_entry(as_admin, month, kind="transfer", amount=100, text="To the bank")
    gift = move_money(paypal, "donations", "25.00")
    entry = add_entry(as_admin, month, kind="other", amount=23.64, text="A gift at PayPal").json()["_id"]
    explain(as_admin, month, gift, entry=entry)

    expected = {"Expenses:Costs": 9.5, "Assets:Bank": 90.5, "Assets:PayPal": -76.36, "Income:Other": -23.64}
    assert sum_accounts(read_journal(as_admin, month)) == expected


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
    assert closed.getvalue() == draft.getvalue()


def test_the_journal_of_a_closed_month_never_changes(paypal, admin, as_visitor, month, next_month):
    buy(paypal, as_visitor)
    next_month()
    staff = signed_in(admin)
    close(staff, month)
    text = read_journal(staff, month)

    Payment.objects.update(fee="9.99")

    assert read_journal(staff, month) == text


def test_no_names_and_no_formulas_are_exported(paypal, as_visitor, visitor, as_admin, month):
    buy(paypal, as_visitor)
    add_entry(as_admin, month, text='=HYPERLINK("http://example.com")')

    text = read_journal(as_admin, month)

    assert visitor.first_name not in text
    assert visitor.email not in text
    assert {entry.text[0] for entry in import_into_quickbooks(text).values()} == {"O", "'"}


@pytest.mark.parametrize(
    ("kind", "amount", "expected"),
    [
        ("cost", 9, {"Expenses:Costs": 9, "Assets:Bank": -9}),
        ("cost", -9, {"Expenses:Costs": -9, "Assets:Bank": 9}),
        ("paid_out", 50, {"Expenses:Paid-Out": 50, "Assets:Bank": -50}),
        ("transfer", 50, {"Assets:Bank": 50, "Assets:PayPal": -50}),
        ("other", 9.16, {"Income:Other": -9.16, "Assets:Cash": 9.16}),
        ("other", -1, {"Income:Other": 1, "Assets:Cash": -1}),
        ("tax_paid", 3, {"Liabilities:Sales-Tax": 3, "Assets:Bank": -3}),
        ("cost from=cash", 9, {"Expenses:Costs": 9, "Assets:Cash": -9}),
        ("transfer from=cash", 60, {"Assets:Bank": 60, "Assets:Cash": -60}),
        ("other from=gifts to=bank", 40, {"Assets:Bank": 40, "Income:Gifts": -40}),
        ("other from=other to=owed", 5, {"Liabilities:Owed": 5, "Income:Other": -5}),
        ("other from=other to=bank", -220.5, {"Assets:Bank": -220.5, "Income:Other": 220.5}),
        ("other from=opening to=bank", 1240, {"Assets:Bank": 1240, "Equity:Opening-Balances": -1240}),
    ],
)
def test_what_staff_enter_moves_between_the_accounts_that_they_name_or_the_usual_ones(
    as_admin, month, kind, amount, expected
):
    kind, *sides = kind.split()
    assert add_entry(as_admin, month, kind=kind, amount=amount, **dict(side.split("=") for side in sides)).status_code

    assert sum_accounts(read_journal(as_admin, month)) == expected


@pytest.mark.parametrize(
    "sent",
    [
        {"from": "costs"},
        {"from": "opening", "to": "gifts"},
        {"kind": "cost", "from": "gifts"},
        {"kind": "transfer", "from": "bank", "to": "bank"},
        {"kind": "transfer", "to": "costs"},
        {"kind": "tax_paid", "to": "owed"},
        {"kind": "other", "from": "gifts", "to": "other"},
        {"kind": "other", "from": "tickets"},
    ],
)
def test_accounts_that_a_kind_of_entry_does_not_have_are_refused_at_their_field(as_admin, month, sent):
    answer = add_entry(as_admin, month, **sent)

    assert (answer.status_code, {*answer.json()["errors"]} <= {"from", "to"}) == (400, True)
    assert not LedgerEntry.objects.exists()


def test_what_explains_a_line_of_paypal_is_there_as_long_as_it_does(paypal, as_admin, month):
    gift = move_money(paypal, "donations", "25.00")
    cost, other = (add_entry(as_admin, month, kind=kind, amount=20).json()["_id"] for kind in ("cost", "other"))
    explain(as_admin, month, gift, entry=cost)
    at_paypal = {"Expenses:Costs": 20, "Assets:PayPal": -20, "Income:Other": -20, "Assets:Cash": 20}
    assert sum_accounts(read_journal(as_admin, month)) == at_paypal

    explain(as_admin, month, gift, entry=other)

    moved = {"Expenses:Costs": 20, "Assets:Bank": -20, "Income:Other": -20, "Assets:PayPal": 20}
    assert sum_accounts(read_journal(as_admin, month)) == moved
    lines = get_month(as_admin, month)["lines"]
    assert [(line["kind"], line["amount"]) for line in lines] == [("cost", 20), ("other", 20)]
