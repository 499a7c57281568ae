"""Calls that write refuse or ignore fields that the sender may not set."""

from typing import Any

import pytest

from accounts.models import User
from bookings.models import Booking
from events.models import Event
from orders.models import Order
from tests.orders.api_calls import build_order, create_order, format_start
from tests.support.factories import PASSWORD, EventFactory, OccurrenceFactory

RIGHTS = {
    "isAdmin": True, "is_staff": True, "is_superuser": True, "isSuperuser": True, "is_active": False, "groups": [1],
    "isDeactivated": True, "requiresPasswordReset": True, "requires_password_reset": True, "password": "x" * 12,
    "session_generation": 9, "user_permissions": [1], "date_joined": "2020-01-01T00:00:00Z", "public_id": "0" * 24,
    "_id": "0" * 24, "id": 1, "pk": 1, "last_login": "2020-01-01T00:00:00Z",
}  # fmt: skip


def get_rights(user: User) -> dict[str, Any]:
    fields = User.objects.values().get(pk=user.pk)
    return {name: fields[name] for name in fields.keys() - {"first_name"}}


def test_registration_grants_no_rights(as_anonymous: Any) -> None:
    fields = {"email": "new@example.com", "password": PASSWORD, "firstName": "Noor"}

    answer = as_anonymous.post("/api/users", RIGHTS | fields, format="json")

    user = User.objects.get(email="new@example.com")
    assert answer.status_code == 201
    rights = (user.is_active, user.requires_password_reset, user.is_staff, user.is_superuser)
    assert rights == (True, False, False, False)
    assert user.check_password(PASSWORD)
    assert user.public_id != "0" * 24


def test_changing_a_profile_grants_no_rights(as_visitor: Any, visitor: User) -> None:
    before = get_rights(visitor)

    answer = as_visitor.put("/api/users/profile", RIGHTS | {"firstName": "Anna"}, format="json")

    assert (answer.status_code, answer.json()["firstName"]) == (200, "Anna")
    assert get_rights(visitor) == before


@pytest.mark.parametrize("field", ["isAdmin", "isDeactivated"])
def test_rights_on_ones_own_account_are_refused(as_visitor: Any, visitor: User, field: str) -> None:
    before = get_rights(visitor)

    answer = as_visitor.put(f"/api/users/{visitor.public_id}", {field: True, "firstName": "Anna"}, format="json")

    assert answer.status_code == 403
    assert get_rights(visitor) == before


def test_an_admin_can_set_only_admin_and_active(as_admin: Any, visitor: User) -> None:
    before = get_rights(visitor)
    others = {name: value for name, value in RIGHTS.items() if name not in ("isAdmin", "isDeactivated")}

    answer = as_admin.put(f"/api/users/{visitor.public_id}", others, format="json")

    assert answer.status_code == 200
    assert get_rights(visitor) == before


def test_an_order_is_its_senders_and_held_at_the_shops_prices(as_visitor, visitor, other_visitor):
    date = OccurrenceFactory(event__price="12.00", event__maximum_event_capacity=9)
    fields = {
        "user": other_visitor.public_id, "buyer": {"_id": other_visitor.public_id}, "status": "paid", "isTest": True,
        "is_test": True, "isPaid": True, "paidAt": "2026-01-01T00:00:00Z", "deliveredAt": "2026-01-01T00:00:00Z",
        "heldUntil": "2999-01-01T00:00:00Z", "held_until": "2999-01-01T00:00:00Z", "accepted_price": 0, "_id": "0" * 24,
        "createdAt": "2020-01-01T00:00:00Z", "revivals": -9, "hold_extended": False,
        "payments": [{"status": "completed"}], "totalPrice": 10**6,
    }  # fmt: skip

    body = create_order(as_visitor, date, seats=2, **fields)

    order = Order.objects.get()
    assert (order.user, order.status, order.is_test) == (visitor, "held", False)
    assert order.paid_at is order.delivered_at is None
    assert order.public_id == body["_id"] != "0" * 24
    assert (float(order.items_price), body["totalPrice"], order.accepted_price) == (24.0, 27.6, None)
    assert order.held_until is not None
    assert order.held_until.year < 2999
    assert order.payments.count() == 0


def test_the_shop_sets_the_fields_of_an_item(as_visitor: Any) -> None:
    date = OccurrenceFactory(event__price="12.00", event__name="Real")
    request = build_order(date)
    request["orderItems"][0] |= {"name": "Fake", "image": "//evil.example", "description": "Fake", "line_price": 0}
    request["orderItems"][0]["bookings"][0] |= {"status": "confirmed", "_id": "0" * 24, "movedFrom": "x", "user": "x"}

    item = as_visitor.post("/api/orders", request, format="json").json()["orderItems"][0]

    assert (item["name"], item["image"], item["description"]) == ("Real", "", date.event.description)
    assert Booking.objects.get().status == "pending"


def test_a_sender_cannot_set_the_status_or_user_of_a_booking(as_visitor: Any, other_visitor: User) -> None:
    date = OccurrenceFactory()
    order = create_order(as_visitor, date, seats=1)
    fields = {"user": other_visitor.public_id, "status": "confirmed", "seats": 99, "held_until": None, "_id": "0" * 24}
    when = {"product": date.event.public_id, "bookingDate": format_start(date)}

    as_visitor.post("/api/bookings", fields | when | {"order": order["_id"], "reservationSeats": 99}, format="json")

    (booking,) = Booking.objects.all()
    assert (booking.status, booking.seats, booking.user.email) == ("pending", 1, "ana@example.com")


def test_an_event_form_sets_only_its_own_fields(as_admin: Any) -> None:
    event = EventFactory(status=Event.State.ARCHIVED, name="Old")
    fields = {"_id": "0" * 24, "public_id": "0" * 24, "status": "published", "id": 7, "occurrences": []}

    as_admin.put(f"/api/products/{event.public_id}", fields | {"name": "New"}, format="json")

    after = Event.objects.get(pk=event.pk)
    assert (after.name, after.public_id) == ("New", event.public_id)
    assert after.state == Event.State.ARCHIVED


def test_answers_to_others_contain_nothing_that_only_staff_see(as_visitor, as_anonymous, visitor):
    """No answer contains secrets or internal fields."""
    order = create_order(as_visitor, OccurrenceFactory())
    answers = [
        as_visitor.get("/api/users/profile"),
        as_visitor.get(f"/api/users/{visitor.public_id}"),
        as_visitor.get(f"/api/orders/{order['_id']}"),
        as_visitor.get("/api/orders/my_orders"),
        as_anonymous.get("/api/products"),
        as_anonymous.get("/api/products/all"),
        as_anonymous.get("/api/config/paypal"),
    ]

    for answer in answers:
        content = answer.content.decode()
        for text in ('password"', "argon2", "md5$", "session", "superuser", 'key"', "secret", "digest", "capture"):
            assert text not in content.lower(), (text, content)
