"""Which date of a night an instant or a bare day names."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.datetimes import wire_time
from events.models import Event, Occurrence
from events.selectors.occurrences import date_named, dates_named
from tests.support.factories import EventFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db

SEVEN = datetime(2026, 12, 5, 3, tzinfo=UTC)  # 19:00 in the shop, on the 4th
SKIPPED = Occurrence.Status.SKIPPED


def named(event: Event, text: str) -> Occurrence | None:
    found: Occurrence | None = date_named(event.occurrences.all(), text)
    assert dates_named([(event.public_id, text)]) == ({(event.public_id, text): found.pk} if found else {})
    return found


def test_a_bare_day_names_the_one_date_that_takes_place_on_it() -> None:
    event = EventFactory()
    seven = OccurrenceFactory(event=event, starts_at=SEVEN)
    eight = OccurrenceFactory(event=event, starts_at=SEVEN + timedelta(hours=1), status=SKIPPED)

    assert named(event, "2026-12-04") == seven
    assert named(event, "2026-12-05") is None
    assert named(event, "2026-12-05T04:00Z") == eight, "an instant names a date that does not take place, too"

    Occurrence.objects.update(status=Occurrence.Status.SCHEDULED)
    assert named(event, "2026-12-04") is None, "of two nobody knows which"

    Occurrence.objects.update(status=SKIPPED)
    seven.delete()
    assert named(event, "2026-12-04") == eight


@pytest.mark.parametrize("text", ["nonsense", "", "2026-13-01", "9999-12-31", "9999-12-31T23:59-14:00"])
def test_what_is_no_day_of_ours_names_nothing(text: str) -> None:
    assert named(OccurrenceFactory().event, text) is None


def test_a_day_is_as_long_as_the_shops_clocks_make_it() -> None:
    event = EventFactory()
    last_minute = OccurrenceFactory(event=event, starts_at=datetime(2027, 3, 15, 6, 59, tzinfo=UTC))  # 23 hours long

    assert named(event, "2027-03-14") == last_minute
    assert named(event, "2027-03-15") is None


def test_dates_of_many_nights_are_found_at_once() -> None:
    dates = [OccurrenceFactory(starts_at=SEVEN + timedelta(days=number)) for number in range(5)]
    asked = [(date.event.public_id, wire_time(date.starts_at)) for date in dates]
    strangers = [("0" * 24, wire_time(SEVEN)), (dates[0].event.public_id, wire_time(dates[1].starts_at))]

    with CaptureQueriesContext(connection) as queries:
        found = dates_named([*asked, *strangers])

    assert list(found.values()) == [date.pk for date in dates]
    assert list(found) == asked
    assert len(queries) == 1
