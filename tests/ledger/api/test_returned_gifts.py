"""Money returns from where it went: the journal, the month's lines and "raised" after gifts and fees are returned."""

from datetime import timedelta

import pytest
from django.utils import timezone

from giving.models import Goal
from giving.selectors.gifts import read_gifts
from orders.models import Payment, Refund, RefundPart
from payments.reports.consistency_checks import list_violations
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_paypal_order import settle_paypal_order
from tests.changes.change_calls import post_change
from tests.conftest import signed_in
from tests.giving.api.raised_calls import get_raised
from tests.ledger.accounting_programs import import_into_quickbooks
from tests.ledger.ledger_calls import get_amounts, read_journal
from tests.ledger.movement_checks import find_ledger_violations
from tests.orders.api_calls import list_booking_ids
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, UserFactory, in_days
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db

POLICY = {"event__refund_policy": "minus_fee", "event__refund_fee_per_seat": "2.00"}
INCOMES = ("Income:Tickets", "Income:Gifts", "Income:Return-Fees", "Liabilities:Sales-Tax")


@pytest.fixture
def get_sums(as_admin, as_anonymous, month):
    """Return a function that returns the credits of the journal's accounts, with what is left of each."""

    def read():
        entries = import_into_quickbooks(read_journal(as_admin, month)).values()
        assert find_ledger_violations() == []
        return [float(-sum(entry.splits.get(name, 0) for entry in entries)) for name in INCOMES]

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

    assert left == [
        [0, 16.80, 2.00, 0],
        [0, 16.80, 0.50, 0],
        [0, 11.80, 0, 0],
        [0, 5.00, 0, 0],
        [0, 0, 0, 0],
    ]


@pytest.mark.parametrize("action", ["refund", "reverse"])
def test_money_taken_at_paypal_returns_from_where_it_went(as_visitor, paypal, order, get_sums, action):
    keep(as_visitor, order)

    paypal.control(f"captures/{paypal.captures()[0]['id']}/{action}")
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

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["refundedPrice"] == 13.8
    assert get_sums() == [0, 0, 0, 0]


def test_money_recorded_as_returned_from_elsewhere_is_reported(as_visitor, as_admin, order):
    keep(as_visitor, order)
    post_refund(as_admin, order, amount="5.00")
    post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})
    assert list_violations() == []
    part = RefundPart.objects.last()

    RefundPart.objects.filter(pk=part.pk).update(gift="40.00")

    (sentence,) = list_violations()
    assert "more than was paid for tickets" in sentence
    RefundPart.objects.filter(pk=part.pk).update(gift=part.gift)


def test_public_gifts_stay_as_they_are_when_paypal_reports_a_refund_of_the_day_before(paypal, as_visitor, as_admin):
    today, date = timezone.localdate(), OccurrenceFactory(event__refund_policy="full")
    clients = [as_visitor, *(signed_in(UserFactory()) for _ in range(5))]
    orders = [create_paid_order(paypal, client, date) for client in clients]
    for client, order in zip(clients, orders, strict=True):
        assert post_change(client, order, "gift", seats=1, amount="13.80").status_code == 201
        if client is as_visitor:
            Refund.objects.update(booked_on=today - timedelta(days=2))
            post_refund(as_admin, order, amount="7.60")
    public = read_gifts().public
    assert len(public) == 2

    payment = Payment.objects.earliest("pk")
    paypal.control(f"captures/{payment.capture_id}/refund", amount={"currency_code": "USD", "value": "20.00"})
    settle_paypal_order(paypal_order_id=payment.paypal_order_id)
    Refund.objects.filter(kind=Refund.Kind.AT_PAYPAL).update(booked_on=today - timedelta(days=1))

    assert read_gifts().public == public
