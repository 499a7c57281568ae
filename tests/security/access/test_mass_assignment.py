"""Fields that are not for the sender to set are refused or make no difference, at every call that writes."""

from typing import Any

import pytest

from accounts.models import User
from bookings.models import Booking
from events.models import Event
from orders.models import Order
from tests.conftest import signed_in
from tests.orders.asking import an_order_for, place
from tests.support.factories import PASSWORD, EventFactory, OccurrenceFactory, UserFactory

RIGHTS = {
    "isAdmin": True, "is_staff": True, "is_superuser": True, "isSuperuser": True, "is_active": False, "groups": [1],
    "isDeactivated": True, "requiresPasswordReset": True, "requires_password_reset": True, "password": "x" * 12,
    "session_generation": 9, "user_permissions": [1], "date_joined": "2020-01-01T00:00:00Z", "public_id": "0" * 24,
    "_id": "0" * 24, "id": 1, "pk": 1, "last_login": "2020-01-01T00:00:00Z",
}  # fmt: skip


def rights_of(person: User) -> tuple[Any, ...]:
    person = User.objects.get(pk=person.pk)
    return (
        person.is_staff, person.is_superuser, person.is_active, person.requires_password_reset, person.public_id,
        person.password, person.session_generation, person.date_joined, list(person.user_permissions.all()),
    )  # fmt: skip


def test_nobody_registers_as_more_than_a_visitor(as_nobody: Any) -> None:
    fields = {"email": "new@example.com", "password": PASSWORD, "firstName": "Noor"}

    answer = as_nobody.post("/api/users", RIGHTS | fields, format="json")

    person = User.objects.get(email="new@example.com")
    assert answer.status_code == 201
    assert (person.is_staff, person.is_superuser, person.is_active, person.requires_password_reset) == (
        False, False, True, False,
    )  # fmt: skip
    assert person.check_password(PASSWORD)
    assert person.public_id != "0" * 24


def test_nobody_gives_themselves_rights_by_their_profile(as_visitor: Any, visitor: User) -> None:
    before = rights_of(visitor)

    answer = as_visitor.put("/api/users/profile", RIGHTS | {"firstName": "Anna"}, format="json")

    assert answer.status_code == 200
    assert answer.json()["firstName"] == "Anna"
    assert rights_of(visitor) == before


@pytest.mark.parametrize("field", ["isAdmin", "isDeactivated"])
def test_rights_on_ones_own_account_are_refused(as_visitor: Any, visitor: User, field: str) -> None:
    before = rights_of(visitor)

    answer = as_visitor.put(f"/api/users/{visitor.public_id}", {field: True, "firstName": "Anna"}, format="json")

    assert answer.status_code == 403
    assert rights_of(visitor) == before


def test_an_admin_sets_admin_and_active_and_nothing_beyond(as_admin: Any, visitor: User) -> None:
    before = rights_of(visitor)
    beyond = {name: value for name, value in RIGHTS.items() if name not in ("isAdmin", "isDeactivated")}

    answer = as_admin.put(f"/api/users/{visitor.public_id}", beyond, format="json")

    assert answer.status_code == 200
    assert rights_of(visitor) == before


def test_an_order_is_its_senders_held_and_at_the_shops_prices(
    as_visitor: Any, visitor: User, other_visitor: User
) -> None:
    date = OccurrenceFactory(event__price="12.00", event__maximum_event_capacity=9)
    wishes = {
        "user": other_visitor.public_id, "buyer": {"_id": other_visitor.public_id}, "status": "paid", "isTest": True,
        "is_test": True, "isPaid": True, "paidAt": "2026-01-01T00:00:00Z", "deliveredAt": "2026-01-01T00:00:00Z",
        "heldUntil": "2999-01-01T00:00:00Z", "held_until": "2999-01-01T00:00:00Z", "accepted_price": 0, "_id": "0" * 24,
        "createdAt": "2020-01-01T00:00:00Z", "revivals": -9, "hold_extended": False, "lines_digest": "x",
        "payments": [{"status": "completed"}], "totalPrice": 10**6,
    }  # fmt: skip

    body = place(as_visitor, date, seats=2, **wishes)

    order = Order.objects.get()
    assert (order.user, order.status, order.is_test, order.paid_at, order.delivered_at) == (
        visitor, "held", False, None, None,
    )  # fmt: skip
    assert order.public_id == body["_id"] != "0" * 24
    assert (float(order.items_price), body["totalPrice"], order.accepted_price) == (24.0, 27.6, None)
    assert order.held_until is not None
    assert order.held_until.year < 2999
    assert order.payments.count() == 0


