"""What buyers of a changed date may choose, whatever the refund policy says, and what becomes of its seats."""

import pytest

from bookings.deadlines import end_on_full_hour
from bookings.models import Booking, SeatLink
from changes.models import Change
from changes.services.date_changes.process_date_changes import process_date_changes
from tests.bookings.seat_links import claim_ticket, create_token, read_seat
from tests.changes.change_calls import (
    REASON,
    begin_cancel,
    buy,
    count_outcomes,
    create_another_date,
    create_date,
    end_answers,
    format_time,
    get_change,
    get_options,
    list_seats,
    move,
    move_to,
    post_change,
)
from tests.orders.api_calls import get_order, list_booking_ids
from tests.orders.waiting_lists import get_offered_seats, join
from tests.payments.refund_calls import list_refunded_amounts
from tests.support.factories import in_days

POLICIES = {
    "none": {"event__refund_policy": "none"},
    "too late": {"event__refund_until_hours": 24 * 30},
    "minus a fee": {"event__refund_policy": "minus_fee", "event__refund_fee_per_seat": "2.00"},
}


@pytest.fixture(params=POLICIES)
def date(request, db):
    return create_date(event__maximum_event_capacity=8, **POLICIES[request.param])


@pytest.fixture
def strict_date(db):
    return create_date(event__maximum_event_capacity=8, event__refund_policy="none")


def get_booking(client, order):
    (booking,) = get_order(client, order)["orderItems"][0]["bookings"]
    return booking


def test_the_options_of_a_date_that_is_off_override_the_policy(as_visitor, as_admin, paypal, date):
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)

    change_id = begin_cancel(as_admin, date)

    until = get_change(as_admin, change_id)["answerUntil"]
    (options,) = get_options(as_visitor, paid)
    choice = {"kind": "cancel", "startTime": format_time(date.starts_at), "reason": REASON, "until": until}
    assert options["dateChange"] == choice
    everything = {"allowed": True, "until": until, "amounts": [12.42, 24.84, 37.26]}
    assert options["refund"] == options["gift"] == everything
    assert options["move"] == {
        "allowed": True,
        "dates": [{"startTime": format_time(later.starts_at), "countInStock": 8}],
    }
    assert get_booking(as_visitor, paid)["dateChange"] == choice


def test_the_options_of_a_moved_date_name_the_new_time(as_visitor, as_admin, strict_date, paid):
    move(as_admin, strict_date, in_days(9))

    (options,) = get_options(as_visitor, paid)
    assert (options["dateChange"]["kind"], options["dateChange"]["to"]) == ("move", format_time(in_days(9)))
    assert options["refund"]["amounts"] == [12.42, 24.84, 37.26]
    assert options["move"]["dates"] == []


def test_a_choice_ends_before_its_date_starts_even_if_that_moves_again(as_visitor, as_admin, strict_date, paid):
    change_id = move(as_admin, strict_date, in_days(9))
    soon = format_time(in_days(0, hours=5))

    times = {"startTime": soon, "endTime": format_time(in_days(0, hours=8)), "moveBookings": True}
    assert as_admin.put(f"/api/products/{strict_date.event.public_id}", times, format="json").status_code == 200

    (options,) = get_options(as_visitor, paid)
    assert (options["refund"]["until"], options["dateChange"]["until"]) == (soon, soon)
    assert get_change(as_admin, change_id)["undecided"] == 0


@pytest.mark.parametrize(("kind", "choice"), [("cancel", "refund"), ("move", "refund"), ("cancel", "gift")])
def test_a_refund_or_a_gift_is_of_everything_and_settles_the_choice(
    as_visitor, as_admin, paypal, strict_date, paid, kind, choice
):
    change_id = begin_cancel(as_admin, strict_date) if kind == "cancel" else move(as_admin, strict_date, in_days(9))

    answer = post_change(as_visitor, paid, choice, amount="37.26")

    assert answer.status_code == 201, answer.content
    assert list_seats(answer.json()["order"]) == [("refunded", 3)]
    assert list_refunded_amounts(paypal) == (["37.26"] if choice == "refund" else [])
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_a_move_is_free_and_its_refund_deadline_is_that_of_the_new_date(as_visitor, as_admin, paypal):
    date = create_date(event__maximum_event_capacity=8, event__refund_until_hours=24 * 8)
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)
    change_id = begin_cancel(as_admin, date)

    answer = move_to(as_visitor, paid, later)

    assert answer.status_code == 201, answer.content
    assert get_booking(as_visitor, paid)["bookingDate"] == format_time(later.starts_at)
    assert count_outcomes(as_admin, change_id) == {"total": 1, "moved": 1}
    (options,) = get_options(as_visitor, paid)
    assert options["refund"]["until"] == format_time(end_on_full_hour(in_days(6)))


