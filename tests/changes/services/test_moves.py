"""Paid bookings that move to another date of their event."""

from datetime import timedelta
from typing import Any

import pytest

from bookings.deadlines import end_on_full_hour
from changes.models import Change
from changes.services.date_changes.process_date_changes import process_date_changes
from events.models import Occurrence
from payments.models import Payment
from tests.changes.change_calls import (
    begin_cancel,
    count_outcomes,
    create_another_date,
    create_date,
    get_options,
    move_to,
    post_restore,
)
from tests.orders.api_calls import (
    build_order,
    create_order,
    format_start,
    list_attention,
    list_booking_ids,
    pay_with_paypal,
    post_money,
)
from tests.orders.discounted import create_member, quote
from tests.orders.waiting_lists import free_seats, get_offered_seats, join
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import BookingFactory, OccurrenceFactory, VoucherFactory, in_days


def test_a_booking_moves_to_another_date_without_money(as_visitor, as_anonymous, paypal, date, paid):
    later = create_another_date(date)

    assert get_options(as_visitor, paid)[0]["move"] == {
        "allowed": True,
        "dates": [{"startTime": format_start(later), "countInStock": 8}],
    }
    answer = move_to(as_visitor, paid, later)

    assert answer.status_code == 201, answer.content
    assert (answer.json()["change"]["kind"], answer.json()["change"]["status"]) == ("move", "done")
    booking = answer.json()["order"]["orderItems"][0]["bookings"][0]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_start(later), format_start(date))
    assert list_refunded_amounts(paypal) == []


def test_a_move_never_extends_the_refund_deadline_and_one_to_an_earlier_date_brings_it_forward(as_visitor, date, paid):
    def get_deadline():
        return get_options(as_visitor, paid)[0]["refund"]["until"]

    before = get_deadline()

    move_to(as_visitor, paid, create_another_date(date))
    assert get_deadline() == before
    sooner = create_another_date(date, days=3)
    move_to(as_visitor, paid, sooner)
    assert get_deadline() == f"{end_on_full_hour(sooner.starts_at - timedelta(hours=24)):%Y-%m-%dT%H:%M:%SZ}"


def test_a_booking_moves_only_to_other_upcoming_dates_of_its_event(as_visitor, as_admin, date, paid):
    for to in (
        create_another_date(date, days=-1),
        OccurrenceFactory(event=date.event, starts_at=in_days(9), status="canceled"),
        create_date(event__starts_at=in_days(10)),  # of another event
        date,
        Occurrence(starts_at=in_days(40)),
    ):
        for answer in (move_to(as_visitor, paid, to), post_move(as_admin, paid, to)):
            assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable"), to.starts_at
    assert not Change.objects.exists()


def post_move(client, order, date) -> Any:
    body = {"booking": list_booking_ids(order)[0], "to": format_start(date), "reason": "Asked by phone."}
    return client.post(f"/api/orders/{order['_id']}/move", body, format="json")


def test_staff_move_a_booking_without_money(as_admin, paypal, date, paid):
    later = create_another_date(date)

    answer = post_move(as_admin, paid, later)

    assert answer.status_code == 200, answer.content
    booking = answer.json()["orderItems"][0]["bookings"][0]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_start(later), format_start(date))
    assert booking["reservationSeats"] == {"qty": 3}
    assert list_refunded_amounts(paypal) == []
    assert not Change.objects.exists()  # those are the buyer's


def test_a_date_with_too_few_seats_is_refused(as_admin, date, paid):
    later = create_another_date(date)
    BookingFactory(occurrence=later, seats=7)

    answer = post_move(as_admin, paid, later)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert answer.json()["message"].startswith("Only 1 seat is left for ")


def test_the_waiting_list_of_the_new_date_goes_first(as_admin, as_other_visitor, date, paid):
    later = create_another_date(date)
    BookingFactory.create_batch(8, occurrence=later, seats=1)
    join(as_other_visitor, later, 3)
    free_seats(as_admin, later, 3)

    assert post_move(as_admin, paid, later).json()["code"] == "sold_out"
    assert get_offered_seats(as_other_visitor) == [3]


def test_the_seats_of_the_old_date_are_offered_to_its_waiting_list(as_admin, as_other_visitor, date, paid):
    BookingFactory(occurrence=date, seats=5)
    join(as_other_visitor, date, 2)

    post_move(as_admin, paid, create_another_date(date))

    assert get_offered_seats(as_other_visitor) == [2]


