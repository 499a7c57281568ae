"""What upkeep does for the buyers of changed dates: tell them once, and settle what they don't choose."""

from datetime import timedelta

import pytest

from bookings.models import Booking
from changes.models import Entitlement
from changes.services.date_changes.process_date_changes import process_date_changes, process_entitlement
from charityshop.models import Retry
from events.models import Event, Occurrence
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment, Refund
from payments.services.reconcile_payments import reconcile_payments
from tests.bookings.events import json_time, save
from tests.changes.change_calls import (
    REASON,
    begin_cancel,
    buy,
    count_outcomes,
    create_date,
    end_answers,
    get_change,
    get_options,
    move,
)
from tests.conftest import signed_in
from tests.orders.api_calls import get_order, list_attention
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import UserFactory, in_days
from tests.support.paid_orders import create_test_order


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=20, event__refund_policy="none")


@pytest.fixture
def paid_by_another(as_other_visitor, paypal, date):
    return buy(as_other_visitor, paypal, date, seats=1)


def count_emails(kind):
    return Outgoing.objects.filter(kind=kind).count()


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_each_buyer_is_told_once(as_admin, date, paid, paid_by_another, kind):
    change_id = begin_cancel(as_admin, date) if kind == "cancel" else move(as_admin, date, in_days(9))
    assert count_emails("canceled_choice") + count_emails("moved_choice") == 0

    assert process_date_changes() == 2
    assert process_date_changes() == 0

    assert count_emails("canceled_choice" if kind == "cancel" else "moved_choice") == 2
    assert count_outcomes(as_admin, change_id) == {"total": 2, "told": 2, "undecided": 2}
    assert get_change(as_admin, change_id)["status"] == "running"


def test_a_date_moved_with_a_choice_and_saved_again_is_written_about_once(as_admin, date, paid):
    Event.objects.filter(pk=date.event_id).update(starts_at=date.starts_at, ends_at=date.ends_at)
    move(as_admin, date, date.starts_at + timedelta(hours=2))
    later = date.starts_at + timedelta(hours=3)
    times = {"startTime": json_time(later), "endTime": json_time(later + timedelta(hours=2))}
    before = Outgoing.objects.count()

    assert save(as_admin, date.event, **times, moveBookings=True).status_code == 200
    process_date_changes()

    assert [message.kind for message in Outgoing.objects.order_by("pk")[before:]] == ["moved_choice"]


def test_a_run_that_was_killed_halfway_is_resumed(as_admin, paypal, date):
    buyers = [UserFactory() for _ in range(4)]
    for buyer in buyers:
        buy(signed_in(buyer), paypal, date, seats=1)
    change_id = begin_cancel(as_admin, date, answerHours=0)
    first, second, *_ = Entitlement.objects.order_by("pk").values_list("pk", flat=True)
    process_entitlement(first)
    process_entitlement(second)  # and then the process was killed, before it called PayPal
    assert paypal.refunds() == []
    assert count_outcomes(as_admin, change_id) == {"total": 4, "told": 2, "refunded": 2, "undecided": 2}

    process_date_changes()
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()

    assert count_outcomes(as_admin, change_id) == {"total": 4, "told": 4, "refunded": 4}
    assert get_change(as_admin, change_id)["status"] == "done"
    assert list_refunded_amounts(paypal) == ["12.42"] * 4
    assert count_emails("date_canceled") == 4
    assert list(Order.objects.values_list("status", flat=True)) == ["refunded"] * 4


@pytest.mark.django_db(transaction=True)
def test_a_buyer_who_cannot_be_handled_stops_nobody_else(as_admin, date, paid, paid_by_another):
    change_id = begin_cancel(as_admin, date, answerHours=0)
    Order.objects.filter(public_id=paid["_id"]).update(status="review")

    process_date_changes()

    assert count_outcomes(as_admin, change_id) == {"total": 2, "told": 1, "refunded": 1, "undecided": 1}
    assert Retry.objects.get(job="date change").last_error.endswith("is in review.")
    Order.objects.filter(public_id=paid["_id"]).update(status="paid")


def test_free_seats_of_an_old_order_are_returned_without_staff(as_admin, as_visitor, paypal, date):
    """PayPal refunds payments for 180 days, and these seats cost nothing."""
    order = buy(as_visitor, paypal, date, create_date(event__price="0"))
    Payment.objects.update(captured_at=in_days(-200))
    change_id = begin_cancel(as_admin, Occurrence.objects.get(event__price=0))
    free = get_options(as_visitor, order)[1]
    assert (free["refund"]["allowed"], free["refund"]["amounts"]) == (True, [0, 0, 0])
    end_answers()

    process_date_changes()

    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "refunded": 1}
    assert list_attention(as_admin) == []


def test_without_an_answer_seats_of_a_moved_date_stay(as_admin, as_visitor, paypal, date, paid):
    change_id = move(as_admin, date, in_days(9))
    process_date_changes()
    end_answers()

    process_date_changes()

    assert paypal.refunds() == []
    assert get_order(as_visitor, paid)["status"] == "paid"
    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "kept": 1}
    assert get_change(as_admin, change_id)["status"] == "done"


def test_without_time_to_answer_everybody_is_refunded_at_once(
    as_admin, as_visitor, as_other_visitor, paypal, date, paid
):
    test_order = create_test_order(as_other_visitor, date)
    change_id = begin_cancel(as_admin, date, answerHours=0)

    process_date_changes()

    assert list_refunded_amounts(paypal) == ["37.26"]
    assert [get_order(as_admin, order)["status"] for order in (paid, test_order)] == ["refunded", "refunded"]
    assert count_outcomes(as_admin, change_id) == {"total": 2, "told": 2, "refunded": 2}
    assert get_change(as_admin, change_id)["status"] == "done"
    assert (count_emails("date_canceled"), count_emails("order_refunded"), count_emails("canceled_choice")) == (2, 2, 0)
    assert set(Refund.objects.values_list("reason", flat=True)) == {REASON}


def test_seats_refunded_by_staff_meanwhile_are_not_refunded_again(as_admin, paypal, date, paid):
    change_id = begin_cancel(as_admin, date)
    post_refund(as_admin, paid)
    end_answers()

    process_date_changes()

    assert list_refunded_amounts(paypal) == ["37.26"]
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_a_refused_refund_has_failed_until_staff_refund_again(as_admin, paypal, date, paid):
    paypal.fault("refund", "unprocessable")
    change_id = begin_cancel(as_admin, date, answerHours=0)

    process_date_changes()

    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "failed": 1}
    assert get_change(as_admin, change_id)["status"] == "done"
    post_refund(as_admin, paid)
    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "refunded": 1}
    assert Booking.objects.get().status == "refunded"
