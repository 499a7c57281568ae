"""Orders in the console: the list's title and formatted addresses."""

import re

import pytest
from django.test import Client

from orders.models import Order
from tests.orders.api_calls import build_order, post_order
from tests.support.factories import OccurrenceFactory, UserFactory

pytestmark = pytest.mark.django_db
ORDERS = "/admin-console/orders/order/"


@pytest.fixture
def console() -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def test_console_lists_are_titled_by_their_contents(console):
    page = console.get(ORDERS).content.decode()

    assert "<h1>Orders</h1>" in page
    assert "Select order" not in page


def test_addresses_of_orders_are_formatted(console, as_visitor):
    sent = {
        "fName": "Ana", "lName": "Diaz", "address": "12 Dock St", "addressSecondary": "", "city": "Portland",
        "state": "OR", "postalCode": "97201", "country": "United States",
    }  # fmt: skip
    post_order(as_visitor, build_order(OccurrenceFactory(), shippingAddress=sent))

    page = console.get(f"{ORDERS}{Order.objects.get().pk}/change/").content.decode()

    assert "Ana Diaz, 12 Dock St, Portland, OR 97201, United States" in page
    assert re.search(r'Billing address:</label>\s*<div class="readonly">-</div>', page)
    assert "fName" not in page
