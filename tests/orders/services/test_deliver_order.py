"""Marking an order as delivered."""

import pytest

from tests.orders.api_calls import create_order, list_booking_ids
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


def deliver(client, order):
    return client.put(f"/api/orders/{order['_id']}/deliver")


@pytest.fixture
def paid(as_visitor):
    return create_test_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())


def test_staff_mark_a_paid_order_as_delivered(as_admin, as_visitor, paid):
    answer = deliver(as_admin, paid)

    assert answer.status_code == 200
    assert answer.json()["deliveredAt"].endswith("Z")
    assert answer.json()["status"] == "paid"
    assert as_visitor.get(f"/api/orders/{paid['_id']}").json()["deliveredAt"] == answer.json()["deliveredAt"]


def test_delivering_again_changes_nothing(as_admin, paid):
    first = deliver(as_admin, paid).json()

    assert deliver(as_admin, paid).json() == first


def test_a_partly_refunded_order_can_be_delivered(as_admin, paid):
    as_admin.post(
        f"/api/orders/{paid['_id']}/refund", {"lines": list_booking_ids(paid)[:1], "reason": "Ill"}, format="json"
    )

    assert deliver(as_admin, paid).status_code == 200


def test_an_unpaid_order_cannot_be_delivered(as_admin, as_visitor):
    answer = deliver(as_admin, create_order(as_visitor, OccurrenceFactory()))

    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["status"]) == ("not_paid", "held")
