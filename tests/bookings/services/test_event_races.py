"""Changes by staff during a buyer's transaction wait for its locks and see its seats."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.selectors.taken_seats import count_taken_seats
from bookings.services import events as event_services
from bookings.services import seats
from events.models import Occurrence
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.races import run_during


def change_during_hold(date: Occurrence, wanted: int, change: Callable[[], object]) -> object:
    """Start a change during a buyer's transaction, commit, and return the error code of the change."""
    until, buyer = timezone.now() + timedelta(minutes=9), UserFactory()
    return run_during(lambda: seats.hold_seats(wanted={date.pk: wanted}, until=until, by=buyer), change)


@pytest.fixture
def date(transactional_db: None) -> Occurrence:
    return OccurrenceFactory(event__maximum_event_capacity=10)


def test_lowering_the_capacity_waits_for_a_buyer(date: Occurrence) -> None:
    code = change_during_hold(
        date,
        6,
        lambda: event_services.update_event(
            event_id=date.event_id, changes={"maximum_event_capacity": 5}, move_bookings=None, by=None
        ),
    )

    date.event.refresh_from_db()
    assert (code, date.event.maximum_event_capacity) == ("over_capacity", 10)


def test_skipping_a_date_waits_for_a_buyer(date: Occurrence) -> None:
    code = change_during_hold(
        date,
        1,
        lambda: event_services.skip_date(event_id=date.event_id, when=date.starts_at, by=None),
    )

    date.refresh_from_db()
    assert (code, date.status) == ("date_has_bookings", "scheduled")


def test_moving_a_date_waits_for_a_buyer(date: Occurrence) -> None:
    later = {"starts_at": date.starts_at + timedelta(days=1), "ends_at": date.ends_at + timedelta(days=1)}

    code = change_during_hold(
        date,
        1,
        lambda: event_services.update_event(event_id=date.event_id, changes=later, move_bookings=None, by=None),
    )

    assert code == "booked_dates"
    assert count_taken_seats([date.pk], timezone.now()) == {date.pk: 1}
    date.refresh_from_db()
    assert date.starts_at + timedelta(days=1) == later["starts_at"]
