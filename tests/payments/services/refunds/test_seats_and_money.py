"""Seats and money are separate facts: a refund ends the seats that it returns, and no others."""

import pytest
from django.core.cache import cache

from bookings.models import Booking
from orders.models import Order
from payments.models import Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions
from payments.services.settle_payment import settle_paypal_order
from tests.changes.change_calls import POLICY, cancel_and_refund, post_change
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    get_order,
    list_attention,
    list_booking_ids,
    list_booking_statuses,
)
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import BookingFactory, OccurrenceFactory
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order, create_test_order


@pytest.fixture
def free():
    return OccurrenceFactory(event__price="0", event__name="Free Friday", event__maximum_event_capacity=1)


@pytest.fixture
def mixed(as_visitor, paypal, free):
    """A seat for $12.00, with tax $13.80, and a free seat on another date."""
    dear = OccurrenceFactory(event__price="12.00", event__name="Draft", **POLICY)
    return create_paid_order(paypal, as_visitor, dear, free, seats=1)


def get_state(order):
    return order["status"], list_booking_statuses(order), order["refundedPrice"]


def refund_at_paypal(paypal, amount=None):
    """Refund the only capture on PayPal's website."""
    more = {"amount": amount} if amount else {}
    paypal.change_capture("refund", **more)
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)


def count_returned(order):
    """Return the seats by booking that the order's refunds returned."""
    returned = dict.fromkeys(list_booking_ids(order), 0)
    for refund in order["refunds"]:
        for part in refund["parts"]:
            returned[part["booking"]] += part["seats"]
    return list(returned.values())


def test_a_date_that_is_canceled_ends_only_its_seats(as_visitor, as_admin, paypal, mixed):
    paid = Booking.objects.get(public_id=list_booking_ids(mixed)[0]).occurrence

    cancel_and_refund(as_admin, paid)

    assert get_state(get_order(as_visitor, mixed)) == ("partly_refunded", ["refunded", "confirmed"], 13.8)


def test_seats_whose_money_was_returned_before_can_still_be_returned(as_admin, paypal, mixed):
    post_refund(as_admin, mixed, amount="13.80")

    order = post_refund(as_admin, mixed).json()

    assert get_state(order) == ("refunded", ["refunded", "refunded"], 13.8)
    assert "Nothing is left to refund for them." in delivered("order_refunded")[-1].body


def test_everything_includes_seats_that_became_gifts_or_were_returned_for_nothing(as_visitor, as_admin, paypal):
    date = OccurrenceFactory(event__refund_policy="minus_fee", event__refund_fee_per_seat="2.00")
    order = create_paid_order(paypal, as_visitor, date, seats=5, gift=5)
    for kind, amount in (("gift", "11.80"), ("return", 0), ("refund", "11.80")):
        assert post_change(as_visitor, order, kind, seats=1, amount=amount).status_code == 201

    order = post_refund(as_admin, order).json()

    assert get_state(order) == ("refunded", ["refunded"], 74.0)
    assert list_refunded_amounts(paypal) == ["11.80", "62.20"]
    assert Order.objects.get().status == "refunded"


def test_seats_are_not_returned_for_less_than_their_value(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory(), seats=2)

    refused = post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1}, amount="5.00")

    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["amount"])
    assert get_state(get_order(as_visitor, order)) == ("paid", ["confirmed"], 0)


def test_money_beyond_the_value_of_the_chosen_seats_is_for_no_seats(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory(), seats=2)

    order = post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1}, amount="20.00").json()

    assert [(part["seats"], part["amount"]) for part in order["refunds"][0]["parts"]] == [(1, 13.8)]
    assert order["refundedPrice"] == 20.0


def test_a_booking_that_staff_cancel_counts_as_returned(as_visitor, as_admin):
    order = create_test_order(as_visitor, OccurrenceFactory(), OccurrenceFactory(), seats=2)
    first, second = list_booking_ids(order)

    answer = as_admin.put(f"/api/bookings/{first}", {"status": "cancelled"}, format="json")
    part = get_order(as_visitor, order)
    as_admin.put(f"/api/bookings/{second}", {"status": "cancelled"}, format="json")
    whole = get_order(as_visitor, order)

    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert (part["status"], count_returned(part)) == ("partly_refunded", [2, 0])
    assert (whole["status"], count_returned(whole)) == ("refunded", [2, 2])


