"""A reason that nobody can see is no reason, wherever staff have to give one."""

import pytest

from tests.orders.api_calls import format_start
from tests.orders.waiting_lists import join, leave
from tests.support.factories import BookingFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db

INVISIBLE = " \u200b\u2060\n"


def test_canceling_a_date_needs_a_visible_reason(as_admin):
    date = OccurrenceFactory()
    body = {"startTime": format_start(date), "kind": "cancel", "reason": INVISIBLE}

    answer = as_admin.post(f"/api/products/{date.event.public_id}/date-changes", body, format="json")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["reason"])


def test_canceling_a_date_with_refunds_needs_a_visible_reason(as_admin):
    date = OccurrenceFactory()
    body = {"startTime": format_start(date), "refund": True, "reason": INVISIBLE}

    answer = as_admin.post(f"/api/products/{date.event.public_id}/snooze", body, format="json")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["reason"])


def test_removing_somebody_from_a_waiting_list_needs_a_visible_reason(as_admin, as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=1)
    BookingFactory(occurrence=date, seats=1)
    entry = join(as_visitor, date, seats=1)

    answer = leave(as_admin, entry, reason=INVISIBLE)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["reason"])
