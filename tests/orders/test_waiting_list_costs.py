"""What waiting lists add to the queries of a hold. `python -m bench waiting` measures the time."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from bookings.models import Entry
from events.models import Occurrence
from tests.orders.api_calls import create_order
from tests.orders.query_costs import RecordedQueries, list_used_indexes
from tests.support.factories import OccurrenceFactory, UserFactory


def add_groups(date: Occurrence, number: int) -> None:
    """Let groups wait that are larger than the seats left, so that the public can still buy those."""
    Entry.objects.bulk_create(Entry(occurrence=date, user=UserFactory(), seats=10, at_least=10) for _ in range(number))


def list_lookups(client: APIClient, *dates: Occurrence) -> list[str]:
    """Return the indexes of waiting lists that an order looks into, once for each lookup. Other dates have lists."""
    for _ in range(5):
        add_groups(OccurrenceFactory(), 10)
    if connection.vendor == "postgresql":  # the server does this automatically
        connection.cursor().execute("ANALYZE bookings_entry")
    asked = RecordedQueries()
    with connection.execute_wrapper(asked):
        create_order(client, *dates, seats=1)
    in_waiting_lists = set(connection.introspection.get_constraints(connection.cursor(), Entry._meta.db_table))
    used = [name for sql, params in asked.selects for name in list_used_indexes(sql, params)]
    return [name for name in used if name in in_waiting_lists]


@pytest.mark.django_db
def test_a_hold_looks_into_the_waiting_list_once_by_date_and_once_by_buyer(as_visitor: APIClient) -> None:
    by_buyer, by_date = list_lookups(as_visitor, OccurrenceFactory())

    if connection.vendor == "sqlite":  # PostgreSQL weighs by its statistics which indexes are the shorter way
        assert "user" in by_buyer
        assert by_date == "entry_by_date"


@pytest.mark.django_db
def test_a_waiting_list_adds_no_query_to_a_hold(as_visitor: APIClient, as_other_visitor: APIClient) -> None:
    plain, awaited = (OccurrenceFactory(event__maximum_event_capacity=9) for _ in range(2))
    add_groups(awaited, 3)

    with CaptureQueriesContext(connection) as without:
        create_order(as_visitor, plain, seats=1)
    with CaptureQueriesContext(connection) as with_list:
        create_order(as_other_visitor, awaited, seats=1)

    assert len(with_list) == len(without)
