"""How many queries a list takes does not depend on the number of its rows."""

import pytest
from rest_framework.test import APIClient

from bookings.models import Booking, WaitingEntry
from events.models import Event, Occurrence
from tests.bookings.events import create_dates
from tests.support.factories import BookingFactory, EventFactory, MembershipFactory, OccurrenceFactory, VoucherFactory

OF_EVERYBODY = {
    "/api/products?sortField=nextStartTime": 5,
    "/api/products": 5,  # the count, the page, its dates with their seats; for both, dates with promised seats
    "/api/products?view=dates": 7,  # both counts, the page with seats, facets (2), for both dates with promised seats
    "/api/products?view=upcoming": 8,  # the count, first, further and canceled dates, facets (2), promised seats (2)
    "/api/products/all": 2,
    "/api/products/{id}": 4,
    "/api/bookings?productId={id}": 2,
    "/calendar.ics?category=Draft": 3,
    "/calendar/{id}.ics": 4,
}
OF_STAFF = {  # the session and the user first
    "/api/products": 7,  # those of everybody
    "/api/products/next-dates": 9,  # dates with promised seats and the dates; doors, moves, and tickets (3)
    "/api/users": 4,  # the count and the page
    "/api/members": 4,  # the count, and the page with accounts
    "/api/vouchers": 7,  # the count, the page, events, uses, what they took off
}
# Full dates take two more queries, whatever their number.
OF_EVERYBODY_IF_FULL = {"/api/products?view=dates": 9, "/api/products/all": 4}


@pytest.fixture
def event() -> Event:
    """One of nine events with nine dates each. Each date has a buyer, who is a member."""
    for _ in range(9):
        event = EventFactory()
        for date in create_dates(event, list(range(1, 10))):
            booking = BookingFactory(occurrence=date)
            MembershipFactory(user=booking.user)
        OccurrenceFactory(status=Occurrence.Status.CANCELED)
        VoucherFactory().events.add(event)
    return event


def test_every_list_takes_a_constant_number_of_queries(as_anonymous, as_admin, event, django_assert_num_queries):
    def check(client: APIClient, lists: dict[str, int]) -> None:
        for path, queries in lists.items():
            with django_assert_num_queries(queries, info=path):
                assert client.get(path.format(id=event.public_id)).status_code == 200

    check(as_anonymous, OF_EVERYBODY)
    check(as_admin, OF_STAFF)

    Event.objects.update(maximum_event_capacity=2)
    check(as_anonymous, OF_EVERYBODY_IF_FULL)

    for date, user in Booking.objects.values_list("occurrence", "user"):
        WaitingEntry.objects.create(occurrence_id=date, user_id=user, seats=1, at_least=1)
    check(as_admin, OF_STAFF)
    assert len(as_admin.get("/api/products/next-dates").json()) > 1