def test_a_refund_of_everything_at_paypal_ends_the_seats_that_cost_something(as_visitor, paypal, mixed):
    refund_at_paypal(paypal)

    order = get_order(as_visitor, mixed)
    assert (get_state(order), count_returned(order)) == (("partly_refunded", ["refunded", "confirmed"], 13.8), [1, 0])
    (message,) = delivered("order_refunded")
    assert "Draft" in message.body
    assert "Free Friday" not in message.body


def test_a_refund_of_the_rest_at_paypal_leaves_seats_of_a_refund_that_is_pending(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory(), OccurrenceFactory())
    paypal.fault("refund", "pending")
    first, _ = list_booking_ids(order)
    post_refund(as_admin, order, lines=[first])

    refund_at_paypal(paypal, "27.60")

    order = get_order(as_visitor, order)
    assert get_state(order) == ("partly_refunded", ["confirmed", "refunded"], 27.6)
    assert count_returned(order) == [2, 2]


def import_record():
    cache.clear()
    import_transactions()


def reverse(paypal):
    paypal.change_capture("reverse", listed="no", announced=False)
    import_record()


def test_seats_that_staff_release_after_a_chargeback_count_as_returned(as_visitor, as_admin, paypal, mixed):
    reverse(paypal)
    assert get_state(get_order(as_visitor, mixed)) == ("partly_refunded", ["confirmed", "confirmed"], 13.8)
    paid, free = list_booking_ids(mixed)

    as_admin.put(f"/api/bookings/{paid}", {"status": "cancelled"}, format="json")
    part = get_order(as_visitor, mixed)
    as_admin.put(f"/api/bookings/{free}", {"status": "cancelled"}, format="json")

    assert get_state(part) == ("partly_refunded", ["cancelled", "confirmed"], 13.8)
    order = get_order(as_visitor, mixed)
    assert (get_state(order), count_returned(order)) == (("refunded", ["cancelled", "cancelled"], 13.8), [1, 1])


def test_seats_released_after_a_chargeback_are_booked_again_if_its_money_is_accepted(
    as_visitor, as_admin, paypal, mixed
):
    reverse(paypal)
    (alert,) = [row for row in list_attention(as_admin) if row["canReleaseSeats"]]
    as_admin.post(f"/api/payments/alerts/{alert['alert']}/resolve", {"releaseSeats": True}, format="json")
    assert get_order(as_visitor, mixed)["status"] == "refunded"
    paypal.control(f"refunds/{Refund.objects.get(amount__gt=0).paypal_refund_id}/undo")
    import_record()
    assert get_order(as_visitor, mixed)["status"] == "review"
    assert list_violations() == []

    as_admin.post(f"/api/orders/{mixed['_id']}/decide", {"accept": True, "reason": "Won."}, format="json")

    order = get_order(as_visitor, mixed)
    assert get_state(order) == ("paid", ["confirmed", "confirmed"], 0.0)
    assert count_returned(order) == [0, 0]


def test_a_late_payment_that_was_refunded_is_not_in_review_once_a_reversal_of_it_is_undone(as_visitor, paypal):
    date = OccurrenceFactory(event__maximum_event_capacity=4, event__price="12.00")
    order = create_order(as_visitor, date, seats=1)
    paypal_order = create_paypal_order(as_visitor, order)
    expire_hold(order)
    BookingFactory(occurrence=date, seats=4)
    paypal.approve(paypal_order)
    paypal.control(f"orders/{paypal_order}/capture")
    taken = paypal.change_capture("chargeback", amount="2.00", announced=False)
    paypal.control(f"refunds/{taken['id']}/undo")

    import_record()

    shown = get_order(as_visitor, order)
    assert get_state(shown) == ("refunded", ["cancelled"], 13.8)
    assert list_violations() == []
