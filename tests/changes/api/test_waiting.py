"""Joining and leaving waiting lists."""

import pytest
from django.utils import timezone

from bookings.models import Booking, Entry
from tests.orders.api_calls import create_order, format_start
from tests.orders.waiting_lists import (
    create_full_date,
    free_seats,
    get_offered_seats,
    get_places,
    get_stock,
    join,
    leave,
    post_waiting,
)
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


# --- Joining ---------------------------------------------------------------------------------------------------------


def test_joining_returns_the_position(as_visitor, as_other_visitor):
    date = create_full_date()

    first = join(as_visitor, date, 3, at_least=2)
    second = join(as_other_visitor, date, 1)

    expected = {"position": 1, "seats": 3, "seatsAtLeast": 2, "status": "waiting"}
    assert {name: first[name] for name in expected} == expected
    assert (second["position"], second["seatsAtLeast"]) == (2, 1)
    (place,) = get_places(as_other_visitor)
    assert place == second
    assert place["product"] == date.event.public_id
    assert place["startTime"] == format_start(date)
    assert place["offer"] is None


def test_nobody_waits_while_seats_are_left(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=1)

    refused = post_waiting(as_visitor, date)

    assert refused.status_code == 409
    assert refused.json() == {"message": "Seats are left: book them now.", "code": "seats_left"}


def test_nobody_waits_twice_for_one_date(as_visitor):
    date = create_full_date()
    join(as_visitor, date)

    refused = post_waiting(as_visitor, date, 2)

    assert (refused.status_code, refused.json()["code"]) == (409, "already_waiting")
    assert join(as_visitor, create_full_date())["position"] == 1


@pytest.mark.parametrize(
    "date", [{"starts_at": in_days(0, hours=-1)}, {"starts_at": in_days(0, hours=0.9)}, {"status": "skipped"}], ids=str
)
def test_the_list_of_a_date_that_starts_soon_or_is_off_is_closed(as_visitor, date):
    refused = post_waiting(as_visitor, OccurrenceFactory(event__maximum_event_capacity=0, **date))

    assert (refused.status_code, refused.json()["code"]) == (409, "closed")


def test_nobody_waits_for_more_free_seats_than_an_account_may_order(as_visitor, settings):
    settings.MAX_FREE_SEATS = 2
    date = create_full_date(price="0")

    refused = post_waiting(as_visitor, date, 3)

    assert (refused.status_code, refused.json()["code"]) == (409, "free_seat_limit")
    assert join(as_visitor, date, 2)["position"] == 1


def test_nobody_waits_for_free_seats_that_they_could_not_order(as_visitor, settings):
    settings.MAX_FREE_SEATS = 4
    date = create_full_date(price="0")
    date.event.maximum_event_capacity += 3
    date.event.save()
    create_order(as_visitor, date, seats=3)

    refused = post_waiting(as_visitor, date, 2)

    assert (refused.status_code, refused.json()["code"]) == (409, "free_seat_limit")
    assert refused.json()["message"].endswith(", and you have 3 already.")
    assert join(as_visitor, date, 1)["position"] == 1


# --- Leaving ---------------------------------------------------------------------------------------------------------


def test_an_offer_is_passed_on_at_once_to_the_next(as_visitor, as_other_visitor, as_admin):
    date = create_full_date()
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)

    for _ in range(2):  # also when repeated
        answer = leave(as_visitor, entry)
        assert answer.status_code == 200, answer.content
        assert (answer.json()["status"], answer.json()["offer"]) == ("left", None)

    assert (get_offered_seats(as_visitor), get_offered_seats(as_other_visitor)) == ([], [1])


def test_the_emailed_link_leaves_without_signing_in(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    token = Entry.objects.first().leave_token

    for _ in range(2):
        answer = as_anonymous.post("/api/waiting/leave", {"token": token}, format="json")
        assert (answer.status_code, answer.json()["status"]) == (200, "left")

    assert get_offered_seats(as_other_visitor) == [1]


def test_a_wrong_token_leaves_nothing_and_is_counted(as_visitor, as_anonymous, settings):
    join(as_visitor, create_full_date())
    entry = Entry.objects.get()
    other = entry.leave_token.replace(entry.public_id, "0" * 24)

    for token in ("x", entry.public_id, other, entry.leave_token[:-1] + "g"):
        answer = as_anonymous.post("/api/waiting/leave", {"token": token}, format="json")
        assert (answer.status_code, answer.json()["message"]) == (404, "This link no longer works."), token
    assert as_anonymous.post("/api/waiting/leave", {}, format="json").status_code == 400
    settings.THROTTLES = settings.THROTTLES | {"link": 4}
    assert as_anonymous.post("/api/waiting/leave", {"token": "x"}, format="json").status_code == 429
    assert get_places(as_visitor)[0]["status"] == "waiting"


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
