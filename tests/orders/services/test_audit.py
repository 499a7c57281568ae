"""The audit log: every action of staff and every payment has an entry with its actor and changes."""

import pytest
from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from charityshop import audit
from charityshop.audit import AppendOnly
from events.models import Event
from tests.orders.api_calls import create_order, format_start, pay_with_paypal
from tests.support.factories import BookingFactory, OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=50, event__price="12.00")


def list_actions() -> list[str]:
    return [entry.additional_data["did"] for entry in LogEntry.objects.order_by("pk")]


def get_last_entry() -> LogEntry:
    return LogEntry.objects.latest("pk")


# --- Staff actions -------------------------------------------------------------------------------------------------


def call_event(action, **body):
    return lambda client, date, order: client.post(
        f"/api/products/{date.event.public_id}/{action}", body | {"startTime": format_start(date)}, format="json"
    )


def call_order(method, action, **body):
    def act(client, date, order):
        return getattr(client, method)(f"/api/orders/{order['_id']}/{action}", body, format="json")

    return act


def call_account(method, path, **body):
    def act(client, date, order):
        sent = {
            name: value.format(user=order["user"]) if isinstance(value, str) else value for name, value in body.items()
        }
        return getattr(client, method)(path.format(user=order["user"]), sent, format="json")

    return act


def save_event(client, date, order):
    return client.put(f"/api/products/{date.event.public_id}", {"price": 15}, format="json")


def book_without_order(client, date, order):
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": 2}
    return client.post("/api/bookings", body, format="json")


def cancel_staff_booking(client, date, order):
    booking = BookingFactory(occurrence=date)
    return client.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")


ACTIONS = {
    "event created": lambda client, date, order: client.post("/api/products", {"name": "Moon Cube"}, format="json"),
    "event saved": save_event,
    "event hidden": call_event("archive"),
    "date canceled": call_event("snooze", refund=True, reason="Flooded."),
    "booked by hand": book_without_order,
    "booking canceled": cancel_staff_booking,
    "refund requested": call_order("post", "refund", reason="Ill."),
    "order delivered": call_order("put", "deliver"),
    "password reset required": call_account("put", "/api/users/reset-password", userId="{user}"),
    "made an admin": call_account("put", "/api/users/{user}", isAdmin=True),
    "account deactivated": call_account("put", "/api/users/{user}", isDeactivated=True),
    "account changed": call_account("put", "/api/users/{user}", firstName="Anna"),
}


@pytest.mark.parametrize("what", ACTIONS)
def test_staff_actions_are_recorded_with_their_actor(what, as_admin, admin, as_visitor, date):
    order = create_test_order(as_visitor, date)
    before = LogEntry.objects.count()

    answer = ACTIONS[what](as_admin, date, order)

    assert answer.status_code in (200, 201), answer.content
    written = LogEntry.objects.order_by("pk")[before:]
    entry = next(entry for entry in written if entry.additional_data["did"] == what)
    assert (entry.actor, entry.actor_email) == (admin, admin.email)


def test_an_entry_has_the_values_before_and_after(as_admin, date):
    save_event(as_admin, date, None)

    assert get_last_entry().changes == {"price": ["12.00", "15.00"]}
    assert get_last_entry().object_id == date.event_id
    assert get_last_entry().content_type == ContentType.objects.get_for_model(Event)


# --- Money ---------------------------------------------------------------------------------------------------------


def test_captures_and_refunds_are_recorded(paypal, as_admin, as_visitor, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ill."}, format="json")

    assert list_actions() == ["payment settled", "refund requested", "refund completed"]
    assert [entry.additional_data["amount"] for entry in LogEntry.objects.order_by("pk")] == ["27.60"] * 3
    settled, asked, done = LogEntry.objects.order_by("pk")
    assert settled.changes == {"status": ["capturing", "paid"], "payment": ["capturing", "completed"]}
    assert (asked.additional_data["reason"], done.changes) == ("Ill.", {"status": ["paid", "refunded"]})
    assert [entry.actor_email for entry in (settled, asked, done)] == [
        audit.THE_SHOP,
        "staff@example.com",
        audit.THE_SHOP,
    ]


# --- Append-only ---------------------------------------------------------------------------------------------------


def test_an_entry_is_never_changed_or_deleted(as_admin, date):
    save_event(as_admin, date, None)
    entry = get_last_entry()

    for change in (
        entry.save,
        entry.delete,
        LogEntry.objects.all().delete,
        LogEntry.objects.filter(pk=entry.pk).delete,
    ):
        with pytest.raises(AppendOnly), transaction.atomic():
            change()

    assert LogEntry.objects.get() == entry
