"""Splitting and replacing passes, and passes in the order's JSON."""

from typing import Any

import pytest
from auditlog.models import LogEntry
from rest_framework.test import APIClient

from bookings.models import Booking, Pass
from tests.bookings.passes import list_passes
from tests.door.phones import Door, create_date
from tests.orders.api_calls import list_booking_ids
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def booking(visitor):
    """Ana's four seats, with one pass."""
    return BookingFactory(user=visitor, seats=4)


@pytest.fixture
def ticket(booking):
    return booking.passes.get()


def split(client: APIClient, ticket: Pass, seats: object, **fields: object) -> Any:
    return client.post(f"/api/passes/{ticket.public_id}/split", {"seats": seats, **fields}, format="json")


def replace(client: APIClient, ticket: Pass) -> Any:
    return client.post(f"/api/passes/{ticket.public_id}/replace", {}, format="json")


# --- Split -----------------------------------------------------------------------------------------------------------


def test_the_old_code_keeps_the_remaining_seats(as_visitor, booking, ticket):
    answer = split(as_visitor, ticket, 1, label=" Maya ")

    assert answer.status_code == 200
    old, new = answer.json()
    assert (old["_id"], old["code"], old["seats"], old["label"]) == (ticket.public_id, ticket.code, 3, "")
    assert (new["seats"], new["label"], new["state"]) == (1, "Maya", "valid")
    assert new["code"] != old["code"]
    assert list_passes(booking) == [("", 3, "valid"), ("Maya", 1, "valid")]


@pytest.mark.parametrize("seats", [0, 4])
def test_both_passes_need_a_seat(as_visitor, booking, ticket, seats):
    answer = split(as_visitor, ticket, seats)

    assert (answer.status_code, answer.json()["message"]) == (400, "Choose 1 to 3 seats.")
    assert set(answer.json()["errors"]) == {"seats"}
    assert list_passes(booking) == [("", 4, "valid")]


# --- Replace ---------------------------------------------------------------------------------------------------------


def test_a_replaced_pass_has_another_code(as_visitor, booking, ticket):
    split(as_visitor, ticket, 1, label="Maya")
    friend = booking.passes.last()

    answer = replace(as_visitor, friend)

    assert answer.status_code == 200
    assert [(each["label"], each["seats"], each["state"]) for each in answer.json()] == [
        ("", 3, "valid"),
        ("Maya", 1, "replaced"),
        ("Maya", 1, "valid"),
    ]
    assert len({each["code"] for each in answer.json()}) == 3


def test_a_guests_replaced_pass_stays_the_guests(as_admin, booking):
    guest = GuestFactory(booking=booking)

    assert replace(as_admin, guest.passes.get()).status_code == 200

    assert list_passes(booking) == [("", 3, "valid"), ("Sam", 1, "replaced"), ("Sam", 1, "valid")]
    assert guest.passes.live().count() == 1


# --- Who and when ----------------------------------------------------------------------------------------------------


def split_one(client: APIClient, ticket: Pass) -> Any:
    return split(client, ticket, 1)


def test_an_ended_pass_cannot_be_changed(as_visitor, ticket):
    replace(as_visitor, ticket)

    answers = [call(as_visitor, ticket) for call in (split_one, replace)]

    assert [(answer.status_code, answer.json()["message"]) for answer in answers] == [
        (404, "This ticket is no longer valid.")
    ] * 2


@pytest.mark.parametrize("status", ["cancelled", "refunded"])
def test_a_pass_of_a_refunded_booking_cannot_be_changed(as_visitor, booking, ticket, status):
    Booking.objects.update(status=status)

    assert [call(as_visitor, ticket).status_code for call in (split_one, replace)] == [404, 404]


def test_an_undo_of_the_same_number_on_another_date_does_not_count(door, booking, ticket):
    Booking.objects.update(occurrence=door.date)
    phone = door.phone()
    phone.let_in(ticket.h)
    phone.send()
    elsewhere = Door(door.organizer, create_date())
    assert phone.enter(elsewhere.link).status_code == 200  # the same phone, which begins to number its entries again
    phone.log = []
    phone.let_in(ticket.h)
    phone.undo(1)
    phone.send()

    refused = replace(door.organizer, ticket)

    assert (refused.status_code, refused.json()["code"]) == (409, "already_in")


def test_both_are_recorded_without_the_code(as_visitor, visitor, ticket):
    split(as_visitor, ticket, 1, label="Maya")
    replace(as_visitor, ticket)

    entries = LogEntry.objects.filter(additional_data__did__startswith="pass").order_by("pk")
    assert [entry.additional_data["did"] for entry in entries] == ["pass split", "pass replaced"]
    assert {entry.actor_id for entry in entries} == {visitor.pk}
    codes = Pass.objects.values_list("code", flat=True)
    assert not any(code in str(vars(entry)) for entry in entries for code in codes)
    assert "Maya" not in str([vars(entry) for entry in entries])


# --- The order's JSON ------------------------------------------------------------------------------------------------


def get_passes(order: dict[str, Any]) -> list[dict[str, Any]]:
    ((booking,),) = [item["bookings"] for item in order["orderItems"]]
    return list(booking["passes"])


def test_a_move_keeps_the_code(as_visitor, as_admin):
    date = OccurrenceFactory()
    later = OccurrenceFactory(event=date.event, starts_at=date.starts_at.replace(year=date.starts_at.year + 1))
    paid = create_test_order(as_visitor, date)
    move = {"booking": list_booking_ids(paid)[0], "to": f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}", "reason": "As agreed."}

    answer = as_admin.post(f"/api/orders/{paid['_id']}/move", move, format="json")

    assert answer.status_code == 200
    assert get_passes(answer.json()) == get_passes(paid)