def test_an_items_own_fields_are_the_shops(as_visitor: Any) -> None:
    date = OccurrenceFactory(event__price="12.00", event__name="Real")
    asked = an_order_for(date)
    asked["orderItems"][0] |= {"name": "Fake", "image": "//evil.example", "description": "Fake", "line_price": 0}
    asked["orderItems"][0]["bookings"][0] |= {"status": "confirmed", "_id": "0" * 24, "movedFrom": "x", "user": "x"}

    item = as_visitor.post("/api/orders", asked, format="json").json()["orderItems"][0]

    assert (item["name"], item["image"], item["description"]) == ("Real", "", date.event.description)
    assert Booking.objects.get().status == "pending"


def test_paying_takes_no_word_for_it(as_visitor: Any) -> None:
    order = place(as_visitor, OccurrenceFactory(event__price="12.00"))
    claim = {"status": "COMPLETED", "payer": {}, "update_time": "2026-01-01", "id": "MADEUP0123", "test": False}

    answer = as_visitor.put(f"/api/orders/{order['_id']}/pay", claim, format="json")

    assert answer.status_code >= 400
    assert Order.objects.get().status == "held"


def test_a_booking_takes_neither_status_nor_person_from_its_sender(as_visitor: Any, other_visitor: User) -> None:
    date = OccurrenceFactory()
    order = place(as_visitor, date, seats=1)
    wishes = {"user": other_visitor.public_id, "status": "confirmed", "seats": 99, "held_until": None, "_id": "0" * 24}
    asked = {
        "product": date.event.public_id,
        "bookingDate": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}",
        "order": order["_id"],
    }

    as_visitor.post("/api/bookings", wishes | asked | {"reservationSeats": 99}, format="json")

    (booking,) = Booking.objects.all()
    assert (booking.status, booking.seats, booking.user.email) == ("pending", 1, "ana@example.com")


def test_a_form_for_a_night_sets_the_forms_fields_alone(as_admin: Any) -> None:
    event = EventFactory(status=Event.Status.ARCHIVED, name="Old")
    wishes = {
        "_id": "0" * 24,
        "public_id": "0" * 24,
        "status": "published",
        "id": 7,
        "occurrences": [],
        "inStock": True,
    }

    as_admin.put(f"/api/products/{event.public_id}", wishes | {"name": "New"}, format="json")

    after = Event.objects.get(pk=event.pk)
    assert (after.name, after.public_id) == ("New", event.public_id)
    assert after.status == Event.Status.ARCHIVED


def test_what_only_staff_see_is_in_no_answer_to_others(as_visitor: Any, as_nobody: Any, visitor: User) -> None:
    """Fields of the tables that are nobody's business are in no answer at all."""
    order = place(as_visitor, OccurrenceFactory())
    answers = [
        as_visitor.get("/api/users/profile"), as_visitor.get(f"/api/users/{visitor.public_id}"),
        as_visitor.get(f"/api/orders/{order['_id']}"), as_visitor.get("/api/orders/my_orders"),
        as_nobody.get("/api/products"), as_nobody.get("/api/products/all"), as_nobody.get("/api/config/paypal"),
    ]  # fmt: skip

    for answer in answers:
        text = answer.content.decode()
        for word in ('password"', "argon2", "md5$", "session", "superuser", 'key"', "secret", "digest", "capture"):
            assert word not in text.lower(), (word, text)


def test_flagged_and_switched_off_people_do_not_even_reach_what_is_theirs(db: None) -> None:
    person = UserFactory(email="own@example.com")
    client = signed_in(person)
    order = place(client, OccurrenceFactory())
    own = [f"/api/orders/{order['_id']}", "/api/orders/my_orders", f"/api/users/{person.public_id}"]

    User.objects.filter(pk=person.pk).update(requires_password_reset=True)
    flagged = [client.get(path) for path in own]
    User.objects.filter(pk=person.pk).update(requires_password_reset=False, is_active=False)
    switched_off = [client.get(path) for path in own]

    assert [answer.status_code for answer in flagged] == [403, 403, 403]
    assert {answer.json()["code"] for answer in flagged} == {"password_reset_required"}
    assert [answer.status_code for answer in switched_off] == [401, 401, 401]
