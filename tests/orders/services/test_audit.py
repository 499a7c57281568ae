"""The audit trail: who did what, and what it was before and after. Every action of staff and money leaves an entry."""

import pytest
from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from bookings.services.events import archive_event
from charityshop import audit
from charityshop.audit import AppendOnly
from events.models import Event
from tests.orders.api_calls import build_order, create_order, format_start, pay_test_order, pay_with_paypal, post_order
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=50, event__price="12.00")


def did() -> list[str]:
    return [entry.additional_data["did"] for entry in LogEntry.objects.order_by("pk")]


def last() -> LogEntry:
    return LogEntry.objects.latest("pk")


# --- Every action of staff -----------------------------------------------------------------------------------------


def on_event(action, **body):
    return lambda client, date, order: client.post(
        f"/api/products/{date.event.public_id}/{action}", body | {"startTime": format_start(date)}, format="json"
    )


def on_order(method, action, **body):
    def act(client, date, order):
        return getattr(client, method)(f"/api/orders/{order['_id']}/{action}", body, format="json")

    return act


def on_account(method, path, **body):
    def act(client, date, order):
        sent = {
            name: value.format(user=order["user"]) if isinstance(value, str) else value for name, value in body.items()
        }
        return getattr(client, method)(path.format(user=order["user"]), sent, format="json")

    return act


def save_event(client, date, order):
    return client.put(f"/api/products/{date.event.public_id}", {"price": 15}, format="json")


def book_by_hand(client, date, order):
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": 2}
    return client.post("/api/bookings", body, format="json")


def cancel_by_hand(client, date, order):
    booking = BookingFactory(occurrence=date)
    return client.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")


ACTIONS = {
    "event created": lambda client, date, order: client.post("/api/products", {"name": "Moon Cube"}, format="json"),
    "event saved": save_event,
    "event archived": on_event("archive"),
    "date skipped": on_event("snooze", refund=True, reason="Flooded."),
    "booked by hand": book_by_hand,
    "booking cancelled": cancel_by_hand,
    "refund requested": on_order("post", "refund", reason="Ill."),
    "order delivered": on_order("put", "deliver"),
    "password reset required": on_account("put", "/api/users/reset-password", userId="{user}"),
    "made an admin": on_account("put", "/api/users/{user}", isAdmin=True),
    "account deactivated": on_account("put", "/api/users/{user}", isDeactivated=True),
    "account changed": on_account("put", "/api/users/{user}", firstName="Anna"),
}


@pytest.mark.parametrize("what", ACTIONS)
def test_what_staff_do_is_on_record_with_their_name(what, as_admin, admin, as_visitor, date):
    order = pay_test_order(as_visitor, create_order(as_visitor, date))
    before = LogEntry.objects.count()

    answer = ACTIONS[what](as_admin, date, order)

    assert answer.status_code in (200, 201), answer.content
    written = LogEntry.objects.order_by("pk")[before:]
    entry = next(entry for entry in written if entry.additional_data["did"] == what)
    assert (entry.actor, entry.actor_email) == (admin, admin.email)


def test_it_keeps_what_it_was_and_what_it_is(as_admin, date):
    save_event(as_admin, date, None)

    assert last().changes == {"price": ["12.00", "15.00"]}
    assert last().object_id == date.event_id
    assert last().content_type == ContentType.objects.get_for_model(Event)


def test_what_is_refused_leaves_no_entry(as_admin, as_visitor, date):
    order = create_order(as_visitor, date)

    assert as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "x"}, format="json").status_code == 409

    assert did() == []


def test_an_entry_is_lost_with_a_deed_that_is_rolled_back(as_admin, admin, date, monkeypatch):
    BookingFactory(occurrence=date)

    assert as_admin.delete(f"/api/products/{date.event.public_id}").status_code == 409
    assert did() == []


# --- Money ---------------------------------------------------------------------------------------------------------


def test_money_is_on_record_from_capture_to_refund(paypal, as_admin, as_visitor, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ill."}, format="json")

    assert did() == ["payment settled", "refund requested", "refund completed"]
    assert [entry.additional_data["amount"] for entry in LogEntry.objects.order_by("pk")] == ["27.60"] * 3
    settled, asked, done = LogEntry.objects.order_by("pk")
    assert settled.changes == {"status": ["capturing", "paid"], "payment": ["capturing", "completed"]}
    assert (asked.additional_data["reason"], done.changes) == ("Ill.", {"status": ["paid", "refunded"]})
    assert [entry.actor_email for entry in (settled, asked, done)] == [
        audit.THE_SHOP,
        "staff@example.com",
        audit.THE_SHOP,
    ]


def test_a_refund_that_failed_is_on_record_with_paypals_words(paypal, as_admin, as_visitor, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    paypal.fault("refund", "unprocessable")

    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ill."}, format="json")

    assert did()[-1] == "refund failed"
    assert last().additional_data["problem"]


# --- Without a request ---------------------------------------------------------------------------------------------


def test_outside_a_request_the_person_is_whoever_the_service_was_given(admin):
    archive_event(event_id=EventFactory().pk, by=admin)

    assert last().actor == admin


def test_where_nobody_acts_it_is_the_shop(db):
    archive_event(event_id=EventFactory().pk, by=None)

    assert (last().actor, last().actor_email) == (None, audit.THE_SHOP)


# --- Append-only ---------------------------------------------------------------------------------------------------


def test_an_entry_is_never_changed_or_deleted(as_admin, date):
    save_event(as_admin, date, None)
    entry = last()

    for change in (
        entry.save,
        entry.delete,
        LogEntry.objects.all().delete,
        LogEntry.objects.filter(pk=entry.pk).delete,
    ):
        with pytest.raises(AppendOnly), transaction.atomic():
            change()

    assert LogEntry.objects.get() == entry


# --- What it costs -------------------------------------------------------------------------------------------------


def queries_of_placing(client, date) -> CaptureQueriesContext:
    with CaptureQueriesContext(connection) as queries:
        assert post_order(client, build_order(date)).status_code == 201
    return queries


def test_placing_a_hold_costs_nothing(as_visitor, date, monkeypatch):
    queries_of_placing(as_visitor, date)  # what is read once a process is read

    with_the_trail = queries_of_placing(as_visitor, date)
    monkeypatch.setattr(audit, "record", lambda *args, **more: None)
    without_it = queries_of_placing(as_visitor, date)

    assert len(with_the_trail) == len(without_it)
    assert not [query for query in with_the_trail.captured_queries if "auditlog" in query["sql"]]
    assert did() == []


def test_an_entry_costs_one_query(admin, date):
    audit.record("looked at", date.event, by=admin)

    with CaptureQueriesContext(connection) as queries:
        audit.record("looked at", date.event, by=admin)

    assert len(queries) == 1