def test_a_booking_that_staff_move_has_no_choice_left(as_admin, paypal, strict_date, paid):
    later = create_another_date(strict_date)
    change_id = begin_cancel(as_admin, strict_date)
    body = {"booking": list_booking_ids(paid)[0], "to": format_time(later.starts_at), "reason": "By phone."}

    assert as_admin.post(f"/api/orders/{paid['_id']}/move", body, format="json").status_code == 200

    assert count_outcomes(as_admin, change_id) == {"total": 1, "moved": 1}
    end_answers()
    process_date_changes()
    assert paypal.refunds() == []


def test_after_the_time_to_answer_the_policy_applies_again(as_visitor, as_admin, strict_date, paid):
    move(as_admin, strict_date, in_days(9))

    end_answers()  # and upkeep did not run yet

    (options,) = get_options(as_visitor, paid)
    assert "dateChange" not in options
    assert options["refund"]["code"] == "policy"
    answer = post_change(as_visitor, paid, "refund", amount="37.26")
    assert (answer.status_code, answer.json()["code"]) == (409, "policy")


def test_after_the_time_to_answer_nothing_can_be_chosen_for_a_date_that_is_off(as_visitor, as_admin, strict_date, paid):
    later = create_another_date(strict_date)
    begin_cancel(as_admin, strict_date)

    end_answers()

    assert post_change(as_visitor, paid, "refund", amount="37.26").json()["code"] == "date_unavailable"
    assert move_to(as_visitor, paid, later).json()["code"] == "date_unavailable"
    assert not Change.objects.exists()


# --- Tickets are not valid until the seats are refunded or moved ------------------------------------------------------


@pytest.fixture
def paid(as_visitor, paypal, strict_date):
    return buy(as_visitor, paypal, strict_date)


def test_a_ticket_is_off_from_the_change_until_its_seats_move(as_visitor, as_admin, strict_date, paid):
    later = create_another_date(strict_date)
    assert "isOff" not in get_booking(as_visitor, paid)
    begin_cancel(as_admin, strict_date)
    assert get_booking(as_visitor, paid)["isOff"] is True

    moved = move_to(as_visitor, paid, later).json()["order"]

    assert "isOff" not in moved["orderItems"][0]["bookings"][0]


def test_a_ticket_is_off_while_paypal_has_not_answered(as_visitor, as_admin, paypal, strict_date, paid):
    paypal.fault("refund", "timeout_after", times=2)
    begin_cancel(as_admin, strict_date, answerHours=0)

    process_date_changes()

    booking = get_booking(as_visitor, paid)
    assert (booking["status"], booking["isOff"]) == ("confirmed", True)


# --- Friends with seats, and people who wait for them -----------------------------------------------------------------


def test_seats_of_guests_are_refunded_with_a_date_that_is_off(as_visitor, as_admin, strict_date, paid):
    ticket = claim_ticket(create_token(as_visitor, Booking.objects.get()))
    begin_cancel(as_admin, strict_date)
    assert read_seat(ticket).json()["status"] == "over"

    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201

    assert SeatLink.objects.get().state == "revoked"
    assert read_seat(ticket).status_code == 404


def test_guests_keep_their_seats_of_a_moved_date(as_visitor, as_admin, strict_date, paid):
    ticket = claim_ticket(create_token(as_visitor, Booking.objects.get()))

    move(as_admin, strict_date, in_days(9))

    assert read_seat(ticket).json()["startTime"] == format_time(in_days(9))
    assert post_change(as_visitor, paid, "refund", seats=3, amount="37.26").json()["code"] == "seats_claimed"
    assert len(get_options(as_visitor, paid)[0]["refund"]["amounts"]) == 2


def test_seats_that_buyers_of_a_moved_date_give_back_go_to_its_new_waiting_list(
    as_visitor, as_other_visitor, as_admin, paypal
):
    date = create_date(event__maximum_event_capacity=3)
    paid = buy(as_visitor, paypal, date)
    move(as_admin, date, in_days(9))
    date.refresh_from_db()
    join(as_other_visitor, date, 2)

    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201

    assert get_offered_seats(as_other_visitor) == [2]
