"""The audit log: every action of staff and every payment has an entry with its actor and changes."""

import pytest
from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from charityshop import audit
from charityshop.audit import AppendOnly
from events.models import Event
from tests.orders.api_calls import create_order, format_start, pay_with_paypal
from tests.support.factories import BookingFactory
from tests.support.paid_orders import create_test_order


def save_event(client, event):
    return client.put(f"/api/products/{event.public_id}", {"price": 15}, format="json")


ACTIONS = {
    "event created": ("post", "products", {"name": "Moon Cube"}),
    "event saved": ("put", "products/{event}", {"price": 15}),
    "event hidden": ("post", "products/{event}/archive", {}),
    "date canceled": (
        "post",
        "products/{event}/snooze",
        {"startTime": "{start}", "refund": True, "reason": "Flooded."},
    ),
    "booked by hand": ("post", "bookings", {"product": "{event}", "bookingDate": "{start}", "reservationSeats": 2}),
    "booking canceled": ("put", "bookings/{booking}", {"status": "cancelled"}),
    "refund requested": ("post", "orders/{order}/refund", {"reason": "Ill."}),
    "order delivered": ("put", "orders/{order}/deliver", {}),
    "password reset required": ("put", "users/reset-password", {"userId": "{user}"}),
    "made an admin": ("put", "users/{user}", {"isAdmin": True}),
    "account deactivated": ("put", "users/{user}", {"isDeactivated": True}),
    "account changed": ("put", "users/{user}", {"firstName": "Anna"}),
}


@pytest.mark.parametrize("what", ACTIONS)
def test_staff_actions_are_recorded_with_their_actor(what, as_admin, admin, as_visitor, date):
    order, booking = create_test_order(as_visitor, date), BookingFactory(occurrence=date)
    ids = {"event": date.event.public_id, "start": format_start(date), "booking": booking.public_id}
    ids |= {"order": order["_id"], "user": order["user"]}
    method, path, body = ACTIONS[what]
    sent = {name: value.format(**ids) if isinstance(value, str) else value for name, value in body.items()}
    before = LogEntry.objects.count()

    answer = getattr(as_admin, method)(f"/api/{path.format(**ids)}", sent, format="json")

    assert answer.status_code in (200, 201), answer.content
    written = LogEntry.objects.order_by("pk")[before:]
    entry = next(entry for entry in written if entry.additional_data["did"] == what)
    assert (entry.actor, entry.actor_email) == (admin, admin.email)


def test_an_entry_has_the_values_before_and_after_and_is_never_changed_or_deleted(as_admin, date):
    save_event(as_admin, date.event)

    entry = LogEntry.objects.latest("pk")
    assert entry.changes == {"price": ["12.00", "15.00"]}
    assert (entry.object_id, entry.content_type) == (date.event_id, ContentType.objects.get_for_model(Event))
    some = LogEntry.objects.filter(pk=entry.pk)
    for change in (entry.save, entry.delete, LogEntry.objects.all().delete, some.delete):
        with pytest.raises(AppendOnly), transaction.atomic():
            change()
    assert LogEntry.objects.get() == entry


def test_captures_and_refunds_are_recorded(paypal, as_admin, as_visitor, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ill."}, format="json")

    settled, asked, done = LogEntry.objects.order_by("pk")
    assert [(entry.additional_data["did"], entry.additional_data["amount"]) for entry in (settled, asked, done)] == [
        ("payment settled", "27.60"),
        ("refund requested", "27.60"),
        ("refund completed", "27.60"),
    ]
    assert settled.changes == {"status": ["capturing", "paid"], "payment": ["capturing", "completed"]}
    assert (asked.additional_data["reason"], done.changes) == ("Ill.", {"status": ["paid", "refunded"]})
    expected = [audit.THE_SHOP, "staff@example.com", audit.THE_SHOP]
    assert [entry.actor_email for entry in (settled, asked, done)] == expected
