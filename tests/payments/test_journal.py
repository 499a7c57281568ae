"""The journal: rows are written in the transaction in which money moves, and are never changed."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from charityshop.db.triggers import create_triggers, drop_triggers
from ledger.calendar import LedgerMonth
from ledger.selectors.journal import hash_transfers
from orders.models import Order
from payments import journal
from payments.models import ClosedMonth, Payment, Refund, Transfer
from payments.reports.consistency_checks import list_violations
from payments.selectors.revenue import list_months
from payments.services.import_transactions import record_canceled_reversal, record_reversal
from payments.triggers import JOURNAL_TRIGGERS
from paypal import endpoints
from paypal.schemas import Amount, Transaction
from tests.orders.api_calls import create_order, create_paypal_order, pay, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.payments.services.test_pay_order import pay_elsewhere
from tests.payments.services.test_read_fees import run_upkeep
from tests.support.factories import OccurrenceFactory, in_days


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00")


@pytest.fixture
def paid(as_visitor, paypal, date):
    """Two seats for 23.00, of which PayPal keeps 1.29."""
    return pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))


def list_rows() -> list[str]:
    return [f"{row.debit} ← {row.credit} {row.amount}" for row in Transfer.objects.all()]


PAID = ["paypal ← tickets 20.00", "paypal ← tax 3.00", "paypal_fees ← paypal 1.29"]


def test_a_payment_and_its_refund_are_written_down_when_they_complete(as_admin, paid):
    assert list_rows() == PAID

    post_refund(as_admin, paid, amount="11.50")

    assert list_rows()[3:] == ["tickets ← paypal 10.00", "tax ← paypal 1.50"]
    assert {row.line for row in Transfer.objects.all()} == {Order.objects.get().lines.get()}


def test_a_payment_waits_for_its_fee_and_its_refund_waits_for_the_payment(as_admin, as_visitor, paypal, date):
    paypal.control("rules", fee_lag=3600)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    post_refund(as_admin, order, amount="11.50")
    assert list_rows() == []

    paypal.control("rules", fee_lag=0)
    run_upkeep()

    assert list_rows() == [*PAID, "tickets ← paypal 10.00", "tax ← paypal 1.50"]


def test_a_fee_that_is_given_back_later_is_written_down_then(as_admin, paypal, paid):
    paypal.control("rules", fee_lag=3600, gives_fees_back=True)
    post_refund(as_admin, paid, amount="10.00")
    assert list_rows()[-1] == "tax ← paypal 1.30"

    paypal.control("rules", fee_lag=0)
    run_upkeep()

    assert list_rows()[-1] == "paypal ← paypal_fees 0.35"


def test_a_second_payment_is_owed_until_it_is_refunded(as_visitor, paypal, date):
    paypal.control("rules", unique_invoice_ids=False)
    order = create_order(as_visitor, date)
    first = create_paypal_order(as_visitor, order)
    names = {"custom_id": order["_id"], "payee": {"merchant_id": "SIMMERCHANT01"}}
    second = paypal.control("orders", amount="23.00", **names)["id"]
    for paypal_order_id in (first, second):
        paypal.approve(paypal_order_id)
    pay(as_visitor, order, first)
    endpoints.capture_order(second, key="from-another-window")
    pay(as_visitor, order, second)

    assert list_rows() == [*PAID, "paypal ← owed 23.00", "paypal_fees ← paypal 1.29", "owed ← paypal 23.00"]
    (month,) = list_months()
    assert (month.total.sold, month.total.refunded) == (23, 0)


def test_posting_that_fails_stops_no_payment_and_is_done_later(as_visitor, paypal, date, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(journal, "read_sale", None)
        order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    assert (Order.objects.get(public_id=order["_id"]).status, list_rows()) == ("paid", [])
    assert [each for each in list_violations() if "journal" in each] != []

    call_command("upkeep")

    assert list_rows() == PAID
    assert list_violations() == []


def post_again(model: type[Payment | Refund]) -> list[str]:
    """Return the rows after these are posted again, as if the shop had forgotten that they are."""
    with transaction.atomic():
        model.objects.update(posted_on=None)
        journal.post_money(Order.objects.get())
        rows = list_rows()
        transaction.set_rollback(True)
    return rows


def test_the_database_refuses_to_post_a_payment_a_refund_or_its_fee_twice(as_admin, paypal, paid):
    paypal.control("rules", fee_lag=3600, gives_fees_back=True)
    post_refund(as_admin, paid, amount="10.00")
    paypal.control("rules", fee_lag=0)
    run_upkeep()
    rows = list_rows()

    assert [post_again(Payment), post_again(Refund)] == [rows, rows]
    with pytest.raises(IntegrityError), transaction.atomic():
        journal.post_fee_back(Refund.objects.get())


def test_money_that_an_order_claims_is_posted_once_more_and_no_oftener(as_visitor, paypal, date):
    order = create_order(as_visitor, date)
    create_paypal_order(as_visitor, order)  # so that the shop knows its own account
    listed = pay_elsewhere(paypal, order, payee={"merchant_id": "SIMMERCHANT01"})
    paypal.deliver_webhooks()
    assert pay(as_visitor, order, listed).json()["status"] == "paid"

    rows = list_rows()

    claimed = ["paypal ← paypal_fees 1.29", "owed ← tickets 20.00", "owed ← tax 3.00", "paypal_fees ← paypal 1.29"]
    assert rows == ["paypal ← owed 23.00", "paypal_fees ← paypal 1.29", *claimed]
    assert post_again(Payment) == rows


def test_rows_are_never_changed_or_deleted(paid):
    row = Transfer.objects.values("pk")[:1]
    for write in (lambda: Transfer.objects.filter(pk__in=row).update(amount=1), Transfer.objects.all()._raw_delete):
        with pytest.raises(IntegrityError, match="Transfers never change"), transaction.atomic():
            write() if write.__name__ == "<lambda>" else write(connection.alias)
    assert list_rows() == PAID


def close_through(day):
    digest, by = hash_transfers(LedgerMonth.of(day)), User.objects.first()
    ClosedMonth.objects.create(last_day=day, closed_at=timezone.now(), closed_by=by, digest=digest)


def test_nothing_is_written_on_a_day_of_a_closed_month(paid):
    close_through(timezone.localdate())
    with pytest.raises(IntegrityError, match="This month is closed"), transaction.atomic():
        Transfer.objects.create(
            day=timezone.localdate(),
            debit="bank",
            credit="paypal",
            amount=1,
            number=9,
            payment_id=Payment.objects.get().pk,
        )


def test_money_that_is_won_back_is_posted_no_earlier_than_its_reversal(as_visitor, paypal, date):
    """The reversal was in a month that was closed before PayPal reported it, so its rows are today's."""
    today, amount = timezone.localdate(), Decimal("23.00")
    last_month = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    first = (last_month - today).days
    paypal.control("rules", fee_lag=3600)
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    Payment.objects.update(captured_at=in_days(first - 9))
    paypal.control("rules", fee_lag=0)
    run_upkeep()
    close_through(last_month - timedelta(days=1))
    capture = paypal.captures()[0]["id"]

    record_reversal(Transaction("R1", "T1106", "S", Amount(-amount, "USD"), capture, "", at=in_days(first - 5)))
    record_canceled_reversal(Transaction("B1", "T1106", "S", Amount(amount, "USD"), "R1", "", at=in_days(first + 2)))

    days = dict(Refund.objects.values_list("kind", "posted_on"))
    assert days == {"reversal": today, "returned": today}


