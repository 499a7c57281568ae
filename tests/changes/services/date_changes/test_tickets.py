"""What orders say about tickets whose date was called off: until the seats are refunded or moved, they aren't valid."""

import pytest

from changes.services.date_changes.process_date_changes import process_date_changes
from tests.changes.change_calls import buy, create_another_date, create_date, move_to
from tests.changes.date_change_calls import call_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=8, event__refund_policy="none")


@pytest.fixture
def paid(as_visitor, paypal, date):
    return buy(as_visitor, paypal, date)


def get_booking(client, order):
    (booking,) = client.get(f"/api/orders/{order['_id']}").json()["orderItems"][0]["bookings"]
    return booking


def test_a_ticket_is_off_from_the_change_until_its_seats_move(as_visitor, as_admin, date, paid):
    later = create_another_date(date)
    assert "isOff" not in get_booking(as_visitor, paid)
    call_off(as_admin, date)
    assert get_booking(as_visitor, paid)["isOff"] is True

    moved = move_to(as_visitor, paid, later).json()["order"]

    assert "isOff" not in moved["orderItems"][0]["bookings"][0]


def test_a_ticket_is_off_while_paypal_has_not_answered(as_visitor, as_admin, paypal, date, paid):
    paypal.fault("refund", "timeout_after", times=2)
    call_off(as_admin, date, answerHours=0)

    process_date_changes()

    booking = get_booking(as_visitor, paid)
    assert (booking["status"], booking["isOff"]) == ("confirmed", True)
