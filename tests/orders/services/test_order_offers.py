"""Ordering seats that the waiting list offers: an ordinary order takes over the offer."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, Entry
from bookings.services.waiting_list import serve_waiting_lists
from orders.models import Order
from tests.orders.api_calls import (
    build_order,
    create_order,
    create_paypal_order,
    list_booking_ids,
    pay,
    pay_test_order,
    pay_with_paypal,
    post_order,
)
from tests.orders.waiting_lists import (
    cancel,
    create_full_date,
    create_offered_date,
    end_offers,
    free_seats,
    get_hold_end,
    get_offer_end,
    get_offered_seats,
    get_places,
    get_stock,
    join,
)
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def date(as_visitor, as_admin):
    return create_offered_date(as_visitor, as_admin)


def test_an_order_takes_over_the_offered_seats_until_the_end_of_the_offer(as_visitor, as_anonymous, date):
    offer = Booking.objects.get(kind="offer")

    order = create_order(as_visitor, date, seats=3)

    assert list_booking_ids(order) == [offer.public_id]
    assert get_hold_end(order) == get_offer_end()
    assert get_stock(as_anonymous, date) == 0
    (place,) = get_places(as_visitor)
    assert (place["status"], place["offer"]["isOrdered"]) == ("offered", True)


def test_a_short_offer_is_held_as_long_as_any_order(as_visitor, as_admin, settings):
    settings.HOLD = timedelta(hours=2)
    date = create_full_date()
    date.starts_at = in_days(0, hours=1.5)
    date.save()
    join(as_visitor, date)
    free_seats(as_admin, date)

    order = create_order(as_visitor, date, seats=1)

    assert get_hold_end(order) - timezone.now() > timedelta(minutes=119)


def test_a_paid_offer_is_accepted(as_visitor, paypal, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, seats=3))

    assert order["status"] == "paid"
    assert get_places(as_visitor)[0]["status"] == "accepted"
    assert get_places(as_visitor)[0]["offer"] is None
    booking = Booking.objects.get(public_id=list_booking_ids(order)[0])
    assert (booking.kind, booking.status) == ("order", "confirmed")


def test_a_free_offer_is_accepted_at_once(as_visitor, as_admin):
    date = create_full_date(price="0")
    join(as_visitor, date)
    free_seats(as_admin, date)

    assert create_order(as_visitor, date, seats=1)["status"] == "paid"
    assert Entry.objects.get().status == "accepted"


def test_the_hold_still_ends_with_the_offer_after_the_paypal_order(as_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)

    create_paypal_order(as_visitor, order)

    assert get_hold_end(order) == get_offer_end()


def test_a_declined_payment_keeps_the_offered_seats_until_its_end(as_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    Order.objects.filter(public_id=order["_id"]).update(created_at=timezone.now() - timedelta(hours=5))
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "decline", times=1)

    assert pay(as_visitor, order, paypal_order_id).json()["code"] == "payment_declined"

    assert get_hold_end(order) == get_offer_end()
    assert pay_test_order(as_visitor, order)["status"] == "paid"


def test_fewer_seats_free_the_rest_for_the_next_one(as_visitor, as_other_visitor, date):
    join(as_other_visitor, date)

    create_order(as_visitor, date, seats=2)

    assert get_offered_seats(as_other_visitor) == [1]


def test_offered_seats_are_ordered_alone(as_visitor, date):
    for body in (build_order(date, OccurrenceFactory(), seats=1), build_order(date, seats=4)):
        refused = post_order(as_visitor, body)

        assert refused.status_code == 409
        assert refused.json() == {"message": "Book the offered seats first, then the rest.", "code": "offer_alone"}
    assert get_offered_seats(as_visitor) == [3]
    assert not Order.objects.exists()


def test_other_dates_can_be_ordered_while_an_offer_lasts(as_visitor, date):
    assert create_order(as_visitor, OccurrenceFactory())["status"] == "held"
    assert get_offered_seats(as_visitor) == [3]


def test_nobody_else_can_order_the_offered_seats(as_other_visitor, date):
    assert post_order(as_other_visitor, build_order(date, seats=1)).json()["code"] == "sold_out"


def test_an_offer_that_ended_can_no_longer_be_ordered(as_visitor, as_other_visitor, date):
    join(as_other_visitor, date)
    end_offers()

    assert post_order(as_visitor, build_order(date, seats=3)).json()["code"] == "sold_out"


def test_offers_do_not_count_toward_the_limit_on_holds(as_visitor, settings, date):
    settings.MAX_HELD_ORDERS = 1
    held = create_order(as_visitor, OccurrenceFactory())

    offered = create_order(as_visitor, date, seats=3)
    cancel(as_visitor, held)

    assert (offered["status"], create_order(as_visitor, OccurrenceFactory())["status"]) == ("held", "held")


def test_canceling_orders_of_offers_does_not_count_toward_the_limit_on_holds(as_visitor, date):
    for _ in range(7):
        cancel(as_visitor, create_order(as_visitor, date, seats=3))

    end_offers()
    serve_waiting_lists()
    assert create_order(as_visitor, date, seats=3)["status"] == "held"
