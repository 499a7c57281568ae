"""The fast checks find what the full checks find."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bookings.models import Booking
from orders.models import Order
from tests.orders.api_calls import create_order, pay_test_order
from tests.resilience.proof.histories.fast_checks import TABLES, FastChecks, find_violations
from tests.resilience.proof.histories.tables import read_every_row, read_rows, restore_rows
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db

NAMED = re.compile(r'(?:FROM|JOIN)\s+"(\w+)"')


@pytest.fixture
def paid(as_visitor, settings):
    settings.TEST_ORDERS = True
    return pay_test_order(as_visitor, create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2)))


def test_the_checks_read_these_tables_and_no_others(paid):
    Booking.objects.update(seats=9)  # so that explanations are read as well
    with CaptureQueriesContext(connection) as queries:
        assert find_violations()

    named = {table for query in queries for table in NAMED.findall(query["sql"])}

    assert named == set(TABLES)


def test_a_violation_is_found_every_time_until_it_is_repaired(paid):
    checks = FastChecks({})
    assert checks.run() == []
    Booking.objects.update(seats=3)

    for _ in range(2):
        assert any("3 seats are taken, and there are 2" in violation for violation in checks.run())
    Booking.objects.update(seats=2)

    assert checks.run() == []


def test_unchanged_rows_are_not_checked_again(paid, django_assert_max_num_queries):
    checks = FastChecks(read_rows(TABLES))

    with django_assert_max_num_queries(len(TABLES)):
        assert checks.run() == []


def test_rows_are_restored_as_they_were(paid, as_visitor):
    before = read_every_row()
    Order.objects.update(status="cancelled")
    create_order(as_visitor, OccurrenceFactory())
    assert read_every_row() != before

    restore_rows(before)

    assert read_every_row() == before