def test_a_return_that_paypal_dates_before_its_reversal_is_posted_after_it(as_visitor, paypal, date):
    """Both wait for the fee. PayPal gave no time for the reversal, so it is of when the shop learned of it."""
    amount = Decimal("23.00")
    paypal.control("rules", fee_lag=3600)
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    capture = paypal.captures()[0]["id"]
    record_reversal(Transaction("R1", "T1106", "S", Amount(-amount, "USD"), capture, "", at=None))
    record_canceled_reversal(Transaction("B1", "T1106", "S", Amount(amount, "USD"), "R1", "", at=in_days(-1)))

    Payment.objects.update(fee=Decimal("1.29"))
    journal.post_what_is_missing()

    returned = ["paypal ← tax 3.00", "paypal ← tickets 20.00"]
    assert list_rows() == [*PAID, "tickets ← paypal 20.00", "tax ← paypal 3.00", *returned]


def test_a_row_that_was_changed_behind_the_shops_back_is_found(paid):
    drop_triggers(connection, JOURNAL_TRIGGERS)
    Transfer.objects.filter(credit="tickets").update(amount=21)

    assert any("its rows in the journal add up to 22.71" in each for each in list_violations())
    Transfer.objects.filter(credit="tickets").update(amount=20)
    create_triggers(connection)
