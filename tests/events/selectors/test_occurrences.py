"""Find an event's date from a datetime or a day."""

from datetime import UTC, datetime, timedelta

from events.models import Event, Occurrence
from events.selectors import find_date_by_text, find_date_ids
from tests.support.factories import EventFactory, OccurrenceFactory

SEVEN = datetime(2026, 12, 5, 3, tzinfo=UTC)  # 19:00 in the shop, on the 4th
CANCELED = Occurrence.Status.CANCELED


def find(event: Event, text: str) -> Occurrence | None:
    found: Occurrence | None = find_date_by_text(event.occurrences.all(), text)
    assert find_date_ids([(event.public_id, text)]) == ({(event.public_id, text): found.pk} if found else {})
    return found


def test_a_day_matches_the_only_scheduled_date_on_it() -> None:
    event = EventFactory()
    seven = OccurrenceFactory(event=event, starts_at=SEVEN)
    eight = OccurrenceFactory(event=event, starts_at=SEVEN + timedelta(hours=1), status=CANCELED)

    assert find(event, "2026-12-04") == seven
    assert find(event, "2026-12-05") is None
    assert find(event, "2026-12-05T04:00Z") == eight, "a datetime matches a canceled date, too"

    Occurrence.objects.update(status=Occurrence.Status.SCHEDULED)
    assert find(event, "2026-12-04") is None, "two dates are ambiguous"

    Occurrence.objects.update(status=CANCELED)
    seven.delete()
    assert find(event, "2026-12-04") == eight


def test_a_day_on_which_the_clocks_change_is_matched_to_its_end() -> None:
    event = EventFactory()
    last_minute = OccurrenceFactory(event=event, starts_at=datetime(2027, 3, 15, 6, 59, tzinfo=UTC))  # 23 hours long

    assert find(event, "2027-03-14") == last_minute
    assert find(event, "2027-03-15") is None
