"""GET /api/products/{id}/concerned, and the buttons that send its digest."""

import pytest

from bookings.models import WaitingEntry
from events.models import Event
from tests.changes.change_calls import buy, create_another_date
from tests.orders.api_calls import format_start
from tests.support.factories import BookingFactory

PATH = "/api/products/{}/{}"
REFUND = {"refund": True, "reason": "The café is flooded."}


def ask(client, event, date=None):
    when = {"when": format_start(date)} if date else {}
    answer = client.get(PATH.format(event.public_id, "concerned"), when)
    assert answer.status_code == 200, answer.content
    return answer.json()


def press(client, action, event, date=None, **sent):
    named = {"startTime": format_start(date)} if date else {}
    return client.post(PATH.format(event.public_id, action), named | sent, format="json")


def test_staff_read_whom_canceling_a_date_concerns_and_whom_hiding_its_event(
    as_admin, as_other_visitor, other_visitor, paypal, date, paid
):
    later = create_another_date(date)
    BookingFactory(occurrence=create_another_date(date, days=-9), seats=5)
    buy(as_other_visitor, paypal, later, seats=2)
    WaitingEntry.objects.create(occurrence=later, user=other_visitor, seats=1, at_least=1)

    one, both = ask(as_admin, date.event, date), ask(as_admin, date.event)

    digests = {one.pop("digest"), both.pop("digest")}
    assert one == {"people": 1, "orders": 1, "seats": 3, "money": 37.26, "guests": 0, "inside": 0, "waiting": 0}
    assert (both["people"], both["orders"], both["seats"], both["waiting"]) == (2, 2, 5, 1)
    assert len(digests) == 2


@pytest.mark.parametrize("action", ["snooze", "archive"])
def test_a_date_is_canceled_and_its_event_hidden_only_for_those_whom_staff_saw(
    as_admin, as_other_visitor, paypal, date, paid, action
):
    event, sent = date.event, REFUND if action == "snooze" else {}
    named = date if action == "snooze" else None
    shown = ask(as_admin, event, named)
    buy(as_other_visitor, paypal, date, seats=1)

    refused = press(as_admin, action, event, named, **sent, digest=shown["digest"])

    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    date.refresh_from_db()
    assert (date.status, Event.objects.get().hidden_at, date.history.count()) == ("scheduled", None, 0)
    digest = ask(as_admin, event, named)["digest"]
    assert press(as_admin, action, event, named, **sent, digest=digest).status_code == 200


def test_a_date_without_bookings_is_canceled_only_for_those_who_were_seen_to_wait(as_admin, other_visitor, date):
    digest = ask(as_admin, date.event, date)["digest"]
    WaitingEntry.objects.create(occurrence=date, user=other_visitor, seats=1, at_least=1)

    refused = press(as_admin, "snooze", date.event, date, digest=digest)

    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    assert WaitingEntry.objects.get().status == "waiting"
    digest = ask(as_admin, date.event, date)["digest"]
    assert press(as_admin, "snooze", date.event, date, digest=digest).status_code == 200


def test_a_date_comes_back_only_for_those_whom_staff_saw(as_admin, admin, date, paid):
    assert press(as_admin, "snooze", date.event, date, **REFUND).status_code == 200
    assert ask(as_admin, date.event, date)["people"] == 0
    digest = ask(as_admin, date.event, date)["digest"]
    BookingFactory(occurrence=date, user=admin, seats=2, kind="by_hand")

    refused = press(as_admin, "unsnooze", date.event, date, digest=digest)

    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    date.refresh_from_db()
    assert date.status == "canceled"
    digest = ask(as_admin, date.event, date)["digest"]
    for _ in "sent", "sent again, because the answer was lost":
        assert press(as_admin, "unsnooze", date.event, date, digest=digest).status_code == 200


def test_a_page_that_was_open_when_somebody_canceled_the_date_refunds_nobody(as_admin, date, paid):
    digest = ask(as_admin, date.event, date)["digest"]
    assert press(as_admin, "snooze", date.event, date, **REFUND).status_code == 200

    answer = press(as_admin, "snooze", date.event, date, **REFUND, digest=digest)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert date.history.count() == 1
