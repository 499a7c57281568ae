"""What a sale and a drawer cost, however much was sold before."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.door.till_calls import PRICE, Phone, build_sale, open_night
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db

MAX_QUERIES_TO_SELL = {"sqlite": 40, "postgresql": 44}  # statements; PostgreSQL also locks rows


@pytest.fixture
def phone(as_admin):
    date = OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=50)
    phone = Phone(as_admin, open_night(as_admin, date))
    phone.open_drawer()
    phone.sell()  # the first sale creates the house account
    return phone


def count_queries(call):
    with CaptureQueriesContext(connection) as captured:
        assert call().status_code in (200, 201)
    return len(captured)


def test_a_sale_takes_a_constant_number_of_queries(phone):
    first = count_queries(phone.sell)
    for _ in range(5):
        phone.sell()

    assert count_queries(phone.sell) == first <= MAX_QUERIES_TO_SELL[connection.vendor]


def test_a_drawer_takes_a_constant_number_of_queries(phone):
    phone.count("Ana", 77.6)
    phone.count("Ben", 77.6)
    few = count_queries(lambda: phone.client.get("/api/door/drawer"))
    for _ in range(5):
        phone.sell()

    assert count_queries(lambda: phone.client.get("/api/door/drawer")) == few


def test_each_reported_sale_takes_the_same_number_of_queries(phone):
    phone.keep(9)
    one = count_reported(phone, 1)
    three = count_reported(phone, 3)

    assert three - one == 2 * (count_reported(phone, 2) - count_reported(phone, 1))


def count_reported(phone, count):
    with CaptureQueriesContext(connection) as captured:
        phone.report(*[build_sale()] * count)
    return len(captured)
