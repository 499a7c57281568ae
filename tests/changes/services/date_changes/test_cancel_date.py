"""POST /api/products/{id}/snooze with `refund`: cancel a date and refund all its orders."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, SeatLink
from changes.models import Entitlement
from changes.selectors.date_changes import get_progress
from changes.services.date_changes.process_date_changes import (
    cancel_date,
    cancel_in_transaction,
    process_date_changes,
    settle_date,
)
from charityshop.db.retries import note_attempt
from charityshop.exceptions import DomainError
from events.models import DateChange, Occurrence
from orders.models import Order
from orders.services.place_order import CartItem, OrderRequest, place_order
from outbox.models import Outgoing
from payments.models import Payment, Refund
from payments.services.reconcile_payments import reconcile_payments
from payments.services.refunds.refund_order import request_refund
from tests.bookings.seat_links import claim_ticket, create_token
from tests.changes.change_calls import begin_cancel, count_outcomes, get_change, move
from tests.conftest import signed_in
from tests.orders.api_calls import approve_payment, create_order, format_start, get_order, pay
from tests.payments.refund_calls import list_refunded_amounts
from tests.payments.services.test_review_payment import decide, put_in_review
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory, in_days
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order, create_test_order
from tests.support.races import run_during


@pytest.fixture
def date() -> Occurrence:
    return OccurrenceFactory(event__maximum_event_capacity=10, event__price="12.00")


def post_cancel(client, date, **changes):
    body = {"startTime": format_start(date), "refund": True, "reason": "The brewery is flooded."} | changes
    return client.post(f"/api/products/{date.event.public_id}/snooze", body, format="json")


def is_canceled(date) -> bool:
    date.refresh_from_db()
    return date.status == Occurrence.Status.CANCELED


def test_all_paid_orders_are_refunded_others_canceled_without_money_and_the_date_is_canceled(
    paypal, as_admin, as_visitor, as_other_visitor, date, admin
):
    orders = [create_paid_order(paypal, client, date) for client in (as_visitor, as_other_visitor)]
    orders.append(create_test_order(as_visitor, date))
    by_hand = BookingFactory(occurrence=date, user=admin, seats=3)

    answer = post_cancel(as_admin, date)

    assert answer.status_code == 200, answer.content
    assert answer.json()["occurrences"] == []
    assert is_canceled(date)
    assert [get_order(as_admin, order)["status"] for order in orders] == ["refunded"] * 3
    assert list_refunded_amounts(paypal) == ["27.60", "27.60"]
    by_hand.refresh_from_db()
    assert by_hand.status == Booking.Status.CANCELLED
    assert not Booking.objects.exclude(pk=by_hand.pk).exclude(status=Booking.Status.REFUNDED).exists()


def test_while_a_payment_is_in_progress_nothing_changes(paypal, as_admin, as_visitor, as_other_visitor, date):
    paid = create_paid_order(paypal, as_other_visitor, date)
    order = create_order(as_visitor, date)
    paypal_order = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "error_500_before", times=20)
    pay(as_visitor, order, paypal_order)
    assert get_order(as_admin, order)["status"] == "capturing"

    answer = post_cancel(as_admin, date)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_in_progress")
    assert order["number"] in answer.json()["message"]
    assert not is_canceled(date)
    assert get_order(as_admin, paid)["status"] == "paid"
    assert not Refund.objects.exists()


def test_after_a_crash_before_the_call_to_paypal_another_request_sends_the_refunds(
    paypal, as_admin, as_visitor, as_other_visitor, date, admin
):
    orders = [create_paid_order(paypal, client, date) for client in (as_visitor, as_other_visitor)]
    cancel_in_transaction(
        event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin
    )  # and then the process crashed
    assert paypal.refunds() == []

    assert post_cancel(as_admin, date).status_code == 200

    assert [get_order(as_admin, order)["status"] for order in orders] == ["refunded", "refunded"]
    assert len(paypal.refunds()) == 2


def test_buyers_who_are_choosing_are_refunded_with_the_reason_and_in_the_name_of_who_ends_their_choice(
    paypal, as_admin, as_visitor, date
):
    order = create_paid_order(paypal, as_visitor, date)
    first = begin_cancel(as_admin, date, reason="The brewery is flooded.")
    process_date_changes()
    other_admin = UserFactory(is_staff=True)

    assert post_cancel(signed_in(other_admin), date, reason="The brewery burned down.").status_code == 200

    assert get_order(as_admin, order)["status"] == "refunded"
    refund, change = Refund.objects.get(), DateChange.objects.get(by=other_admin)
    assert (refund.reason, refund.by) == ("The brewery burned down.", other_admin)
    assert (change.reason, change.answer_until) == ("The brewery burned down.", None)
    (message,) = delivered("date_canceled")
    assert "The brewery burned down." in message.body
    assert get_change(as_admin, first)["status"] == "done"
    assert count_outcomes(as_admin, first) == {"total": 1, "told": 1, "refunded": 1}
    assert count_outcomes(as_admin, change.public_id) == {"total": 1, "told": 1, "refunded": 1}


def test_when_a_choice_ends_staff_return_what_is_too_old_for_paypal(paypal, as_admin, as_visitor, date):
    create_paid_order(paypal, as_visitor, date)
    first = begin_cancel(as_admin, date)
    process_date_changes()
    Payment.objects.update(captured_at=in_days(-200))

    post_cancel(as_admin, date)

    assert count_outcomes(as_admin, first) == {"total": 1, "told": 1, "failed": 1}
    assert Order.objects.get().by_hand_at
    assert len(delivered("date_canceled")) == 1
    post_cancel(as_admin, date)
    assert len(delivered("date_canceled")) == 1


def test_a_refund_that_paypal_refused_is_requested_again_without_another_email(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", "unprocessable")
    post_cancel(as_admin, date)
    assert list(Refund.objects.values_list("status", flat=True)) == ["failed"]

    post_cancel(as_admin, date, reason="Try it again.")

    assert get_order(as_admin, order)["status"] == "refunded"
    assert Refund.objects.get(status="completed").reason == "Try it again."
    assert len(delivered("date_canceled")) == 1


def test_an_order_that_was_accepted_after_the_date_was_canceled_is_refunded(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    Occurrence.objects.update(status="canceled")
    assert decide(as_admin, order, accept=True).json()["status"] == "paid"

    post_cancel(as_admin, date)

    assert get_order(as_admin, order)["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["20.00"]
    assert len(delivered("date_canceled")) == 1


@pytest.mark.parametrize("is_choice_first", [False, True])
def test_guests_of_seats_that_staff_return_are_told_and_their_links_end(
    paypal, as_admin, as_visitor, date, is_choice_first
):
    create_paid_order(paypal, as_visitor, date)
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")
    Payment.objects.update(captured_at=in_days(-200))
    delivered()
    move(as_admin, date, in_days(9))
    process_date_changes()
    date.refresh_from_db()
    if is_choice_first:
        Entitlement.objects.update(outcome="kept", settled_at=timezone.now())
        begin_cancel(as_admin, date)

    post_cancel(as_admin, date)

    link = SeatLink.objects.get()
    assert (link.state, link.first_name, link.email) == ("revoked", "", "")
    assert Booking.objects.get().status == "confirmed"
    kinds = Outgoing.objects.filter(to="sam@example.com", next_try_at__isnull=False).values_list("kind", flat=True)
    assert list(kinds) == ["guest_seat_gone"]
    delivered()
    assert Outgoing.objects.get(kind="guest_seat_gone").sent_at


def test_guests_of_a_date_that_is_canceled_without_a_choice_lose_their_links(paypal, as_admin, as_visitor, date):
    create_paid_order(paypal, as_visitor, date)
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")

    begin_cancel(as_admin, date, answerHours=0)

    assert SeatLink.objects.get().state == "revoked"
    assert len(delivered("guest_seat_gone")) == 1


def test_buyers_of_other_dates_are_left_to_upkeep(paypal, as_admin, as_visitor, as_other_visitor, date):
    other = OccurrenceFactory(event__price="12.00")
    create_paid_order(paypal, as_visitor, date)
    waiting = create_paid_order(paypal, as_other_visitor, other)
    begin_cancel(as_admin, other, answerHours=0)

    post_cancel(as_admin, date)

    assert get_order(as_admin, waiting)["status"] == "paid"
    assert Entitlement.objects.filter(outcome="undecided").count() == 1
    assert Outgoing.objects.filter(kind="date_canceled").count() == 1


def test_buyers_whom_upkeep_would_try_later_are_refunded_now(paypal, as_admin, as_visitor, date, admin):
    order = create_paid_order(paypal, as_visitor, date)
    cancel_in_transaction(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)
    for _ in range(3):
        note_attempt(job="date change", row=Entitlement.objects.get().pk, error="It failed.")

    post_cancel(as_admin, date)

    assert get_order(as_admin, order)["status"] == "refunded"


@pytest.mark.parametrize("is_killed", [False, True])
def test_refunds_that_would_take_longer_than_a_request_may_are_left_to_upkeep(
    paypal, as_admin, as_visitor, as_other_visitor, date, admin, monkeypatch, is_killed
):
    orders = [create_paid_order(paypal, client, date) for client in (as_visitor, as_other_visitor)]
    if is_killed:  # after the refunds were requested, before they were sent
        cancel_in_transaction(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)
        with monkeypatch.context() as power_cut:
            power_cut.setattr("changes.services.date_changes.process_date_changes.push_in_time", lambda *_: None)
            process_date_changes()

    with monkeypatch.context() as slow:
        slow.setattr("changes.services.date_changes.process_date_changes.MAX_ROUND", timedelta(seconds=-1))
        assert post_cancel(as_admin, date).status_code == 200

    assert (is_canceled(date), paypal.refunds()) == (True, [])
    process_date_changes()
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()
    assert [get_order(as_admin, order)["status"] for order in orders] == ["refunded", "refunded"]
    assert len(delivered("date_canceled")) == 2


@pytest.mark.django_db(transaction=True)
def test_an_error_of_one_order_is_raised_after_the_others_are_refunded(
    paypal, as_admin, as_visitor, as_other_visitor, date, admin, monkeypatch
):
    first, second = (create_paid_order(paypal, client, date) for client in (as_visitor, as_other_visitor))

    def fail_for_first(*, order_id, **asked):
        if order_id == Order.objects.get(public_id=first["_id"]).pk:
            raise RuntimeError("It failed.")
        return request_refund(order_id=order_id, **asked)

    monkeypatch.setattr("changes.services.date_changes.process_date_changes.request_refund", fail_for_first)
    with pytest.raises(RuntimeError):
        cancel_date(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)

    assert is_canceled(date)
    assert [get_order(as_admin, order)["status"] for order in (first, second)] == ["paid", "refunded"]
    assert get_progress(DateChange.objects.get()).status == "running"


@pytest.mark.django_db(transaction=True)
def test_an_order_that_comes_into_review_meanwhile_is_a_conflict(paypal, as_visitor, date, admin):
    order = create_paid_order(paypal, as_visitor, date)
    canceled = cancel_in_transaction(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)
    orders = Order.objects.filter(public_id=order["_id"])
    orders.update(status="review")

    with pytest.raises(DomainError) as refusal:
        settle_date(canceled)

    assert refusal.value.code == "payment_in_progress"
    assert Entitlement.objects.get().outcome == "undecided"
    orders.update(status="paid")


@pytest.mark.django_db(transaction=True)
def test_an_order_placed_concurrently_is_canceled_or_refused(date):
    """The buyer's transaction is open while staff cancel the date."""
    staff, buyer = UserFactory(is_staff=True), UserFactory()
    item = CartItem(product=date.event.public_id, name="", price=None, bookings=[(format_start(date), 2)])

    run_during(
        lambda: place_order(order_request=OrderRequest(items=[item]), by=buyer),
        lambda: cancel_date(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=staff),
    )

    assert Order.objects.get().status == "cancelled"
    assert is_canceled(date)
