"""Orders of offered seats that end without a payment, and seats that are released later."""

from datetime import datetime

import pytest

from bookings.models import Entry
from bookings.services.waiting_list import serve_waiting_lists
from orders.models import Order
from payments.services.reconcile_payments import expire_holds
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    list_booking_ids,
    pay,
    pay_test_order,
    pay_with_paypal,
)
from tests.orders.waiting_lists import (
    cancel,
    create_full_date,
    create_offered_date,
    end_offers,
    get_offer_end,
    get_offered_seats,
    get_places,
    join,
    leave,
)
from tests.support.factories import PASSWORD, OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date(as_visitor, as_admin):
    return create_offered_date(as_visitor, as_admin)


def test_canceling_the_order_restores_the_offer_until_its_end(as_visitor, as_other_visitor, as_admin, date):
    join(as_other_visitor, date)
    until = get_offer_end()
    for client in (as_visitor, as_admin):
        cancel(client, create_order(as_visitor, date, seats=3))

        (place,) = get_places(as_visitor)
        assert (place["status"], place["offer"]["seats"], place["offer"]["isOrdered"]) == ("offered", 3, False)
        assert datetime.fromisoformat(place["offer"]["until"]) == until.replace(microsecond=0)
        assert get_offered_seats(as_other_visitor) == []


def test_an_expired_order_passes_the_seats_on(as_visitor, as_other_visitor, date):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    end_offers()
    expire_hold(order)

    assert get_places(as_visitor)[0]["status"] == "expired"
    assert expire_holds() == 1

    assert get_offered_seats(as_other_visitor) == [3]


def test_an_expired_order_cannot_take_seats_from_the_waiting_list(as_visitor, as_other_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    end_offers()
    expire_hold(order)

    refused = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")


def test_an_expired_order_can_be_paid_if_nobody_waits(as_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    end_offers()
    expire_hold(order)

    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"
    assert Entry.objects.get().status == "expired"


def test_whoever_leaves_loses_the_unpaid_order_and_its_seats(as_visitor, as_other_visitor, date):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)

    assert leave(as_visitor, get_places(as_visitor)[0]).json()["status"] == "left"

    assert Order.objects.get(public_id=order["_id"]).status == "cancelled"
    assert get_offered_seats(as_other_visitor) == [3]


def test_the_seats_stay_if_the_offer_ends_while_its_payment_is_captured(as_visitor, as_other_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "capturing"

    end_offers()
    assert leave(as_visitor, get_places(as_visitor)[0]).status_code == 200
    serve_waiting_lists()

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "paid"
    assert get_offered_seats(as_other_visitor) == []


def test_whoever_cancels_after_paying_is_not_put_back_on_the_list(as_visitor, as_admin, date):
    order = pay_test_order(as_visitor, create_order(as_visitor, date, seats=3))

    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ana was ill."}, format="json")

    assert answer.json()["status"] == "refunded"
    assert get_places(as_visitor)[0]["status"] == "accepted"
    assert get_offered_seats(as_visitor) == []


def test_deleting_the_account_leaves_all_lists(as_visitor, as_other_visitor, visitor, date):
    create_order(as_visitor, date, seats=3)
    join(as_visitor, create_full_date())
    join(as_other_visitor, date, 3)

    assert as_visitor.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200

    assert set(Entry.objects.filter(user=visitor).values_list("status", flat=True)) == {"left"}
    assert get_offered_seats(as_other_visitor) == [3]


def test_a_returned_seat_is_offered_to_the_waiting_list(as_visitor, as_other_visitor, as_admin):
    date = OccurrenceFactory(event__maximum_event_capacity=3)
    order = create_test_order(as_visitor, date, seats=3)
    join(as_other_visitor, date)
    seats = {list_booking_ids(order)[0]: 1}

    refund = as_admin.post(
        f"/api/orders/{order['_id']}/refund", {"seats": seats, "reason": "Ana asked."}, format="json"
    )

    assert refund.status_code == 200, refund.content
    assert get_offered_seats(as_other_visitor) == [1]
