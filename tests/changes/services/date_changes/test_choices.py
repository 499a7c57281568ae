"""What buyers of a changed date may choose, whatever the refund policy says."""

from datetime import timedelta

import pytest
from django.utils import timezone

from changes.services.date_changes.process_date_changes import process_date_changes
from orders.models import Change, Payment
from tests.changes.change_calls import (
    buy,
    create_another_date,
    create_date,
    get_options,
    list_seats,
    move_to,
    post_change,
)
from tests.changes.date_change_calls import (
    REASON,
    call_off,
    count_outcomes,
    end_answers,
    format_time,
    get_change,
    move,
)
from tests.orders.api_calls import create_order, list_booking_ids
from tests.payments.refund_calls import list_refunded_amounts
from tests.support.factories import in_days
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db
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
    (booking,) = client.get(f"/api/orders/{order['_id']}").json()["orderItems"][0]["bookings"]
    return booking


# --- Reading ---------------------------------------------------------------------------------------------------------


def test_the_options_of_a_date_that_is_off_override_the_policy(as_visitor, as_admin, paypal, date):
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)

    change_id = call_off(as_admin, date)

    until = get_change(as_admin, change_id)["answerUntil"]
    (options,) = get_options(as_visitor, paid)
    choice = {"kind": "cancel", "startTime": format_time(date.starts_at), "reason": REASON, "until": until}
    assert options["dateChange"] == choice
    everything = {"allowed": True, "until": until, "amounts": [12.42, 24.84, 37.26]}
    assert options["refund"] == options["gift"] == everything
    assert options["move"] == {
        "allowed": True, "dates": [{"startTime": format_time(later.starts_at), "countInStock": 8}],
    }  # fmt: skip
    assert get_booking(as_visitor, paid)["dateChange"] == choice


def test_the_options_of_a_moved_date_name_the_new_time(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)

    move(as_admin, strict_date, in_days(9))

    (options,) = get_options(as_visitor, paid)
    assert (options["dateChange"]["kind"], options["dateChange"]["to"]) == ("move", format_time(in_days(9)))
    assert options["refund"]["amounts"] == [12.42, 24.84, 37.26]
    assert options["move"]["dates"] == []


def test_orders_name_no_choice_before_a_change_and_after_the_answer(as_visitor, as_admin, paypal, strict_date):
    later = create_another_date(strict_date)
    paid = buy(as_visitor, paypal, strict_date)
    assert "dateChange" not in get_booking(as_visitor, paid)
    assert "dateChange" not in get_options(as_visitor, paid)[0]
    call_off(as_admin, strict_date)
    assert "dateChange" in as_visitor.get("/api/orders/my_orders").json()[0]["orderItems"][0]["bookings"][0]

    answer = move_to(as_visitor, paid, later)

    assert "dateChange" not in answer.json()["order"]["orderItems"][0]["bookings"][0]
    assert "dateChange" not in get_options(as_visitor, paid)[0]


def test_without_time_to_answer_there_is_no_choice(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)

    call_off(as_admin, strict_date, answerHours=0)

    assert "dateChange" not in get_booking(as_visitor, paid)
    answer = post_change(as_visitor, paid, "refund", amount="37.26")
    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")


