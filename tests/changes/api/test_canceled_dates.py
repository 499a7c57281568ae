"""What visitors read about a date that will not take place."""

import pytest

from events.models import Event, Occurrence
from tests.bookings.events import create_dates, json_time
from tests.changes.date_change_calls import REASON, call_off, end_answers, move
from tests.support.factories import EventFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return EventFactory(name="Weekly")


@pytest.fixture
def dates(event):
    return create_dates(event, [2, 9, 16])


def read_canceled(client, event):
    """Return the starts and reasons of canceled dates by where visitors read them."""
    page = client.get(f"/api/products/{event.public_id}").json().get("canceledDates", [])
    events = client.get("/api/products?view=upcoming").json()["products"]
    calendar = client.get("/api/products/all?canceled=true").json()
    return {
        "page": [(row["startTime"], row["reason"]) for row in page],
        "list": [(row["startTime"], row["reason"]) for each in events for row in each.get("canceledDates", [])],
        "calendar": [(row["startTime"], row["cancelReason"]) for row in calendar if "cancelReason" in row],
    }


NOWHERE = {"page": [], "list": [], "calendar": []}


def test_a_canceled_date_is_shown_with_its_reason_and_cannot_be_booked(as_admin, as_anonymous, event, dates):
    call_off(as_admin, dates[1])

    shown = [(json_time(dates[1].starts_at), REASON)]
    assert read_canceled(as_anonymous, event) == {"page": shown, "list": shown, "calendar": shown}
    occurrences = as_anonymous.get(f"/api/products/{event.public_id}").json()["occurrences"]
    assert json_time(dates[1].starts_at) not in [row["startTime"] for row in occurrences]
    row = next(row for row in as_anonymous.get("/api/products/all?canceled=true").json() if "cancelReason" in row)
    assert (row["countInStock"], row["inStock"]) == (0, False)
    assert row["nextOpenStartTime"] == json_time(dates[2].starts_at)


def test_lists_of_dates_to_book_leave_it_out(as_admin, as_anonymous, dates):
    call_off(as_admin, dates[0])

    for path in ("/api/products/all", "/api/products?view=dates"):
        answer = as_anonymous.get(path).json()
        rows = answer if isinstance(answer, list) else answer["products"]
        assert [row["startTime"] for row in rows] == [json_time(date.starts_at) for date in dates[1:]]


def test_a_date_that_is_called_off_with_refunds_at_once_is_canceled_too(as_admin, as_anonymous, event, dates):
    body = {"startTime": json_time(dates[0].starts_at), "refund": True, "reason": "Flooded"}
    assert as_admin.post(f"/api/products/{event.public_id}/snooze", body, format="json").status_code == 200

    assert read_canceled(as_anonymous, event)["page"] == [(json_time(dates[0].starts_at), "Flooded")]


def test_a_date_that_staff_skip_before_anybody_booked_is_not_shown(as_admin, as_anonymous, event, dates):
    body = {"startTime": json_time(dates[0].starts_at)}
    assert as_admin.post(f"/api/products/{event.public_id}/snooze", body, format="json").status_code == 200

    assert read_canceled(as_anonymous, event) == NOWHERE


def test_a_date_that_is_brought_back_is_no_longer_canceled(as_admin, as_anonymous, event, dates):
    call_off(as_admin, dates[0])
    end_answers()
    body = {"startTime": json_time(dates[0].starts_at)}
    assert as_admin.post(f"/api/products/{event.public_id}/unsnooze", body, format="json").status_code == 200

    assert read_canceled(as_anonymous, event) == NOWHERE


def test_a_date_that_moved_is_not_canceled(as_admin, as_anonymous, event, dates):
    move(as_admin, dates[0], in_days(4))

    assert read_canceled(as_anonymous, event) == NOWHERE


def test_a_canceled_date_is_shown_until_it_would_have_started(as_admin, as_anonymous, event, dates):
    call_off(as_admin, dates[0])

    Occurrence.objects.filter(pk=dates[0].pk).update(starts_at=in_days(-1), ends_at=in_days(-1, hours=3))

    assert read_canceled(as_anonymous, event) == NOWHERE


def test_canceled_dates_of_a_hidden_event_are_hidden(as_admin, as_anonymous, event, dates):
    call_off(as_admin, dates[0])

    Event.objects.update(status=Event.Status.ARCHIVED)

    assert as_anonymous.get("/api/products/all?canceled=true").json() == []
    assert as_anonymous.get("/api/products?view=upcoming").json()["products"] == []
    assert "canceledDates" not in as_admin.get(f"/api/products/{event.public_id}").json()
