"""An order on the wire is what the API's description says, which is made from its serializer."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from orders.api.serializers.orders import OrderSerializer, order_on_the_wire
from orders.models import Order
from tests.orders.asking import booking_ids, pay_through, place
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


def is_written_as_its_shape_says(order: dict[str, Any]) -> bool:
    stored = Order.objects.with_lines().get(public_id=order["_id"])
    return bool(order_on_the_wire(stored) == OrderSerializer(stored).data)


def test_an_order_is_written_as_its_shape_says_from_the_hold_to_the_refund(
    paypal: Any, as_visitor: APIClient, as_admin: APIClient
) -> None:
    order = place(as_visitor, OccurrenceFactory(), OccurrenceFactory())
    assert is_written_as_its_shape_says(order)

    pay_through(paypal, as_visitor, order)
    assert is_written_as_its_shape_says(order)

    asked = {"lines": booking_ids(order)[:1], "reason": "Ill"}
    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", asked, format="json")
    assert answer.json()["refunds"], answer.content
    assert is_written_as_its_shape_says(order)
