"""What a sale, a drawer and a list cost, however much was sold before."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.door.till_calls import PRICE, Phone, build_sale, open_night
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db

MAX_QUERIES_TO_SELL = {"sqlite": 40, "postgresql": 44}  # statements; PostgreSQL also locks rows
CALLS = {
    "sell": (Phone.sell, MAX_QUERIES_TO_SELL[connection.vendor]),
    "drawer": (Phone.get_drawer, 20),
    "list": (Phone.get_list, 16),
}


@pytest.fixture
def phone(as_admin):
    date = OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=50)
    phone = Phone(as_admin, open_night(as_admin, date))
    phone.open_drawer()
    phone.sell()  # the first sale creates the house account
    return phone


def count_queries(call):
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


@pytest.mark.parametrize("name", CALLS)
def test_each_call_takes_a_constant_number_of_queries(phone, name):
    call, most = CALLS[name]
    few = count_queries(lambda: call(phone))
    for _ in range(5):
        phone.sell()

    assert count_queries(lambda: call(phone)) == few <= most


def test_each_reported_sale_takes_the_same_number_of_queries(phone):
    phone.keep(9)
    one, two, three = [count_queries(lambda n=n: phone.report(*[build_sale()] * n)) for n in (1, 2, 3)]

    assert three - two == two - one
