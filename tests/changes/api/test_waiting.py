"""Joining and leaving waiting lists."""

import pytest

from bookings.models import Booking, WaitingEntry
from bookings.services.waiting_list import serve_waiting_lists
from events.formatting import format_day
from events.models import Event
from tests.door.till_calls import TillClient, open_door
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
from tests.support.messages import delivered


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


def test_nobody_waits_while_seats_are_left_or_twice_for_one_date(as_visitor):
    refused = post_waiting(as_visitor, OccurrenceFactory(event__maximum_event_capacity=1))
    assert (refused.status_code, refused.json()) == (
        409,
        {"message": "Seats are left: book them now.", "code": "seats_left"},
    )
    date = create_full_date()
    join(as_visitor, date)

    again = post_waiting(as_visitor, date, 2)

    assert (again.status_code, again.json()["code"]) == (409, "already_waiting")
    assert join(as_visitor, create_full_date())["position"] == 1


@pytest.mark.parametrize(
    "date", [{"starts_at": in_days(0, hours=-1)}, {"starts_at": in_days(0, hours=0.9)}, {"status": "canceled"}], ids=str
)
def test_the_list_of_a_date_that_starts_soon_or_is_off_is_closed(as_visitor, date):
    refused = post_waiting(as_visitor, OccurrenceFactory(event__maximum_event_capacity=0, **date))

    assert (refused.status_code, refused.json()["code"]) == (409, "closed")


@pytest.mark.parametrize(("had", "too_many"), [(0, 5), (3, 2)])
def test_nobody_waits_for_free_seats_that_they_could_not_order(as_visitor, settings, had, too_many):
    settings.MAX_FREE_SEATS = 4
    date = create_full_date(price="0")
    if had:
        Event.objects.update(maximum_event_capacity=4 + had)
        create_order(as_visitor, date, seats=had)

    refused = post_waiting(as_visitor, date, too_many)

    assert (refused.status_code, refused.json()["code"]) == (409, "free_seat_limit")
    assert refused.json()["message"].endswith(", and you have 3 already.") == bool(had)
    assert join(as_visitor, date, too_many - 1)["position"] == 1


def test_an_offer_is_passed_on_at_once_to_the_next(as_visitor, as_other_visitor, as_admin):
    date = create_full_date()
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)

    for _ in range(2):  # even when repeated
        answer = leave(as_visitor, entry)
        assert answer.status_code == 200, answer.content
        assert (answer.json()["status"], answer.json()["offer"]) == ("left", None)

    assert (get_offered_seats(as_visitor), get_offered_seats(as_other_visitor)) == ([], [1])


def test_the_emailed_link_leaves_without_signing_in(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    token = WaitingEntry.objects.first().leave_token

    for _ in range(2):
        answer = as_anonymous.post("/api/waiting/leave", {"token": token}, format="json")
        assert (answer.status_code, answer.json()["status"]) == (200, "left")

    assert get_offered_seats(as_other_visitor) == [1]


def test_a_wrong_token_leaves_nothing_and_is_counted(as_visitor, as_anonymous, settings):
    join(as_visitor, create_full_date())
    entry = WaitingEntry.objects.get()
    other = entry.leave_token.replace(entry.public_id, "0" * 24)

    for token in ("x", entry.public_id, other, entry.leave_token[:-1] + "g"):
        answer = as_anonymous.post("/api/waiting/leave", {"token": token}, format="json")
        assert (answer.status_code, answer.json()["message"]) == (404, "This link no longer works."), token
    assert as_anonymous.post("/api/waiting/leave", {}, format="json").status_code == 400
    settings.THROTTLES = settings.THROTTLES | {"link": 4}
    assert as_anonymous.post("/api/waiting/leave", {"token": "x"}, format="json").status_code == 429
    assert get_places(as_visitor)[0]["status"] == "waiting"


def test_staff_see_the_list_of_a_date_and_remove_an_entry_with_a_reason(
    as_visitor, as_other_visitor, as_admin, other_visitor
):
    date = create_full_date()
    entry = join(as_visitor, date, 2, at_least=1)
    join(as_other_visitor, date, 3, at_least=2)
    free_seats(as_admin, date, 2)

    def read_list():
        found = as_admin.get(f"/api/products/{date.event.public_id}/waiting?startTime={format_start(date)}").json()
        entries = [(row["status"], row["position"], row["seats"]) for row in found["entries"]]
        return found["freeSeats"], found["promisedSeats"], entries, found["entries"][-1]["user"]["email"]

    assert read_list() == (1, 1, [("offered", None, 2), ("waiting", 1, 3)], other_visitor.email)
    assert leave(as_admin, entry).status_code == 400
    answer = leave(as_admin, entry, reason="Asked us by phone.")
    assert (answer.status_code, answer.json()["status"]) == (200, "removed")
    assert get_offered_seats(as_other_visitor) == [2]
    assert read_list()[2] == [("offered", None, 3)]


def test_added_seats_go_to_the_waiting_list_first_and_stay_offered_to_it(as_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date, 2)

    def save(capacity):
        path = f"/api/products/{date.event.public_id}"
        return as_admin.put(path, {"maximumEventCapacity": capacity}, format="json")

    assert save(7).status_code == 200
    assert get_offered_seats(as_visitor) == [2]
    assert get_stock(as_anonymous, date) == 1
    refused = save(5)
    assert (refused.status_code, refused.json()["message"].partition(" has ")[2]) == (
        409,
        "6 seats taken (2 of them offered to the waiting list). Enter 6 or more.",
    )
    assert refused.json()["message"].startswith(format_day(date.starts_at))
    assert save(6).status_code == 200


CLOSED = "The venue is closed."


@pytest.mark.parametrize(
    "asked", [{"refund": True, "reason": CLOSED}, {"reason": CLOSED}, {}], ids=lambda asked: len(asked)
)
def test_a_date_that_is_off_ends_its_waiting_list_and_tells_those_who_wait(as_visitor, as_admin, asked):
    date = create_full_date(2)
    join(as_visitor, date)
    free_seats(as_admin, date, 2)
    body = {"startTime": format_start(date)} | asked

    answer = as_admin.post(f"/api/products/{date.event.public_id}/snooze", body, format="json")

    assert answer.status_code == 200, answer.content
    assert WaitingEntry.objects.get().status == "ended"
    assert Booking.objects.get(kind="offer").status == "cancelled"
    (message,) = delivered("date_changed")
    assert "The waiting list that you were on has ended." in message.body
    reason = f"Reason: {CLOSED}" if asked else "Reason:"
    assert (reason in message.body) == bool(asked)


def test_those_who_wait_keep_their_places_while_the_event_is_hidden_and_get_seats_once_it_is_back(
    as_visitor, as_other_visitor, as_admin
):
    date = create_full_date(2)
    join(as_visitor, date, 2)
    free_seats(as_admin, date, 2)
    join(as_other_visitor, date)
    actions = f"/api/products/{date.event.public_id}"

    assert as_admin.post(f"{actions}/archive").status_code == 200
    serve_waiting_lists()

    for client, position in ((as_visitor, 1), (as_other_visitor, 2)):
        (place,) = get_places(client)
        assert (place["status"], place["position"], place["offer"]) == ("waiting", position, None)
    assert delivered("seats_offered") == []  # the offer was taken back before the email left
    till = TillClient(as_admin, open_door(as_admin, date))
    assert [till.keep(count).status_code for count in (2, 0)] == [200, 200]  # nobody else is kept from them

    assert as_admin.post(f"{actions}/restore").status_code == 200

    assert get_offered_seats(as_visitor) == [2]
    assert len(delivered("seats_offered")) == 1
