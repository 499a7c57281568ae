"""What the public ledger costs, however much was sold."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, buy, compare
from tests.payments.refund_calls import post_refund
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db


def count_queries(client, path):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.fixture
def fill(paypal, as_admin, month):
    def fill(count):
        for _ in range(count):
            client = signed_in(UserFactory())
            post_refund(as_admin, buy(paypal, client), amount="5.00")
            buy(paypal, client)
            entry = add_entry(as_admin, month).json()["_id"]
            add_entry(as_admin, month, amount=-1, corrects=entry)

    return fill


def test_every_reading_takes_a_constant_number_of_queries(fill, as_admin, as_anonymous, month):
    readings = [(as_anonymous, path) for path in ("/api/ledger", f"/api/ledger/{month}", f"/ledger/{month}.csv")]
    readings += [(as_admin, f"/api/ledger/{month}/settlement"), (as_admin, f"/api/ledger/{month}/journal.csv")]
    fill(1)
    compare(as_admin, month)
    few = [count_queries(*reading) for reading in readings]

    fill(3)

    assert [count_queries(*reading) for reading in readings] == few
    assert max(few) <= 11