def test_unpaid_and_refunded_orders_do_not_move(as_admin, as_visitor, date, paid):
    later = create_another_date(date)
    held = create_order(as_visitor, date, seats=1)
    post_refund(as_admin, paid)

    for order in (held, paid):
        answer = post_move(as_admin, order, later)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_held")


@pytest.mark.parametrize("why", ["refund_by_hand", "refund_failed"])
def test_nothing_is_due_for_seats_of_a_canceled_date_that_staff_moved(as_admin, paypal, date, paid, why):
    if why == "refund_by_hand":
        Payment.objects.update(captured_at=in_days(-180))
    else:
        paypal.fault("refund", "unprocessable")
    change = begin_cancel(as_admin, date, answerHours=0)
    process_date_changes()
    assert [item["kind"] for item in list_attention(as_admin)] == [why]

    assert post_move(as_admin, paid, create_another_date(date)).status_code == 200

    assert list_attention(as_admin) == []
    assert post_restore(as_admin, date).status_code == 200
    assert list_attention(as_admin) == []  # also when the date takes place again
    assert count_outcomes(as_admin, change) == {"total": 1, "told": 1, "moved": 1}


@pytest.mark.parametrize("why", ["refund_by_hand", "refund_failed"])
def test_staff_read_that_a_refund_is_only_due_on_request_once_its_date_takes_place_again(
    as_admin, paypal, date, paid, why
):
    if why == "refund_by_hand":
        Payment.objects.update(captured_at=in_days(-180))

    def cancel():
        if why == "refund_failed":
            paypal.fault("refund", "unprocessable")
        begin_cancel(as_admin, date, answerHours=0)
        process_date_changes()

    def read_message():
        (item,) = list_attention(as_admin)
        assert item["kind"] == why
        return item["message"]

    cancel()
    off = read_message()
    assert post_restore(as_admin, date).status_code == 200
    assert "Return the money only if the buyer asks for it; otherwise mark this as done." in read_message()

    cancel()
    assert read_message() == off


# --- Seats that are limited by date count for the date they were sold for, and where they are -------------------------


def has_member_price(client, date):
    return "Member price" in [each["label"] for each in quote(client, date, seats=1).json()["discounts"]]


@pytest.fixture
def dates():
    """Three dates of one event."""
    first = create_date(event__member_price="5.00")
    return [first, create_another_date(first, days=14), create_another_date(first, days=21)]


@pytest.mark.parametrize("by_staff", [False, True])
def test_a_moved_member_seat_frees_no_member_price_until_it_is_returned(
    as_visitor, as_admin, visitor, paypal, dates, by_staff
):
    create_member(visitor)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, dates[0], seats=1))

    for date in dates[1:]:
        answer = post_move(as_admin, order, date) if by_staff else move_to(as_visitor, order, date)
        assert answer.status_code == (200 if by_staff else 201)

    assert [has_member_price(as_visitor, date) for date in dates] == [False, True, False]
    assert post_refund(as_admin, order).status_code == 200
    assert [has_member_price(as_visitor, date) for date in dates] == [True, True, True]


def test_a_moved_free_seat_counts_toward_the_limit_of_both_dates(as_visitor, settings):
    settings.MAX_FREE_SEATS = 2
    first = create_date(event__price="0")
    dates = [first, create_another_date(first, days=14), create_another_date(first, days=21)]
    order = create_order(as_visitor, first, seats=2)
    for date in dates[1:]:
        assert move_to(as_visitor, order, date).status_code == 201

    answers = [post_money(as_visitor, build_order(date, seats=1)) for date in dates]

    assert [answer.status_code for answer in answers] == [409, 201, 409]
    assert answers[0].json()["code"] == "free_seat_limit"
    assert move_to(as_visitor, order, first).status_code == 201


def test_a_seat_moved_away_from_the_dates_of_its_code_still_uses_it(as_visitor, as_other_visitor, paypal):
    date = create_date()
    other = create_another_date(date)
    day = date.starts_at.date()
    VoucherFactory(code="SPRING", value=10, max_uses=1, dates_from=None, dates_to=day)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="SPRING"))

    assert move_to(as_visitor, order, other).status_code == 201

    assert quote(as_other_visitor, date, voucher="SPRING").json()["code"] == "voucher_used"
