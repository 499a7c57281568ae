"""Refunds by staff: whole orders, some bookings or seats, or an amount; and refunds while PayPal fails."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from payments.models import Payment, Refund
from payments.services.refunds.record_refund import apply_refund
from payments.services.refunds.send_refund import push_refund
from paypal.endpoints import new_request_key, refund_capture
from tests.changes.change_calls import buy, create_date, list_seats
from tests.orders.api_calls import create_order, get_order, list_booking_ids, list_booking_statuses, pay_test_order
from tests.payments.refund_calls import (
    count_seats_left,
    create_date_with_two_seats,
    list_refunded_amounts,
    pay_three_bookings,
    post_refund,
    post_refund_preview,
)
from tests.support.factories import OccurrenceFactory


@pytest.fixture
def date():
    return create_date_with_two_seats()


@pytest.fixture
def paid(as_visitor, paypal, date):
    return pay_three_bookings(as_visitor, paypal, date)


def test_a_refund_of_everything_returns_the_sum_that_staff_saw(as_admin, paypal, paid):
    shown = post_refund_preview(as_admin, paid).json()["amount"]
    post_refund(as_admin, paid, amount=5)

    answer = post_refund(as_admin, paid, shown=shown)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert answer.json()["current"] == {"shown": 29.85}
    assert list_refunded_amounts(paypal) == ["5.00"]
    assert post_refund(as_admin, paid, shown=29.85).status_code == 200


def test_a_full_refund_refunds_everything_once_and_releases_the_seats(as_admin, as_anonymous, paypal, date, paid):
    answer = post_refund(as_admin, paid)

    assert answer.status_code == 200
    order = answer.json()
    assert (order["status"], order["refundedPrice"], order["totalPrice"]) == ("refunded", 34.85, 34.85)
    assert set(list_booking_statuses(order)) == {"refunded"}
    assert [(row["amount"], row["status"], row["bookings"]) for row in order["refunds"]] == [
        (34.85, "completed", list_booking_ids(paid))
    ]
    again = post_refund(as_admin, paid)
    assert (again.status_code, again.json()["code"]) == (409, "not_refundable")
    assert list_refunded_amounts(paypal) == ["34.85"]
    assert count_seats_left(as_anonymous, date) == 2


def test_a_booking_is_refunded_once(as_admin, paypal, paid):
    first = list_booking_ids(paid)[:1]
    post_refund(as_admin, paid, lines=first)

    assert post_refund(as_admin, paid, lines=first).status_code == 400
    assert post_refund(as_admin, paid, lines=list_booking_ids(paid)).status_code == 400
    assert list_refunded_amounts(paypal) == ["11.62"]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("lines", [[], ["0" * 24], "all", [None]]),
        ("amount", [0, "0.001", "99999999999", "NaN", "4,85", "1,200", "", " "]),
        ("reason", [" ", None]),
    ],
)
def test_a_refund_needs_bookings_of_the_order_a_valid_amount_and_a_reason(as_admin, paypal, paid, name, values):
    for value in values:
        answer = post_refund(as_admin, paid, **{name: value})
        assert answer.status_code == 400, value
        assert answer.json()["message"]
        assert name == "lines" or list(answer.json()["errors"]) == [name]
    assert as_admin.post(f"/api/orders/{paid['_id']}/refund", {}, format="json").status_code == 400
    assert not Refund.objects.exists()
    assert list_refunded_amounts(paypal) == []


def test_refunding_amounts_keeps_the_seats_even_after_the_full_amount(as_admin, paypal, paid):
    part = post_refund(as_admin, paid, amount=30).json()
    assert (part["status"], set(list_booking_statuses(part))) == ("partly_refunded", {"confirmed"})

    rest = post_refund(as_admin, paid, amount="4.85").json()
    assert (rest["status"], set(list_booking_statuses(rest))) == ("partly_refunded", {"confirmed"})
    assert list_refunded_amounts(paypal) == ["30.00", "4.85"]


def test_no_more_than_the_captured_amount_is_refunded(as_admin, paypal, paid):
    post_refund(as_admin, paid, amount=30)

    answer = post_refund(as_admin, paid, amount="4.86")

    assert answer.status_code == 409
    assert "$4.85" in answer.json()["message"]
    assert list_refunded_amounts(paypal) == ["30.00"]


def test_only_paid_orders_can_be_refunded(as_admin, as_visitor):
    held = create_order(as_visitor, OccurrenceFactory())

    answer = post_refund(as_admin, held)

    assert answer.status_code == 409
    assert answer.json()["code"] == "not_refundable"
    assert post_refund(as_admin, {"_id": "0" * 24}).status_code == 404


@pytest.mark.parametrize("kind", ["test", "free"])
def test_free_and_test_orders_are_refunded_without_paypal(as_admin, as_visitor, kind):
    price = "0" if kind == "free" else "12.00"
    dates = [OccurrenceFactory(event__price=price) for _ in range(2)]
    order = create_order(as_visitor, *dates)
    order = order if kind == "free" else pay_test_order(as_visitor, order)

    part = post_refund(as_admin, order, lines=list_booking_ids(order)[:1]).json()
    assert (part["status"], list_booking_statuses(part), part["refundedPrice"]) == (
        "partly_refunded",
        ["refunded", "confirmed"],
        0.0,
    )
    whole = post_refund(as_admin, order).json()
    assert (whole["status"], list_booking_statuses(whole)) == ("refunded", ["refunded", "refunded"])


@pytest.fixture
def three_seats(as_visitor, paypal):
    """An order of 3 seats at $10.80, which with tax are $12.42 each."""
    return buy(as_visitor, paypal, create_date())


@pytest.fixture
def booking(three_seats):
    return list_booking_ids(three_seats)[0]


def test_the_preview_shows_what_the_refund_returns_and_stores_nothing(as_admin, paypal, three_seats, booking):
    preview = post_refund_preview(as_admin, three_seats, seats={booking: 2})

    assert preview.status_code == 200, preview.content
    assert preview.json() == {"amount": 24.84, "left": 37.26, "inside": 0, "currency": "USD", "tooOld": False}
    assert not Refund.objects.exists()
    order = post_refund(as_admin, three_seats, seats={booking: 2}).json()
    assert (order["refundedPrice"], list_seats(order)) == (24.84, [("confirmed", 1)])
    assert list_refunded_amounts(paypal) == ["24.84"]


@pytest.mark.parametrize("seats", [{}, {"BOOKING": 4}, {"BOOKING": 0}, {"0" * 24: 1}, "all"], ids=str)
def test_only_seats_of_the_order_can_be_chosen(as_admin, paypal, three_seats, booking, seats):
    if isinstance(seats, dict):
        seats = {booking if key == "BOOKING" else key: count for key, count in seats.items()}

    for post in (post_refund_preview, post_refund):
        answer = post(as_admin, three_seats, seats=seats)
        assert answer.status_code == 400
        assert answer.json()["message"]
    assert not Refund.objects.exists()


def test_the_preview_says_when_paypal_no_longer_refunds_which_matters_only_while_money_is_left(
    as_admin, paypal, three_seats, booking
):
    assert post_refund_preview(as_admin, three_seats).json()["tooOld"] is False
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))
    assert post_refund_preview(as_admin, three_seats).json()["tooOld"] is True
    Payment.objects.update(captured_at=timezone.now())
    post_refund(as_admin, three_seats, amount="37.26")
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))

    assert post_refund_preview(as_admin, three_seats).json()["tooOld"] is False
    for _ in range(2):  # the first answer was lost
        assert post_refund(as_admin, three_seats, key="once", seats={booking: 3}).json()["status"] == "refunded"


@pytest.mark.parametrize("kind", ["error_500_before", "error_500_after"])
def test_an_unclear_refund_stays_requested_until_upkeep_finishes_it(as_admin, as_anonymous, paypal, date, paid, kind):
    paypal.fault("refund", kind, times=9)

    order = post_refund(as_admin, paid).json()

    assert (order["status"], order["refundedPrice"]) == ("paid", 0.0)
    assert [row["status"] for row in order["refunds"]] == ["requested"]
    assert count_seats_left(as_anonymous, date) == 1  # they are released when the refund completes
    assert post_refund(as_admin, paid).status_code == 409  # an open refund is not requested twice

    paypal.control("faults/clear")

    push_refund(refund_id=Refund.objects.get().pk)
    assert get_order(as_admin, paid)["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["34.85"]


def test_a_refused_refund_leaves_the_order_unchanged_and_can_be_tried_again(as_admin, paypal, paid):
    paypal.fault("refund", "unprocessable", times=1, issue="REFUND_NOT_ALLOWED")

    order = post_refund(as_admin, paid).json()

    assert (order["status"], set(list_booking_statuses(order))) == ("paid", {"confirmed"})
    assert [row["status"] for row in order["refunds"]] == ["failed"]
    assert "REFUND_NOT_ALLOWED" in Refund.objects.get().last_problem
    assert post_refund(as_admin, paid).json()["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["34.85"]


def test_a_refund_that_happened_despite_a_refusal_is_recorded(as_admin, paypal, paid):
    paypal.fault("refund", "unprocessable", times=1)
    refused = post_refund(as_admin, paid, amount=5).json()
    row = Refund.objects.get()

    made = refund_capture(row.payment.capture_id, amount=row.amount, key=new_request_key())
    apply_refund(refund_id=row.pk, made=made)
    apply_refund(refund_id=row.pk, made=made)

    order = get_order(as_admin, paid)
    assert refused["refundedPrice"] == 0
    assert (order["status"], order["refundedPrice"]) == ("partly_refunded", 5.0)
    assert sorted(row["status"] for row in order["refunds"]) == ["completed", "failed"]


def test_a_pending_refund_holds_the_seats_until_it_completes(as_admin, paypal, paid):
    paypal.fault("refund", "pending", times=1)

    order = post_refund(as_admin, paid, lines=list_booking_ids(paid)[:1]).json()

    assert (order["status"], list_booking_statuses(order)) == ("paid", ["confirmed"] * 3)
    assert [row["status"] for row in order["refunds"]] == ["pending"]
    assert Booking.objects.filter(status="confirmed").count() == 3
