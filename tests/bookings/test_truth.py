"""Seats are counted again as soon as anybody has written anything, and only then."""

from collections.abc import Callable
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from bookings.models import Booking
from bookings.truth import Seats, truth_about
from events.models import Occurrence
from tests.factories import BookingFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def date() -> Occurrence:
    return OccurrenceFactory()


@pytest.fixture
def seats(date: Occurrence) -> Seats:
    """Counted once and used once more."""
    BookingFactory(occurrence=date, seats=1)
    seats = Seats(frozenset([date.pk]))
    taken(seats)
    taken(seats)
    return seats


def taken(seats: Seats) -> int:
    found = truth_about(seats, timezone.now())
    assert found is not None
    return sum(found[1].values())


def elsewhere(work: Callable[[], object]) -> None:
    """On a connection of its own, as another visitor's request."""

    def run() -> None:
        work()
        connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join()


def test_nothing_is_counted_while_nobody_writes(seats: Seats, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):  # the programme's stamp
        assert taken(seats) == 1


def test_what_another_visitor_took_is_counted_at_once(seats: Seats, date: Occurrence) -> None:
    for number in (2, 3, 4):
        elsewhere(lambda: BookingFactory(occurrence=date, seats=1))
        assert taken(seats) == number
        assert taken(seats) == number


def test_what_the_same_connection_wrote_is_counted_at_once(seats: Seats, date: Occurrence) -> None:
    BookingFactory(occurrence=date, seats=1)
    assert taken(seats) == 2
    assert taken(seats) == 2

    Booking.objects.update(status=Booking.Status.CANCELLED)
    assert taken(seats) == 0


def test_a_hold_that_lapses_is_not_counted_though_nobody_writes(seats: Seats, date: Occurrence, monkeypatch) -> None:
    until = timezone.now() + timedelta(minutes=10)
    for minutes in (0, 5):
        held_until = until + timedelta(minutes=minutes)
        BookingFactory(occurrence=date, seats=1, status=Booking.Status.PENDING, held_until=held_until)
    assert [taken(seats), taken(seats)] == [3, 3]

    monkeypatch.setattr(timezone, "now", lambda: until - timedelta(seconds=1))
    assert [taken(seats), taken(seats)] == [3, 3]
    monkeypatch.setattr(timezone, "now", lambda: until)
    assert [taken(seats), taken(seats)] == [2, 2]
    monkeypatch.setattr(timezone, "now", lambda: until + timedelta(minutes=5))
    assert [taken(seats), taken(seats)] == [1, 1]


def test_a_hold_that_lapsed_between_two_looks_is_not_counted(date: Occurrence, monkeypatch) -> None:
    until = timezone.now() + timedelta(minutes=10)
    BookingFactory(occurrence=date, seats=1, status=Booking.Status.PENDING, held_until=until)
    seats = Seats(frozenset([date.pk]))
    assert taken(seats) == 1

    monkeypatch.setattr(timezone, "now", lambda: until)
    assert taken(seats) == 0


def test_what_a_transaction_took_back_is_not_counted(seats: Seats, date: Occurrence) -> None:
    with transaction.atomic():
        BookingFactory(occurrence=date, seats=1)
        assert taken(seats) == 2
        transaction.set_rollback(True)
    assert taken(seats) == 1


def test_a_new_connection_counts_for_itself(seats: Seats, date: Occurrence) -> None:
    elsewhere(lambda: BookingFactory(occurrence=date, seats=1))
    connection.close()
    assert taken(seats) == 2


def test_a_clock_that_is_set_back_makes_seats_counted_again(
    seats: Seats, monkeypatch, django_assert_num_queries
) -> None:
    earlier = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: earlier)
    with django_assert_num_queries(2):
        assert taken(seats) == 1


def test_an_answer_that_somebody_has_already_costs_one_look(date: Occurrence, django_assert_num_queries) -> None:
    path = "/api/products/all"
    etag = [Client().get(path) for _ in range(4)][-1].headers["ETag"]

    with django_assert_num_queries(1):
        answer = Client().get(path, headers={"If-None-Match": etag})
    assert answer.status_code == 304

    elsewhere(lambda: BookingFactory(occurrence=date, seats=1))
    answer = Client().get(path, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != etag
