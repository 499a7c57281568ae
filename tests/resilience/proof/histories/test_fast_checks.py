"""The quick look at the books sees what the whole look sees."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bookings.models import Booking
from orders.models import Order
from tests.orders.asking import pay_as_a_test, place
from tests.resilience.proof.histories.fast_checks import TABLES, QuickBooks, all_wrongs
from tests.resilience.proof.histories.tables import every_row, put_back, rows_of
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db

NAMED = re.compile(r'(?:FROM|JOIN)\s+"(\w+)"')


@pytest.fixture
def paid(as_visitor, settings):
    settings.TEST_ORDERS = True
    return pay_as_a_test(as_visitor, place(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2)))


def test_the_books_are_made_of_these_tables_and_no_other(paid):
    Booking.objects.update(seats=9)  # so that explanations are asked for as well
    with CaptureQueriesContext(connection) as asked:
        assert all_wrongs()

    named = {table for query in asked for table in NAMED.findall(query["sql"])}

    assert named == set(TABLES)


def test_what_is_wrong_is_seen_at_every_look_until_it_is_mended(paid):
    books = QuickBooks({})
    assert books.wrongs() == []
    Booking.objects.update(seats=3)

    for _ in range(2):
        assert any("3 seats are taken, and there are 2" in wrong for wrong in books.wrongs())
    Booking.objects.update(seats=2)

    assert books.wrongs() == []


def test_what_was_in_order_is_not_looked_at_again(paid, django_assert_max_num_queries):
    books = QuickBooks(rows_of(TABLES))

    with django_assert_max_num_queries(len(TABLES)):
        assert books.wrongs() == []


def test_rows_come_back_as_they_were(paid, as_visitor):
    before = every_row()
    Order.objects.update(status="cancelled")
    place(as_visitor, OccurrenceFactory())
    assert every_row() != before

    put_back(before)

    assert every_row() == before