def test_a_date_that_is_off_can_be_chosen_about_after_it_would_have_started(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    call_off(as_admin, strict_date)
    strict_date.refresh_from_db()
    strict_date.starts_at, strict_date.ends_at = in_days(-1), in_days(-0.5)
    strict_date.save()

    assert get_options(as_visitor, paid)[0]["refund"]["allowed"]
    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201


# --- Choosing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_a_refund_is_full_and_settles_the_choice(as_visitor, as_admin, paypal, strict_date, kind):
    paid = buy(as_visitor, paypal, strict_date)
    change_id = call_off(as_admin, strict_date) if kind == "cancel" else move(as_admin, strict_date, in_days(9))

    answer = post_change(as_visitor, paid, "refund", amount="37.26")

    assert answer.status_code == 201, answer.content
    assert answer.json()["order"]["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["37.26"]
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_the_money_of_a_date_that_is_off_can_be_a_gift(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    change_id = call_off(as_admin, strict_date)

    answer = post_change(as_visitor, paid, "gift", amount="37.26")

    assert (answer.status_code, list_seats(answer.json()["order"])) == (201, [("refunded", 3)])
    assert paypal.refunds() == []
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_a_move_is_free_and_its_refund_deadline_is_that_of_the_new_date(as_visitor, as_admin, paypal):
    date = create_date(event__maximum_event_capacity=8, event__refund_until_hours=24 * 8)
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)
    change_id = call_off(as_admin, date)

    answer = move_to(as_visitor, paid, later)

    assert answer.status_code == 201, answer.content
    assert get_booking(as_visitor, paid)["bookingDate"] == format_time(later.starts_at)
    assert count_outcomes(as_admin, change_id) == {"total": 1, "moved": 1}
    (options,) = get_options(as_visitor, paid)
    assert options["refund"]["until"] == format_time(in_days(6))


def test_a_booking_that_staff_move_has_no_choice_left(as_visitor, as_admin, paypal, strict_date):
    later = create_another_date(strict_date)
    paid = buy(as_visitor, paypal, strict_date)
    change_id = call_off(as_admin, strict_date)
    body = {"booking": list_booking_ids(paid)[0], "to": format_time(later.starts_at), "reason": "By phone."}

    assert as_admin.post(f"/api/orders/{paid['_id']}/move", body, format="json").status_code == 200

    assert count_outcomes(as_admin, change_id) == {"total": 1, "moved": 1}
    end_answers()
    process_date_changes()
    assert paypal.refunds() == []


def test_seats_of_a_date_that_is_off_can_be_refunded_one_by_one(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    change_id = call_off(as_admin, strict_date)

    assert post_change(as_visitor, paid, "refund", seats=1, amount="12.42").status_code == 201
    assert count_outcomes(as_admin, change_id) == {"total": 1, "undecided": 1}
    assert get_options(as_visitor, paid)[0]["refund"]["amounts"] == [12.42, 24.84]
    end_answers()
    process_date_changes()

    assert list_refunded_amounts(paypal) == ["12.42", "24.84"]
    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "refunded": 1}


def test_a_refund_of_some_seats_of_a_moved_date_keeps_the_others(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    change_id = move(as_admin, strict_date, in_days(9))

    answer = post_change(as_visitor, paid, "refund", seats=1, amount="12.42")

    assert list_seats(answer.json()["order"]) == [("confirmed", 2)]
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}
    assert get_options(as_visitor, paid)[0]["refund"]["code"] == "policy"


def test_after_the_time_to_answer_the_policy_applies_again(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    move(as_admin, strict_date, in_days(9))

    end_answers()  # and upkeep did not run yet

    (options,) = get_options(as_visitor, paid)
    assert "dateChange" not in options
    assert options["refund"]["code"] == "policy"
    answer = post_change(as_visitor, paid, "refund", amount="37.26")
    assert (answer.status_code, answer.json()["code"]) == (409, "policy")


def test_after_the_time_to_answer_nothing_can_be_chosen_for_a_date_that_is_off(
    as_visitor, as_admin, paypal, strict_date
):
    later = create_another_date(strict_date)
    paid = buy(as_visitor, paypal, strict_date)
    call_off(as_admin, strict_date)

    end_answers()

    assert post_change(as_visitor, paid, "refund", amount="37.26").json()["code"] == "date_unavailable"
    assert move_to(as_visitor, paid, later).json()["code"] == "date_unavailable"
    assert not Change.objects.exists()


def test_a_payment_that_paypal_no_longer_refunds_can_still_move(as_visitor, as_admin, paypal, strict_date):
    later = create_another_date(strict_date)
    paid = buy(as_visitor, paypal, strict_date)
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))
    call_off(as_admin, strict_date)

    assert get_options(as_visitor, paid)[0]["refund"]["code"] == "too_old"
    assert post_change(as_visitor, paid, "refund", amount="37.26").json()["code"] == "too_old"
    assert move_to(as_visitor, paid, later).status_code == 201


def test_a_free_booking_can_move_or_be_given_back(as_visitor, as_admin):
    date = create_date(event__price="0", event__maximum_event_capacity=8)
    paid = create_order(as_visitor, date)
    change_id = call_off(as_admin, date)

    assert get_options(as_visitor, paid)[0]["refund"]["amounts"] == [0, 0]
    assert post_change(as_visitor, paid, "return").status_code == 201
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_a_second_change_gives_a_new_choice(as_visitor, as_admin, paypal, strict_date):
    later = create_another_date(strict_date)
    paid = buy(as_visitor, paypal, strict_date)
    call_off(as_admin, strict_date)
    move_to(as_visitor, paid, later)

    second = call_off(as_admin, later)

    assert get_options(as_visitor, paid)[0]["dateChange"]["startTime"] == format_time(later.starts_at)
    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201
    assert count_outcomes(as_admin, second) == {"total": 1, "refunded": 1}


def test_test_orders_have_a_choice_without_money(as_visitor, as_admin, strict_date):
    order = create_test_order(as_visitor, strict_date)
    change_id = call_off(as_admin, strict_date)

    assert post_change(as_visitor, order, "refund", amount="0").status_code == 201

    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}
