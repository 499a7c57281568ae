"""What a buyer may need right now: a ticket, an offer of a waiting list, a choice about a date."""

from datetime import timedelta

import pytest

from bookings.models import Booking
from purchases.selectors.next_up import get_next_up
from tests.changes.change_calls import begin_cancel, end_answers, format_time, get_change, move, post_change
from tests.orders import event_dates
from tests.orders.api_calls import create_order
from tests.orders.event_dates import FRIDAY_EVENING
from tests.orders.waiting_lists import (
    create_full_date,
    create_offered_date,
    end_offers,
    free_seats,
    get_places,
    join,
    leave,
)
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order, create_test_order

NOTHING = {"ticket": None, "offer": None, "decision": None, "going": []}


def get_next(client):
    answer = client.get("/api/orders/next")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_soonest_ticket_is_returned_with_its_event_and_times(as_visitor, as_other_visitor):
    later = OccurrenceFactory(starts_at=in_days(0, hours=3), event__name="Late Draft")
    soon = OccurrenceFactory(starts_at=in_days(0, hours=1), event__name="Friday Draft")
    create_test_order(as_visitor, later)
    order = create_test_order(as_visitor, soon)

    times = {"startTime": format_time(soon.starts_at), "endTime": format_time(soon.ends_at)}
    assert get_next(as_visitor)["ticket"] == {"order": order["_id"], "name": "Friday Draft", **times}
    assert get_next(as_other_visitor) == NOTHING


def test_all_dates_to_come_with_seats_are_returned_with_the_ticket_that_they_are_on(as_visitor, as_admin):
    later = OccurrenceFactory(starts_at=in_days(30))
    soon, given_back = OccurrenceFactory(starts_at=in_days(5)), OccurrenceFactory(starts_at=in_days(6))
    orders = [create_test_order(as_visitor, date, seats=3) for date in (later, soon, given_back)]
    post_change(as_visitor, orders[2], "return")
    post_change(as_visitor, orders[0], "return", seats=1)

    def going(order, date, seats):
        booking = order["orderItems"][0]["bookings"][0]["_id"]
        event = {"product": date.event.public_id, "startTime": format_time(date.starts_at)}
        return {"order": order["_id"], "booking": booking, "seats": seats, **event}

    assert get_next(as_visitor)["going"] == [going(orders[1], soon, 3), going(orders[0], later, 2)]
    begin_cancel(as_admin, soon)
    assert get_next(as_visitor)["going"] == [going(orders[0], later, 2)]


def test_a_ticket_is_needed_from_the_day_before_at_the_shop_until_its_date_ends(as_visitor, visitor):
    create_test_order(as_visitor, event_dates.create_date())
    day_before = FRIDAY_EVENING - timedelta(hours=19 + 24)  # midnight at the shop
    end = FRIDAY_EVENING + timedelta(hours=3)

    def is_needed(now):
        return get_next_up(visitor, now).ticket is not None

    assert [is_needed(day_before - timedelta(seconds=1)), is_needed(day_before)] == [False, True]
    assert [is_needed(end - timedelta(seconds=1)), is_needed(end)] == [True, False]


@pytest.mark.parametrize("how", ["not paid", "given back", "canceled by staff"])
def test_seats_that_do_not_admit_are_no_ticket(how, as_visitor, as_admin):
    date = OccurrenceFactory(starts_at=in_days(0, hours=1))
    order = create_order(as_visitor, date) if how == "not paid" else create_test_order(as_visitor, date)
    if how == "given back":
        assert post_change(as_visitor, order, "return").status_code == 201
    if how == "canceled by staff":
        begin_cancel(as_admin, date)

    assert get_next(as_visitor)["ticket"] is None


def test_an_offer_is_returned_until_it_ends(as_visitor, as_admin, as_other_visitor):
    date = create_offered_date(as_visitor, as_admin)
    (place,) = get_places(as_visitor)

    assert get_next(as_other_visitor) == NOTHING
    assert get_next(as_visitor) == NOTHING | {
        "offer": {
            "product": date.event.public_id,
            "name": date.event.name,
            "startTime": format_time(date.starts_at),
            "seats": 3,
            "until": place["offer"]["until"],
        }
    }
    end_offers()
    assert get_next(as_visitor) == NOTHING


def test_of_two_offers_the_one_that_ends_first_is_returned(as_visitor, as_admin):
    dates = [create_offered_date(as_visitor, as_admin), create_full_date()]
    join(as_visitor, dates[1])
    free_seats(as_admin, dates[1])
    Booking.objects.filter(kind=Booking.Kind.OFFER, occurrence=dates[1]).update(held_until=in_days(0, hours=1))
    assert get_next(as_visitor)["offer"]["product"] == dates[1].event.public_id

    leave(as_visitor, get_places(as_visitor)[0])

    assert get_next(as_visitor)["offer"]["product"] == dates[0].event.public_id


@pytest.mark.parametrize(
    ("is_paid", "has_other_date", "choice"),
    [
        (True, True, "another date or your money back"),
        (True, False, "your money back or keep it as a gift"),
        (False, True, "another date"),
    ],
)
def test_a_canceled_date_is_to_be_decided_until_the_buyer_answers(
    is_paid, has_other_date, choice, paypal, as_visitor, as_admin
):
    date = OccurrenceFactory(event__name="Friday Draft")
    if has_other_date:
        OccurrenceFactory(event=date.event, starts_at=in_days(30))
    order = create_paid_order(paypal, as_visitor, date) if is_paid else create_test_order(as_visitor, date)

    change = begin_cancel(as_admin, date)

    assert get_next(as_visitor) == NOTHING | {
        "decision": {
            "order": order["_id"],
            "name": "Friday Draft",
            "kind": "cancel",
            "startTime": format_time(date.starts_at),
            "until": get_change(as_admin, change)["answerUntil"],
            "choice": choice,
        }
    }
    if not is_paid:
        assert post_change(as_visitor, order, "return").status_code == 201
        assert get_next(as_visitor) == NOTHING


def test_nothing_is_to_be_decided_about_free_seats_of_an_event_without_other_dates(as_visitor, as_admin):
    create_test_order(as_visitor, date := OccurrenceFactory())
    begin_cancel(as_admin, date)

    assert get_next(as_visitor) == NOTHING


def test_a_moved_date_is_named_by_its_former_time_until_the_time_to_answer_is_over(paypal, as_visitor, as_admin):
    date = OccurrenceFactory()
    create_paid_order(paypal, as_visitor, date)
    move(as_admin, date, in_days(9))

    decision = get_next(as_visitor)["decision"]

    assert (decision["kind"], decision["startTime"]) == ("move", format_time(date.starts_at))
    end_answers()
    assert get_next(as_visitor)["decision"] is None


def test_nothing_is_to_be_decided_about_seats_whose_money_is_on_its_way_back(paypal, as_visitor, as_admin):
    date = OccurrenceFactory()
    order = create_paid_order(paypal, as_visitor, date)
    begin_cancel(as_admin, date)

    paypal.fault("refund", "pending")
    assert post_refund(as_admin, order).status_code == 200

    assert get_next(as_visitor) == NOTHING
