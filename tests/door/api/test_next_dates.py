"""What staff have before them: GET /api/products/next-dates."""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from events.journal import Cause, Kind, Source, change_dates
from events.models import Event, Occurrence
from events.recurrence import Span
from tests.bookings.events import cancel_date, json_time
from tests.door.phones import DoorClient, create_date
from tests.orders.waiting_lists import create_full_date
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory, in_days


def get_next_dates(client: APIClient) -> list[dict[str, Any]]:
    answer = client.get("/api/products/next-dates")
    assert answer.status_code == 200, answer.content
    return list(answer.json())


def test_a_date_shows_its_seats_and_who_waits(as_admin: APIClient, visitor: User) -> None:
    date = create_full_date(4, name="Lantern Night")
    ended = {"status": Booking.Status.PENDING, "held_until": timezone.now() - timedelta(minutes=1)}
    BookingFactory(occurrence=date, seats=3, **ended)
    for user in (visitor, UserFactory()):
        WaitingEntry.objects.create(occurrence=date, user=user, seats=2, at_least=1)
    WaitingEntry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1, status="left")

    named = {
        "product": date.event.public_id,
        "name": "Lantern Night",
        "place": "Copper Kettle Brewing",
        "isHidden": False,
    }
    times = {"startTime": json_time(date.starts_at), "endTime": json_time(date.ends_at)}
    seats = {"totalReservations": 4, "maximumEventCapacity": 4, "left": 0, "guests": 4, "in": 0, "waiting": 2}
    assert get_next_dates(as_admin) == [named | times | seats | {"price": 13.8}]


def test_the_date_that_is_on_comes_first_until_it_ends(as_admin: APIClient) -> None:
    now = timezone.now()
    tomorrow = OccurrenceFactory(starts_at=in_days(1))
    OccurrenceFactory(starts_at=now - timedelta(hours=4), ends_at=now - timedelta(minutes=1))
    on_now = OccurrenceFactory(starts_at=now - timedelta(hours=2), ends_at=now + timedelta(hours=1))

    starts = [date["startTime"] for date in get_next_dates(as_admin)]
    assert starts == [json_time(on_now.starts_at), json_time(tomorrow.starts_at)]


def test_dates_that_do_not_take_place_are_left_out_unless_people_booked_a_hidden_one(as_admin: APIClient) -> None:
    OccurrenceFactory(status=Occurrence.Status.CANCELED)
    cancel_date(OccurrenceFactory())
    for status in (Event.State.ARCHIVED, Event.Status.DRAFT):
        OccurrenceFactory(event__status=status)
    booked = BookingFactory(occurrence__event__status=Event.State.ARCHIVED).occurrence

    (found,) = get_next_dates(as_admin)

    assert (found["product"], found["isHidden"]) == (booked.event.public_id, True)


def test_a_date_says_how_many_are_in_as_its_door_does(as_admin: APIClient) -> None:
    date = create_date(event__maximum_event_capacity=9, event__place__name="Copper Kettle")
    booking = BookingFactory(occurrence=date, seats=4)
    BookingFactory(occurrence=date, seats=2, status=Booking.Status.PENDING)  # not paid yet
    door = DoorClient(as_admin, date)
    phone = door.phone()
    phone.let_in(booking.passes.get().h, 3)
    phone.record(kind="guest", seats=1, note="The drummer")
    phone.send()

    (found,) = get_next_dates(as_admin)

    assert (found["place"], found["in"], found["guests"], found["left"]) == ("Copper Kettle", 4, 4, 3)
    told = door.get()
    assert {name: found[name] for name in ("in", "guests", "left", "price")} == {
        name: told[name] for name in ("in", "guests", "left", "price")
    }


def test_who_came_before_a_date_moved_to_another_day_is_not_in(as_admin: APIClient) -> None:
    date = create_date()
    booking = BookingFactory(occurrence=date, seats=2)
    phone = DoorClient(as_admin, date).phone()
    phone.let_in(booking.passes.get().h, 2)
    phone.send()
    assert [each["in"] for each in get_next_dates(as_admin)] == [2]

    to = Span(in_days(7), in_days(7, hours=3))
    change_dates(Kind.MOVED, {date.pk: to}, Cause(Source.DIALOG))

    assert [(each["in"], each["guests"]) for each in get_next_dates(as_admin)] == [(0, 2)]


def test_more_open_doors_take_no_more_queries(as_admin: APIClient) -> None:
    def count() -> int:
        date = create_date()
        phone = DoorClient(as_admin, date).phone()
        phone.let_in(BookingFactory(occurrence=date).passes.get().h)
        phone.send()
        with CaptureQueriesContext(connection) as queries:
            assert {each["in"] for each in get_next_dates(as_admin)} == {1}
        return len(queries)

    assert count() == count() == count()
