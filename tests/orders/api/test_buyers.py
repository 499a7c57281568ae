"""The buyer's state that a hold reads in SQL equals the ORM's rules."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from charityshop.models import HandledRequest
from orders.models import Order
from orders.selectors.buyers import Buyer, read_buyer
from orders.services.limits import count_live_holds
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


def test_live_holds_are_counted_as_by_the_orm(
    as_visitor: APIClient, as_other_visitor: APIClient, visitor: User
) -> None:
    for client in (as_visitor, as_visitor, as_other_visitor):
        create_order(client, OccurrenceFactory())
    cancelled = create_order(as_visitor, OccurrenceFactory())
    assert as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel").status_code == 200
    end = Order.objects.filter(user=visitor, status=Order.Status.HELD).latest("pk").held_until

    for now in (timezone.now(), *(end + timedelta(microseconds=difference) for difference in (-1, 0, 1))):
        buyer = read_buyer(visitor.pk, "", now)
        assert buyer == Buyer(True, "", "", count_live_holds(visitor, now))


def test_a_request_key_finds_the_buyers_own_order(as_visitor: APIClient, visitor: User, other_visitor: User) -> None:
    order = Order.objects.get(public_id=create_order(as_visitor, OccurrenceFactory())["_id"])
    HandledRequest.objects.create(owner_id=visitor.pk, key="one", body_hash="a hash", result=order.public_id)
    now = timezone.now()

    assert read_buyer(visitor.pk, "one", now) == Buyer(True, order.public_id, "a hash", 1)
    assert read_buyer(visitor.pk, "two", now) == Buyer(True, "", "", 1)
    assert read_buyer(other_visitor.pk, "one", now) == Buyer(True, "", "", 0)


def test_a_deactivated_and_a_deleted_account_are_told_apart(visitor: User) -> None:
    User.objects.filter(pk=visitor.pk).update(is_active=False)

    assert read_buyer(visitor.pk, "", timezone.now()) == Buyer(False, "", "", 0)
    assert read_buyer(0, "", timezone.now()) is None
