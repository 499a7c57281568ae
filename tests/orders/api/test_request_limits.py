"""Limits on expensive requests: downloads per hour, search terms, and rows of a list."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.api.views.events import MAX_ROWS
from events.models import Occurrence
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.factories import EventFactory, OccurrenceFactory, UserFactory


@pytest.fixture
def few_downloads(settings):
    settings.THROTTLES = settings.THROTTLES | {"download": 2}


def get_statuses(client, path, times):
    answers = [client.get(path) for _ in range(times)]
    for answer in answers:
        if answer.streaming:
            list(answer.streaming_content)
    return [answer.status_code for answer in answers]


def test_downloads_are_limited_per_account_and_hour(few_downloads, admin, as_admin, visitor):
    event = OccurrenceFactory().event
    paths = [
        "/api/orders/export",
        f"/api/products/{event.public_id}/guests/export",
        f"/api/users/{visitor.public_id}/data",
    ]

    assert get_statuses(as_admin, paths[0], 3) == [200, 200, 429]
    assert [as_admin.get(path).status_code for path in paths] == [429, 429, 429]
    refused = as_admin.get(paths[0])
    assert refused.json()["code"] == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert get_statuses(signed_in(UserFactory(is_staff=True)), paths[0], 1) == [200]


NINE_TERMS = "one two three four five six seven eight"


def test_a_search_uses_the_first_eight_terms(as_anonymous, as_admin):
    user = UserFactory(first_name=NINE_TERMS)
    date = OccurrenceFactory(event__name=NINE_TERMS)
    create_order(signed_in(user), date)

    for nine, found in ((f"{NINE_TERMS} nine", 1), (f"nine {NINE_TERMS}", 0)):
        asked = {"keyword": nine}
        assert len(as_anonymous.get("/api/products", asked).json()["products"]) == found
        assert len(as_admin.get("/api/users", asked).json()["users"]) == found
        assert len(as_admin.get("/api/orders", asked).json()["orders"]) == found


def test_the_calendar_returns_a_limited_number_of_dates(as_anonymous):
    event, start = EventFactory(), timezone.now() + timedelta(days=1)
    starts = [start + timedelta(minutes=number) for number in range(MAX_ROWS + 1)]
    Occurrence.objects.bulk_create(Occurrence(event=event, starts_at=at, ends_at=at) for at in starts)

    assert len(as_anonymous.get("/api/products/all", {"limit": 10**9}).json()) == MAX_ROWS
