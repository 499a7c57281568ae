"""Splitting and replacing passes, and passes in the order's JSON."""

from typing import Any

import pytest
from auditlog.models import LogEntry
from rest_framework.test import APIClient

from bookings.models import Booking, Pass
from tests.bookings.passes import list_passes
from tests.door.phones import Door, create_date
from tests.orders.api_calls import create_order, list_booking_ids, pay_test_order
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


def test_the_message_has_the_numbers_that_fit(as_visitor, visitor):
    messages = [
        split(as_visitor, BookingFactory(user=visitor, seats=seats).passes.get(), seats).json()["message"]
        for seats in (1, 2, 3)
    ]

    assert messages == ["One seat can't be split.", "Choose 1 seat.", "Choose 1 to 2 seats."]


@pytest.mark.parametrize("seats", [None, 1.5, True])
def test_a_number_that_is_none_is_refused(as_visitor, booking, ticket, seats):
    answer = split(as_visitor, ticket, seats)

    assert (answer.status_code, set(answer.json()["errors"])) == (400, {"seats"})
    assert list_passes(booking) == [("", 4, "valid")]


def test_a_label_has_at_most_40_characters_on_one_line(as_visitor, ticket):
    assert split(as_visitor, ticket, 1, label="x" * 41).status_code == 400
    assert split(as_visitor, ticket, 1, label="x" * 40).status_code == 200
    assert split(as_visitor, ticket, 1, label="<b>Maya\nR.</b>").json()[-1]["label"] == "<b>Maya R.</b>"


# --- Replace ---------------------------------------------------------------------------------------------------------


def test_a_replaced_pass_has_another_code(as_visitor, booking, ticket):
    split(as_visitor, ticket, 1, label="Maya")
    friend = booking.passes.last()

    answer = replace(as_visitor, friend)

    assert answer.status_code == 200
    assert [(each["label"], each["seats"], each["state"]) for each in answer.json()] == [
        ("", 3, "valid"), ("Maya", 1, "replaced"), ("Maya", 1, "valid"),
    ]  # fmt: skip
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


def test_an_order_has_passes_once_it_is_paid(as_visitor, as_admin):
    placed = create_order(as_visitor, OccurrenceFactory(), seats=3)
    assert get_passes(placed) == []

    paid = pay_test_order(as_visitor, placed)

    (ticket,) = get_passes(paid)
    assert set(ticket) == {"_id", "code", "seats", "label", "state", "qr"}
    assert (ticket["seats"], ticket["label"], ticket["state"]) == (3, "", "valid")
    assert ticket["qr"]["size"] == 29
    assert ticket["qr"]["d"].startswith("M4 4h7v1h-7z")  # the finder pattern, inside the border
    for client in (as_visitor, as_admin):
        assert get_passes(client.get(f"/api/orders/{placed['_id']}").json()) == [ticket]


def test_a_free_order_has_its_pass_at_once(as_visitor):
    order = create_order(as_visitor, OccurrenceFactory(event__price="0.00"), seats=2)

    assert [(ticket["seats"], ticket["state"]) for ticket in get_passes(order)] == [(2, "valid")]


def test_every_date_has_its_own_code(as_visitor):
    order = create_test_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())

    codes = {
        ticket["code"] for item in order["orderItems"] for booking in item["bookings"] for ticket in booking["passes"]
    }
    assert len(codes) == len(list_booking_ids(order)) == 2


def test_a_move_keeps_the_code(as_visitor, as_admin):
    date = OccurrenceFactory()
    later = OccurrenceFactory(event=date.event, starts_at=date.starts_at.replace(year=date.starts_at.year + 1))
    paid = create_test_order(as_visitor, date)
    move = {"booking": list_booking_ids(paid)[0], "to": f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}", "reason": "As agreed."}

    answer = as_admin.post(f"/api/orders/{paid['_id']}/move", move, format="json")

    assert answer.status_code == 200
    assert get_passes(answer.json()) == get_passes(paid)


def test_a_refunded_order_has_a_refunded_pass(as_visitor, as_admin):
    paid = create_test_order(as_visitor, OccurrenceFactory())

    answer = as_admin.post(f"/api/orders/{paid['_id']}/refund", {"reason": "Ill."}, format="json")

    assert [ticket["state"] for ticket in get_passes(answer.json())] == ["refunded"]


def test_a_booking_by_hand_has_a_pass(as_admin):
    date = OccurrenceFactory()
    body = {
        "product": date.event.public_id, "bookingDate": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}", "reservationSeats": 2,
    }  # fmt: skip

    assert as_admin.post("/api/bookings", body, format="json").status_code == 201

    assert list_passes(Booking.objects.get()) == [("", 2, "valid")]
