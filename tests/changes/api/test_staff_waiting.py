"""What staff see and change of waiting lists."""

import pytest
from django.utils import timezone

from bookings.models import Booking, Entry
from tests.orders.api_calls import format_start
from tests.orders.waiting_lists import (
    create_full_date,
    free_seats,
    get_offered_seats,
    get_stock,
    join,
    leave,
)

pytestmark = pytest.mark.django_db


def list_as_staff(as_admin, date):
    path = f"/api/products/{date.event.public_id}/waiting?startTime={format_start(date)}"
    answer = as_admin.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_staff_see_the_list_of_a_date(as_visitor, as_other_visitor, as_admin, other_visitor):
    date = create_full_date()
    join(as_visitor, date, 2, at_least=1)
    join(as_other_visitor, date, 3)
    free_seats(as_admin, date, 2)

    found = list_as_staff(as_admin, date)

    assert (found["freeSeats"], found["promisedSeats"]) == (1, 1)
    assert [(row["status"], row["position"], row["seats"]) for row in found["entries"]] == [
        ("offered", None, 2),
        ("waiting", 1, 3),
    ]
    assert found["entries"][1]["user"]["email"] == other_visitor.email


def test_staff_name_a_date_that_exists(as_admin):
    path = f"/api/products/{create_full_date().event.public_id}/waiting"

    assert as_admin.get(path).status_code == 400
    assert as_admin.get(f"{path}?startTime=2031-01-01T00:00:00Z").status_code == 404


def test_staff_remove_an_entry_with_a_reason(as_visitor, as_other_visitor, as_admin):
    date = create_full_date()
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)

    assert leave(as_admin, entry).status_code == 400
    answer = leave(as_admin, entry, reason="Asked us by phone.")

    assert (answer.status_code, answer.json()["status"]) == (200, "removed")
    assert get_offered_seats(as_other_visitor) == [1]
    assert [row["status"] for row in list_as_staff(as_admin, date)["entries"]] == ["offered"]


def test_staff_cancel_an_offer_like_any_booking(as_visitor, as_other_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    offer = Booking.objects.get(kind="offer")

    answer = as_admin.put(f"/api/bookings/{offer.public_id}", {"status": "cancelled"}, format="json")

    assert answer.status_code == 200
    assert [entry.status for entry in Entry.objects.all()] == ["removed", "offered"]


def save_capacity(as_admin, date, capacity):
    path = f"/api/products/{date.event.public_id}"
    return as_admin.put(path, {"maximumEventCapacity": capacity}, format="json")


def test_added_seats_go_to_the_waiting_list_first(as_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date, 2)

    assert save_capacity(as_admin, date, 7).status_code == 200

    assert get_offered_seats(as_visitor) == [2]
    assert get_stock(as_anonymous, date) == 1


def test_the_capacity_cannot_fall_below_taken_and_offered_seats(as_visitor, as_admin):
    date = create_full_date(5)
    join(as_visitor, date, 2)
    free_seats(as_admin, date, 2)

    refused = save_capacity(as_admin, date, 4)

    day = f"{timezone.localtime(date.starts_at):%a, %b} {timezone.localtime(date.starts_at).day}"
    assert refused.status_code == 409
    assert refused.json()["message"] == (
        f"{day} has 5 seats taken (2 of them offered to the waiting list). Enter 5 or more."
    )
    assert save_capacity(as_admin, date, 5).status_code == 200


@pytest.mark.parametrize("action", ["snooze", "archive"])
def test_a_date_that_is_off_ends_its_waiting_list(as_visitor, as_admin, action):
    date = create_full_date(2)
    join(as_visitor, date)
    free_seats(as_admin, date, 2)
    body = {"startTime": format_start(date), "refund": True, "reason": "The venue is closed."}

    answer = as_admin.post(f"/api/products/{date.event.public_id}/{action}", body, format="json")

    assert answer.status_code == 200, answer.content
    assert Entry.objects.get().status == "ended"
    assert Booking.objects.get(kind="offer").status == "cancelled"


def test_offers_are_not_on_the_guest_list(as_visitor, as_admin):
    date = create_full_date(1)
    join(as_visitor, date)
    free_seats(as_admin, date)

    guests = as_admin.get(f"/api/products/{date.event.public_id}/guests?startTime={format_start(date)}").json()

    assert guests["guests"] == []
