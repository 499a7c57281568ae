"""What phones know about the guests."""

from datetime import timedelta

import pytest

from bookings.services.returns import complete_return, request_return
from door.models import Night
from tests.door.phones import UNKNOWN_HASH
from tests.orders.api_calls import list_booking_ids
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


def list_passes(phone):
    return phone.get_list().json()["passes"]


def test_a_list_has_names_seats_and_hashes_and_nothing_else_about_guests(door, visitor):
    booking = BookingFactory(occurrence=door.date, user=visitor, seats=4)
    ticket = booking.passes.get()
    phone = door.phone()

    listed = phone.get_list()

    expected = {"night", "now", "price", "allotment", "seen", "passes", "recent"}
    assert set(listed.json()) == expected
    assert listed.json()["passes"] == [
        {"h": ticket.h, "b": booking.pk, "name": "Ana D.", "seats": 4, "in": 0, "state": "valid", "to": None}
    ]
    assert (listed.json()["price"], listed.json()["seen"]) == (13.8, {phone.uuid: 0})
    assert (listed.json()["night"]["totals"][:3], len(listed.json()["night"]["totals"])) == ([13.8, 27.6, 41.4], 50)
    for secret in (ticket.code, visitor.email, "Diaz", booking.public_id):
        assert secret not in listed.content.decode()


def test_an_unchanged_list_is_a_304(door):
    ticket = BookingFactory(occurrence=door.date, seats=2).passes.get()
    phone = door.phone()
    first = phone.get_list()

    same = phone.get_list(first["ETag"])
    phone.let_in(ticket.h)
    phone.send()
    changed = phone.get_list(first["ETag"])

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert changed.status_code == 200
    assert changed.json()["passes"][0]["in"] == 1
    assert changed["ETag"] != first["ETag"]


def test_replaced_and_refunded_passes_are_listed(door):
    replaced = BookingFactory(occurrence=door.date)
    refunded = BookingFactory(occurrence=door.date)
    old = replaced.passes.get()
    door.organizer.post(f"/api/passes/{old.public_id}/replace", {}, format="json")
    request_return(seats={refunded.pk: 2})
    complete_return(seats={refunded.pk: 2})

    states = [(each["b"], each["state"]) for each in list_passes(door.phone())]

    assert states == [(replaced.pk, "replaced"), (refunded.pk, "refunded"), (replaced.pk, "valid")]
    assert door.get()["guests"] == 2


def test_a_moved_booking_is_listed_with_its_new_date(door, as_visitor):
    later = OccurrenceFactory(event=door.date.event, starts_at=in_days(9))
    date = OccurrenceFactory(event=door.date.event, starts_at=in_days(5))
    paid = create_test_order(as_visitor, date)
    Night.objects.update(occurrence=date)
    phone = door.phone()
    (ticket,) = list_passes(phone)
    phone.let_in(ticket["h"])
    phone.send()
    move = {"booking": list_booking_ids(paid)[0], "to": f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}", "reason": "As agreed."}
    assert door.organizer.post(f"/api/orders/{paid['_id']}/move", move, format="json").status_code == 200

    (moved,) = list_passes(phone)
    phone.let_in(ticket["h"])

    assert (moved["state"], moved["to"]) == ("moved", f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}")
    assert [(each["conflict"], each["in"]) for each in phone.send()] == [(None, 1), ("moved", 1)]
    assert (door.get()["guests"], door.get()["in"]) == (1, 1)  # who came in stays one of tonight's guests


def test_passes_of_other_dates_are_not_listed(door):
    BookingFactory()

    assert list_passes(door.phone()) == []


def test_recent_admissions_are_listed_oldest_first_without_those_that_were_undone(door):
    ana, ben = door.phone("Ana"), door.phone("Ben", clock=timedelta(hours=-1))
    ben.let_in(UNKNOWN_HASH)
    ben.send()
    ana.record(kind="guest", seats=2, note="Two from the band")
    ana.let_in(UNKNOWN_HASH)
    ana.undo(2)
    ana.send()

    recent = ana.get_list().json()["recent"]

    assert [(each["by"], each["seq"], each["h"], each["conflict"]) for each in recent] == [
        ("Ben", 1, UNKNOWN_HASH, "unknown"),
        ("Ana", 1, None, None),
    ]
    assert "band" not in str(recent)


def test_a_list_of_60_passes_takes_as_many_queries_as_one_of_2(door, django_assert_max_num_queries):
    phone = door.phone()
    for count in (2, 58):
        for booking in BookingFactory.create_batch(count, occurrence=door.date):
            phone.let_in(booking.passes.get().h)
        phone.send()
        with django_assert_max_num_queries(8):
            assert phone.get_list().status_code == 200

    assert len(list_passes(phone)) == 60
