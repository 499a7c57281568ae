"""The number of queries does not depend on the number of events."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Entry
from events.models import Occurrence
from tests.bookings.events import create_dates
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/api/products?sortField=nextStartTime", 5),
        ("/api/products", 5),  # the count, the page, its dates with their seats; for both, dates with promised seats
        ("/api/products?view=dates", 4),  # the count, the page with seats, the facets, dates with promised seats
        ("/api/products/all", 2),
        ("/api/products/{id}", 4),
        ("/api/bookings?productId={id}", 2),
    ],
)
def test_the_number_of_queries_is_constant(
    as_anonymous: APIClient, django_assert_num_queries: Any, path: str, queries: int
) -> None:
    for _ in range(9):
        for date in create_dates(event := EventFactory(), list(range(1, 10))):
            BookingFactory(occurrence=date)

    with django_assert_num_queries(queries):
        assert as_anonymous.get(path.format(id=event.public_id)).status_code == 200


@pytest.mark.parametrize(("path", "queries"), [("/api/products?view=dates", 6), ("/api/products/all", 4)])
def test_full_dates_take_one_more_query(
    as_anonymous: APIClient, django_assert_num_queries: Any, path: str, queries: int
) -> None:
    for _ in range(9):
        for date in create_dates(EventFactory(maximum_event_capacity=2), list(range(1, 10))):
            BookingFactory(occurrence=date, seats=2)

    with django_assert_num_queries(queries):
        assert as_anonymous.get(path).status_code == 200


def test_the_number_of_queries_for_staff_is_constant(as_admin: APIClient, django_assert_num_queries: Any) -> None:
    for _ in range(9):
        OccurrenceFactory(status=Occurrence.Status.SKIPPED)

    with django_assert_num_queries(5):  # the session, the user, dates with promised seats, the count and the page
        assert as_admin.get("/api/products").status_code == 200


def test_the_number_of_queries_for_the_next_dates_is_constant(
    as_admin: APIClient, visitor: User, django_assert_num_queries: Any
) -> None:
    for date in create_dates(EventFactory(maximum_event_capacity=2), list(range(1, 9))):
        BookingFactory(occurrence=date, seats=2)
        Entry.objects.create(occurrence=date, user=visitor, seats=1, at_least=1)

    with django_assert_num_queries(4):  # the session, the user, dates with promised seats and the dates
        assert len(as_admin.get("/api/products/next-dates").json()) == 8
