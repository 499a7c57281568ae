"""Public responses are cached for five seconds at most; signed-in visitors and seat counts always read the database."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from bookings.response_cache import MAX_BYTES, cached_response
from charityshop.settings import RESPONSE_MAX_AGE
from events.models import Event, Occurrence
from tests.conftest import signed_in
from tests.e2e.shell.html import data_in
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days

PAGES = ["/", "/page/1", "/product/{id}"]
ADDRESSES = ["/api/products/all", "/api/products", "/api/products?view=dates", "/api/products/{id}", *PAGES]


@pytest.fixture(autouse=True)
def cache(settings: Any, pass_time: object) -> None:
    """Enable and empty the cache, and stop its clock, so that no test depends on the machine's speed."""
    settings.RESPONSE_MAX_AGE = RESPONSE_MAX_AGE
    caches["responses"].clear()


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that advances the clock of the cache."""
    now = [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def forward(seconds: float) -> None:
        now[0] += seconds

    return forward


@pytest.fixture
def event() -> Event:
    event = EventFactory(maximum_event_capacity=4)
    for week in (1, 2, 3):
        OccurrenceFactory(event=event, starts_at=in_days(7 * week))
    return event


@pytest.fixture(params=ADDRESSES)
def address(request: pytest.FixtureRequest, event: Event) -> str:
    return str(request.param).replace("{id}", event.public_id)


def read(path: str, client: Client | None = None) -> Any:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200
    return answer.json() if "json" in answer.headers["Content-Type"] else answer.content.decode()


def test_a_cached_response_needs_no_query(address, pass_time, django_assert_num_queries) -> None:
    first = read(address)

    with django_assert_num_queries(0):
        assert read(address) == first


@pytest.mark.parametrize(
    "change",
    [
        lambda event: Event.objects.filter(pk=event.pk).update(name="Another name"),
        lambda event: Event.objects.filter(pk=event.pk).update(price=13),
        lambda event: event.occurrences.update(status=Occurrence.Status.CANCELED),
        lambda event: [BookingFactory(occurrence=date, seats=4) for date in event.occurrences.all()],
    ],
)
def test_changes_are_visible_after_five_seconds(address, event, pass_time, change) -> None:
    before = read(address)
    change(event)

    pass_time(5)

    assert read(address) != before


def test_signed_in_visitors_see_changes_at_once(address, event) -> None:
    visitor = signed_in(UserFactory())
    read(address)
    read(address, visitor)

    Event.objects.filter(pk=event.pk).update(name="Another name")

    assert "Another name" in str(read(address, visitor))


def test_the_seat_count_of_a_date_is_not_cached(event) -> None:
    path = f"/api/bookings?productId={event.public_id}"
    assert read(path)["countInStock"] == 4

    BookingFactory(occurrence=event.occurrences.first(), seats=3)

    assert read(path)["countInStock"] == 1


def test_staffs_responses_are_not_served_to_visitors(event) -> None:
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    staff = signed_in(UserFactory(is_staff=True))

    assert read("/api/products", staff)["total"] == 1
    assert read("/api/products")["total"] == 0
    assert read("/api/products", staff)["total"] == 1


@pytest.mark.parametrize("change", [lambda text: text.set_cookie("a", "b"), lambda text: text.write("x" * MAX_BYTES)])
def test_responses_with_cookies_and_very_long_ones_are_not_cached(change) -> None:
    calls: list[int] = []

    @cached_response
    def view(request: HttpRequest) -> HttpResponse:
        calls.append(1)
        answer = HttpResponse("text")
        change(answer)
        return answer

    for _ in range(2):
        view(RequestFactory().get("/"))

    assert len(calls) == 2


def test_who_asks_anew_gets_what_is_so_now_and_so_does_everybody_after(address, event) -> None:
    before = read(address)
    event.occurrences.update(status=Occurrence.Status.CANCELED)

    client = Client(headers={"Cache-Control": "no-cache"})

    assert (now := read(address, client)) != before
    assert read(address) == now


@pytest.mark.parametrize("page", PAGES)
def test_first_data_say_when_they_were_read_also_from_the_cache(page: str, event: Event, pass_time) -> None:
    path, before = page.replace("{id}", event.public_id), datetime.now(UTC)
    read_at = [piece["at"] for piece in data_in(Client().get(path), "first-data")]
    after = datetime.now(UTC)
    pass_time(3)

    assert [piece["at"] for piece in data_in(Client().get(path), "first-data")] == read_at
    assert all(before.timestamp() * 1000 - 1 < at < after.timestamp() * 1000 for at in read_at)
