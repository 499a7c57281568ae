"""The reads of bookings in SQL equal the ORM's rule."""

from datetime import timedelta
from itertools import product as combinations

import pytest
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, Entry
from bookings.selectors.taken_seats import count_taken_seats, find_dates_to_offer, has_ended_hold, read_taken_and_lines
from bookings.waiting_rule import Wish
from events.models import Event, Occurrence
from tests.support.factories import OccurrenceFactory, UserFactory

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)  # the ORM stores no fraction then, and SQLite compares texts
ENDS = [None, *(NOW + timedelta(microseconds=difference) for difference in (-1_000_000, -1, 0, 1, 1_000_000))]


@pytest.fixture
def buyers(db: None) -> list[User]:
    return [UserFactory(), UserFactory()]


@pytest.fixture
def dates(buyers: list[User]) -> list[Occurrence]:
    """Two dates with bookings of every status and end of hold, and one without any."""
    found = [OccurrenceFactory() for _ in range(3)]
    states = [
        (status, end)
        for status, end in combinations(Booking.Status.values, ENDS)
        if status != Booking.Status.CONFIRMED or end is None
    ]
    Booking.objects.bulk_create(
        Booking(occurrence=date, user=buyers[n % 2], seats=n + 1, status=status, held_until=end)
        for date in found[:2]
        for n, (status, end) in enumerate(states)
    )
    return found


@pytest.mark.parametrize("microseconds", [0, 1, 500_000])
def test_taken_seats_are_those_of_the_orms_rule(dates: list[Occurrence], microseconds: int) -> None:
    now = NOW + timedelta(microseconds=microseconds)
    taken = Booking.objects.taken(now)
    besides = list(taken.values_list("pk", flat=True)[::3])

    for some in (dates, dates[:1], dates[2:]):
        ids = [date.pk for date in some]
        expected = taken.filter(occurrence__in=ids)
        assert read_taken_and_lines(ids, now).taken == expected.seats_per_date()
        assert read_taken_and_lines(ids, now, besides).taken == expected.exclude(pk__in=besides).seats_per_date()


def test_taken_seats_come_with_the_waiting_lists(dates: list[Occurrence]) -> None:
    offered = {"status": Entry.Status.OFFERED, "offered_until": NOW}
    for seats, status in ((3, {}), (2, offered), (1, {"status": Entry.Status.LEFT}), (4, {})):
        Entry.objects.create(occurrence=dates[0], user=UserFactory(), seats=seats, at_least=1, **status)
    Entry.objects.create(occurrence=dates[2], user=UserFactory(), seats=5, at_least=2)
    ids = [date.pk for date in dates]

    found = read_taken_and_lines(ids, NOW)

    assert found.taken == count_taken_seats(ids, NOW)
    assert found.lines == {dates[0].pk: [Wish(3, 1), Wish(4, 1)], dates[2].pk: [Wish(5, 2)]}


@pytest.mark.parametrize("microseconds", [0, 1, 500_000])
def test_dates_to_offer_have_enough_free_seats_for_an_entry(dates: list[Occurrence], microseconds: int) -> None:
    now = NOW + timedelta(microseconds=microseconds)
    enough, too_few, off = dates
    taken = count_taken_seats([date.pk for date in dates], now)
    for date, at_least in ((enough, 3), (enough, 2), (too_few, 3), (off, 1)):
        Entry.objects.create(occurrence=date, user=UserFactory(), seats=3, at_least=at_least)
        Event.objects.filter(pk=date.event_id).update(maximum_event_capacity=taken.get(date.pk, 0) + 2)
    Occurrence.objects.filter(pk=off.pk).update(status=Occurrence.Status.SKIPPED)

    assert find_dates_to_offer(now, starts_after=now) == [enough.pk]
    assert find_dates_to_offer(now, starts_after=enough.starts_at) == []
    Event.objects.filter(pk=enough.event_id).update(status=Event.Status.ARCHIVED)
    assert find_dates_to_offer(now, starts_after=now) == []


def test_no_dates_have_no_taken_seats() -> None:
    assert read_taken_and_lines([], NOW).lines == {}


@pytest.mark.parametrize("since", [-2_000_000, -1, 0])
@pytest.mark.parametrize("until", [-1, 0, 1])
def test_an_ended_hold_is_found_as_by_the_orm(
    dates: list[Occurrence], buyers: list[User], since: int, until: int
) -> None:
    span = (NOW + timedelta(microseconds=since), NOW + timedelta(microseconds=until))
    for buyer, date in combinations([*buyers, UserFactory()], dates):
        ended = Booking.objects.filter(user=buyer, occurrence=date, held_until__range=span)
        assert has_ended_hold(buyer.pk, [date.pk], *span) == ended.exists()
