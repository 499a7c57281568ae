"""Joining and leaving waiting lists."""

import pytest

from bookings.models import Entry
from tests.orders.api_calls import format_start
from tests.orders.waiting_lists import (
    create_full_date,
    free_seats,
    get_offered_seats,
    get_places,
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


def test_without_a_smallest_number_all_seats_are_wanted_together(as_visitor):
    assert join(as_visitor, create_full_date(), 3)["seatsAtLeast"] == 3


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


def test_an_unknown_or_hidden_date_is_not_found(as_visitor):
    date = create_full_date()
    hidden = create_full_date(status="draft")

    for body in ({"product": "0" * 24}, {"bookingDate": "2031-01-01"}, {"product": hidden.event.public_id}):
        assert post_waiting(as_visitor, date, **body).status_code == 404, body


@pytest.mark.parametrize(
    "body", [{"seats": 0}, {"seats": 11}, {"seats": "many"}, {"seats": 2, "seatsAtLeast": 3}, {"seatsAtLeast": 0}]
)
def test_impossible_numbers_of_seats_are_refused(as_visitor, body):
    refused = post_waiting(as_visitor, create_full_date(), **body)

    assert refused.status_code == 400, refused.content
    assert not Entry.objects.exists()


def test_nobody_waits_for_more_free_seats_than_an_account_may_order(as_visitor, settings):
    settings.MAX_FREE_SEATS = 2
    date = create_full_date(price="0")

    refused = post_waiting(as_visitor, date, 3)

    assert (refused.status_code, refused.json()["code"]) == (409, "free_seat_limit")
    assert join(as_visitor, date, 2)["position"] == 1


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


def test_whoever_leaves_moves_the_others_up(as_visitor, as_other_visitor):
    date = create_full_date()
    first = join(as_visitor, date)
    join(as_other_visitor, date)

    leave(as_visitor, first)

    assert get_places(as_other_visitor)[0]["position"] == 1
    assert join(as_visitor, date)["position"] == 2


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
