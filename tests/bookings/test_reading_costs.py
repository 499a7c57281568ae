"""However many nights there are, reading about them costs the same."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.bookings.reading import series_of
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory


@pytest.mark.parametrize("nights", [2, 9])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/api/products", 3),  # how many, the page, its dates with their seats
        ("/api/products?view=dates", 3),  # how many, the page with seats, the facets
        ("/api/products/all", 1),
        ("/api/products/{id}", 2),
        ("/api/bookings?productId={id}", 1),
    ],
)
def test_reading_costs_the_same_however_much_is_on(
    as_nobody: APIClient, django_assert_num_queries: Any, nights: int, path: str, queries: int
) -> None:
    for _ in range(nights):
        for date in series_of(event := EventFactory(), list(range(1, nights + 1))):
            BookingFactory(occurrence=date)

    with django_assert_num_queries(queries):
        assert as_nobody.get(path.format(id=event.public_id)).status_code == 200


@pytest.mark.parametrize("nights", [2, 9])
@pytest.mark.parametrize(("path", "queries"), [("/api/products?view=dates", 4), ("/api/products/all", 2)])
def test_full_dates_cost_one_query_more_however_many(
    as_nobody: APIClient, django_assert_num_queries: Any, nights: int, path: str, queries: int
) -> None:
    for _ in range(nights):
        # the next date with seats
        for date in series_of(EventFactory(maximum_event_capacity=2), list(range(1, nights + 1))):
            BookingFactory(occurrence=date, seats=2)

    with django_assert_num_queries(queries):
        assert as_nobody.get(path).status_code == 200


@pytest.mark.parametrize("nights", [2, 9])
def test_staffs_list_costs_the_same_however_much_is_snoozed(
    as_admin: APIClient, django_assert_num_queries: Any, nights: int
) -> None:
    for _ in range(nights):
        OccurrenceFactory(status=Occurrence.Status.SKIPPED)

    with django_assert_num_queries(4):  # the session, the user, how many, and the page (no date of which is coming)
        assert as_admin.get("/api/products").status_code == 200


def test_an_unchanged_list_is_not_sent_twice(as_nobody: APIClient) -> None:
    date = OccurrenceFactory()
    first = as_nobody.get("/api/products/all")
    again = as_nobody.get("/api/products/all", headers={"If-None-Match": first["ETag"]})
    BookingFactory(occurrence=date)
    changed = as_nobody.get("/api/products/all", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)
    assert "no-cache" in first["Cache-Control"]


def test_a_long_list_travels_compressed(as_nobody: APIClient) -> None:
    series_of(EventFactory(), list(range(1, 9)))

    plain = as_nobody.get("/api/products/all")
    packed = as_nobody.get("/api/products/all", headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    again = as_nobody.get("/api/products/all", headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
    assert again.status_code == 304
