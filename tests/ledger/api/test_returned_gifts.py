"""Money returns from where it went: the journal, the month's lines and "raised" after gifts and fees are returned."""

import pytest
from django.utils import timezone

from giving.models import Goal
from orders.models import Order, OrderLine
from payments.models import Payment, Refund, Transfer
from payments.reports.consistency_checks import list_violations
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_payment import settle_paypal_order
from tests.changes.change_calls import post_change
from tests.giving.api.raised_calls import get_raised
from tests.ledger.accounting_programs import sum_accounts
from tests.ledger.ledger_calls import get_amounts, read_journal
from tests.ledger.movement_checks import find_other_revenue
from tests.orders.api_calls import get_order
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order

POLICY = {"event__refund_policy": "minus_fee", "event__refund_fee_per_seat": "2.00"}
INCOMES = ("Income:Tickets", "Income:Gifts", "Income:Return-Fees", "Liabilities:Sales-Tax")


@pytest.fixture
def get_sums(as_admin, month):
    """Return a function that returns the credits of the journal's accounts, with what is left of each."""

    def read():
        sums = sum_accounts(read_journal(as_admin, month))
        assert list(find_other_revenue()) == []
        return [-sums.get(name, 0) for name in INCOMES]

    return read


@pytest.fixture
def order(as_visitor, paypal):
    """Three seats at $12.00, with tax $13.80 each, and a gift of $5.00."""
    date = OccurrenceFactory(**POLICY)
    return create_paid_order(paypal, as_visitor, date, seats=3, gift=5)


def keep(client, order):
    """Leave a seat to the club as a gift of $11.80, after the fee of $2.00."""
    answer = post_change(client, order, "gift", seats=1, amount="11.80")
    assert answer.status_code == 201, answer.content


def test_a_full_refund_takes_a_seat_that_became_a_gift_from_the_gifts(
    as_visitor, as_admin, as_anonymous, paypal, month, get_sums
):
    date = OccurrenceFactory(event__refund_policy="full")
    order = create_paid_order(paypal, as_visitor, date, seats=1)
    Goal.objects.create(title="School lunches", event=date.event)
    post_change(as_visitor, order, "gift", seats=1, amount="13.80")
    assert get_sums() == [0, 13.80, 0, 0]

    refunded = post_refund(as_admin, order).json()

    assert (refunded["status"], refunded["refundedPrice"]) == ("refunded", 13.8)
    assert get_sums() == [0, 0, 0, 0]
    assert set(get_amounts(as_anonymous, month)) == {"fees"}
    raised = get_raised(as_anonymous, product=date.event.public_id)
    assert (raised["tickets"], raised["gifts"]) == (0.0, 0.0)


def test_everything_returns_seats_gifts_and_fees(as_visitor, as_admin, order, get_sums):
    keep(as_visitor, order)
    post_change(as_visitor, order, "refund", seats=1, amount="11.80")
    assert get_sums() == [12.00, 16.80, 4.00, 1.80]

    post_refund(as_admin, order)

    assert get_sums() == [0, 0, 0, 0]


def test_an_amount_is_taken_from_seats_then_fees_then_their_gifts_and_last_from_the_gift(
    as_visitor, as_admin, order, get_sums
):
    keep(as_visitor, order)
    left = []
    for amount in ("27.60", "1.50", "5.50", "6.80", "5.00"):
        assert post_refund(as_admin, order, amount=amount).status_code == 200
        left.append(get_sums())

    assert left == [[0, 16.80, 2.00, 0], [0, 16.80, 0.50, 0], [0, 11.80, 0, 0], [0, 5.00, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize("action", ["refund", "reverse"])
def test_money_taken_at_paypal_returns_from_where_it_went(as_visitor, paypal, order, get_sums, action):
    keep(as_visitor, order)

    paypal.change_capture(action)
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)

    assert get_sums() == [0, 0, 0, 0]


def test_no_fee_is_left_of_seats_whose_money_was_refunded_while_their_refund_was_pending(
    as_visitor, as_admin, paypal, get_sums
):
    date = OccurrenceFactory(**POLICY)
    order = create_paid_order(paypal, as_visitor, date, seats=1)
    paypal.fault("refund", "pending", times=1)
    assert post_change(as_visitor, order, "refund", seats=1, amount="11.80").status_code == 201
    post_refund(as_admin, order, amount="2.00")

    (pending,) = (made for made in paypal.refunds() if made["status"] == "PENDING")
    paypal.control(f"refunds/{pending['id']}/complete")
    Refund.objects.update(created_at=in_days(-1))  # upkeep leaves younger refunds alone
    reconcile_payments()

    assert get_order(as_visitor, order)["refundedPrice"] == 13.8
    assert get_sums() == [0, 0, 0, 0]


def test_more_returned_than_was_paid_is_reported_until_it_is_corrected(order):
    sold, line = Order.objects.get(), OrderLine.objects.get()
    row = {"day": timezone.localdate(), "amount": 40, "order": sold, "line": line, "payment": Payment.objects.get()}
    wrong = "35.00 more of gifts was returned than was paid."

    Transfer.objects.create(debit="gifts", credit="tickets", number=98, **row)
    assert list_violations() == [f"Order {order['_id']}, line {line.pk}: {wrong}"]

    Transfer.objects.create(debit="tickets", credit="gifts", number=99, **row)
    assert list_violations() == []
