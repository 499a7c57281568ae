"""Two processes extend series at the same time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.services.events import roll_forward
from tests.support.factories import EventFactory, OccurrenceFactory
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_series_extended_twice_at_once_has_each_date_once():
    event = EventFactory(is_recurring=True, repeat_interval="daily")
    for number in range(2):
        OccurrenceFactory(event=event, starts_at=event.starts_at + timedelta(days=number))
    now = timezone.now()

    added = run_together(*[lambda: roll_forward(now=now)] * 2)

    starts = list(event.occurrences.values_list("starts_at", flat=True))
    assert len(starts) == len(set(starts)) > 300
    assert sorted(added) == [0, len(starts) - 2]
