"""Seats of people who are inside: buyers and guests can't give them up, and staff are told how many there are."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.models import Booking, Pass
from changes.services.date_changes.process_date_changes import process_date_changes
from door.models import Door
from door.selectors.attendance import count_let_in
from door.selectors.log import count_inside
from events.models import Occurrence
from recaps.selectors.drafts import filter_past_dates
from recaps.selectors.recipients import read_inside_at_door
from tests.bookings.seat_links import claim, claim_ticket, create_links, create_token, give_back, list_passes, read_seat
from tests.changes.change_calls import (
    buy,
    create_another_date,
    format_time,
    get_options,
    list_seats,
    move,
    move_to,
    post_change,
    post_date_change,
)
from tests.door.phones import DoorClient, PhoneClient, open_door
from tests.door.till_calls import TillClient, build_cash
from tests.orders.api_calls import list_booking_ids
from tests.orders.consistency import check_books
from tests.payments.refund_calls import post_refund, post_refund_preview
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

ALREADY_IN = (409, {"message": "Some of these guests are inside already.", "code": "already_in"})


@pytest.fixture
def next_week(date):
    return create_another_date(date)


@pytest.fixture
def paid(as_visitor, paypal, next_week, date):
    """Four seats at $12.42 with tax."""
    return buy(as_visitor, paypal, date, seats=4)


@pytest.fixture
def booking(paid) -> Booking:
    return Booking.objects.get(public_id=list_booking_ids(paid)[0])


@pytest.fixture
def phone(as_admin, paid, date) -> PhoneClient:
    return DoorClient(as_admin, date).phone()


def let_in(phone: PhoneClient, ticket: Pass, seats: int) -> None:
    assert phone.send(phone.let_in(ticket.h, seats))[0]["conflict"] is None


def get_answer(answer: Any) -> tuple[int, Any]:
    return answer.status_code, answer.json()


@pytest.mark.parametrize(("kind", "amount"), [("refund", "37.26"), ("gift", "37.26"), ("return", 0)])
def test_a_buyer_gives_up_only_the_seats_of_those_who_are_not_inside(as_visitor, paid, booking, phone, kind, amount):
    let_in(phone, booking.passes.get(), 2)

    assert get_answer(post_change(as_visitor, paid, kind, seats=3, amount=amount)) == ALREADY_IN
    (options,) = get_options(as_visitor, paid)
    assert (options["freeSeats"], options["inside"], options["refund"]["amounts"]) == (2, 2, [12.42, 24.84])

    others = post_change(as_visitor, paid, kind, seats=2, amount=0 if kind == "return" else "24.84")

    assert others.status_code == 201, others.content
    assert list_seats(others.json()["order"]) == [("confirmed", 2)]
    assert phone.get_list().json()["passes"][0]["in"] == 2


def test_without_a_free_seat_the_options_say_why(as_visitor, paid, booking, phone):
    let_in(phone, booking.passes.get(), 4)

    (options,) = get_options(as_visitor, paid)

    assert (options["freeSeats"], options["refund"]["allowed"], options["gift"]["allowed"]) == (0, False, False)
    assert [options[each]["code"] for each in ("refund", "gift", "move")] == ["already_in"] * 3
    answers = [get_answer(post_change(as_visitor, paid, kind)) for kind in ("refund", "gift", "return")]
    assert answers == [ALREADY_IN] * 3


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_the_choice_after_staff_changed_the_date_is_about_the_others(
    as_visitor, as_admin, paid, booking, phone, date, next_week, kind
):
    Occurrence.objects.filter(pk=date.pk).update(starts_at=in_days(0, hours=1), ends_at=in_days(0, hours=4))
    date.refresh_from_db()
    let_in(phone, booking.passes.get(), 3)
    to = {"to": format_time(in_days(0, hours=2))} if kind == "move" else {}
    assert post_date_change(as_admin, date, kind, preview=True, **to).json()["inside"] == 3
    assert post_date_change(as_admin, date, kind, **to).status_code == 202

    assert get_answer(post_change(as_visitor, paid, "refund", seats=2, amount="24.84")) == ALREADY_IN
    assert get_answer(move_to(as_visitor, paid, next_week)) == ALREADY_IN
    assert post_change(as_visitor, paid, "refund", seats=1, amount="12.42").status_code == 201


def test_seats_of_a_party_that_is_inside_are_not_given_to_friends(as_visitor, booking, phone):
    token = create_token(as_visitor, booking)
    let_in(phone, booking.passes.get(), 4)

    assert get_answer(create_links(as_visitor, booking)) == ALREADY_IN
    assert as_visitor.get(f"/api/bookings/{booking.public_id}/links").json()["seatsLeft"] == 0
    assert get_answer(claim(token)) == ALREADY_IN
    assert list_passes(booking) == [("", 4, "valid")]


def test_a_friend_who_is_inside_keeps_the_seat_and_counts_once(as_visitor, paid, booking, phone):
    ticket = claim_ticket(create_token(as_visitor, booking))
    outside = claim_ticket(create_token(as_visitor, booking))
    let_in(phone, booking.passes.exclude(seat_link=None).first(), 1)

    assert get_answer(give_back(ticket)) == ALREADY_IN
    (options,) = get_options(as_visitor, paid)
    assert (options["freeSeats"], options["inside"]) == (2, 1)
    assert get_answer(post_change(as_visitor, paid, "return", seats=4)) == ALREADY_IN
    assert give_back(outside).status_code == 200
    assert post_change(as_visitor, paid, "return", seats=3).status_code == 201
    assert read_seat(ticket).json()["status"] == "claimed"


def test_staff_see_how_many_are_inside_and_may_refund_all(as_admin, paid, booking, phone):
    let_in(phone, booking.passes.get(), 3)

    chosen = [{}, {"seats": {booking.public_id: 1}}, {"seats": {booking.public_id: 2}}]
    assert [post_refund_preview(as_admin, paid, **asked).json()["inside"] for asked in chosen] == [3, 0, 1]
    assert post_refund(as_admin, paid).json()["status"] == "refunded"

    (listed,) = phone.get_list().json()["passes"]
    assert (listed["state"], listed["in"]) == ("refunded", 3)


# --- A date that moves to another day ---------------------------------------------------------------------------------


@pytest.fixture
def tonight(db) -> Occurrence:
    """A date that begins in half an hour."""
    return OccurrenceFactory(starts_at=in_days(0, hours=0.5), event__price="12.00")


def get_door_of_date(client: Any, date: Occurrence) -> dict[str, Any]:
    query = {"product": date.event.public_id, "bookingDate": format_time(date.starts_at)}
    return dict(client.get("/api/door/nights", query).json())


def test_a_date_whose_door_was_closed_before_it_moved_begins_a_new_evening(as_admin, as_visitor, paypal, tonight):
    paid = buy(as_visitor, paypal, tonight, seats=2)
    ticket = Pass.objects.get()
    old = DoorClient(as_admin, tonight)
    phone, till = old.phone(), TillClient(as_admin, old.id)
    phone.send(phone.let_in(ticket.h, 2))
    till.open_drawer(50)
    till.sell(given=20)
    till.count_and_close_drawer(63.8)
    assert old.post("close").status_code == 200
    assert get_door_of_date(as_admin, tonight)["refusal"] == "This door is closed."

    move(as_admin, tonight, in_days(7))
    tonight.refresh_from_db()

    # The buyer, who went home, may choose. The organizer opens the door again, and the evening begins with nobody in.
    assert get_options(as_visitor, paid)[0]["freeSeats"] == 2
    between = get_door_of_date(as_admin, tonight)
    assert {"night": None, "inside": {}, "refusal": None, "earlier": [old.id], "in": 0}.items() <= between.items()
    new = DoorClient(as_admin, tonight)
    assert open_door(as_admin, tonight).json()["_id"] == new.id != old.id
    assert get_door_of_date(as_admin, tonight)["earlier"] == [old.id]
    assert (new.get()["in"], new.get()["drawer"]) == (0, None)
    assert phone.get_list().json()["code"] == "night_closed"

    # The same phone works at the new door. What it and the till kept from the first evening stays there.
    assert phone.enter(new.link).status_code == 200
    kept = phone.record(kind="guest", seats=1, note="")
    phone.post([kept], original={"device": phone.uuid, "night": old.id})
    till.report(build_cash(-5, "Ice"))
    assert {each["state"] for each in phone.get_list().json()["passes"]} == {"valid"}
    phone.log.clear()
    assert phone.send(phone.let_in(ticket.h, 2))[0]["conflict"] is None
    evening = TillClient(as_admin, new.id)
    assert evening.open_drawer(20).status_code == 200
    assert evening.sell(given=20).status_code == 201
    evening.count_and_close_drawer(33.8)
    assert (new.get()["in"], old.get()["in"]) == (3, 3)
    drawer = old.get()["drawer"]
    assert (drawer["expected"], drawer["difference"]) == (63.8, 0)
    assert [each["amount"] for each in drawer["late"]] == [-5]
    assert check_books() == (0, [])


def test_who_is_inside_takes_no_further_queries_for_each_who_came_before_the_date_moved(as_admin, visitor, tonight):
    tickets = [BookingFactory(occurrence=tonight, user=visitor).passes.get() for _ in range(4)]
    door = DoorClient(as_admin, tonight)
    phone = door.phone()
    for ticket in tickets:
        let_in(phone, ticket, 1)
    door.post("close", force=True)
    move(as_admin, tonight, in_days(7))

    def count(tickets: list[Pass]) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert count_inside([ticket.booking_id for ticket in tickets]) == {}
        return len(queries)

    assert count(tickets) == count(tickets[:1])


def test_who_came_to_many_dates_takes_no_further_queries(as_admin):
    def count() -> int:
        door = DoorClient(as_admin, OccurrenceFactory(starts_at=in_days(0, hours=-1)))
        phone = door.phone()
        a_minute_ago = format_time(timezone.now() - timedelta(minutes=1))
        kept = phone.record(kind="guest", seats=2, note="", at=a_minute_ago)
        door.post("close", force=True)
        phone.post([kept])  # late, so that it is judged by itself
        with CaptureQueriesContext(connection) as queries:
            found = count_let_in(Occurrence.objects.all())
        assert {each.people for each in found.values()} == {2}
        return len(queries)

    assert count() == count() == count()


def test_who_came_on_the_evening_before_a_date_moved_did_not_visit_it(as_admin, as_visitor, paypal, tonight):
    buy(as_visitor, paypal, tonight, seats=2)
    old = DoorClient(as_admin, tonight)
    phone = old.phone()
    let_in(phone, Pass.objects.get(), 2)
    old.post("close", force=True)
    Door.objects.update(created_at=in_days(-7), closed_at=in_days(-7))
    Occurrence.objects.update(starts_at=in_days(0, hours=-0.5))
    tonight.refresh_from_db()
    times = {"was_start": in_days(-6.9), "was_end": in_days(-6.8), "now_start": tonight.starts_at}
    place = tonight.event.place
    times |= {"was_place": place, "now_place": place, "was_seats": 24, "now_seats": 24}
    tonight.history.create(kind="moved", source="dialog", at=in_days(-6), now_end=tonight.ends_at, **times)

    assert not filter_past_dates(timezone.now()).exists()  # nobody is thanked before it is over
    new = DoorClient(as_admin, tonight)
    phone = new.phone("Ben")
    phone.send(phone.record(kind="guest", seats=1, note=""))
    new.post("close", force=True)

    assert [date.pk for date in filter_past_dates(timezone.now())] == [tonight.pk]
    assert count_let_in(Occurrence.objects.all())[tonight.pk].people == 1
    assert read_inside_at_door(tonight) == {}


def test_who_came_in_before_a_date_moved_to_another_day_is_not_inside_on_that_day(
    as_admin, as_visitor, admin, paypal, tonight
):
    paid = buy(as_visitor, paypal, tonight, seats=2)
    door, ticket = DoorClient(as_admin, tonight), Pass.objects.get()
    phone, offline = door.phone(), door.phone("Ben")
    let_in(phone, ticket, 2)
    assert phone.send(phone.let_in(ticket.h, 1))[0]["conflict"] == "double"
    phone.send(phone.record(kind="guest", seats=3, note=""))
    kept = offline.let_in(ticket.h, 1)

    move(as_admin, tonight, in_days(0, hours=2), answerHours=0)  # the same evening goes on
    process_date_changes()

    tonight.refresh_from_db()
    assert (door.get()["in"], get_options(as_visitor, paid)[0]["freeSeats"]) == (5, 0)

    move(as_admin, tonight, in_days(7))
    offline.send(kept)

    shown = door.get()
    assert (shown["in"], {each["conflict"] for each in shown["conflicts"]}) == (0, {"double"})
    assert get_options(as_visitor, paid)[0]["freeSeats"] == 2
    let_in(phone, ticket, 1)
    assert (door.get()["in"], get_options(as_visitor, paid)[0]["freeSeats"]) == (1, 1)
    Door.objects.update(closed_at=in_days(7), closed_by=admin)
    assert count_let_in(Occurrence.objects.all())[tonight.pk].people == 1


def test_a_door_that_is_closed_after_its_date_moved_to_another_day_makes_room_for_that_day(as_admin, tonight):
    old = DoorClient(as_admin, tonight)
    move(as_admin, tonight, in_days(7))
    tonight.refresh_from_db()
    assert open_door(as_admin, tonight).json()["_id"] == old.id

    assert old.post("close").status_code == 200

    new = DoorClient(as_admin, tonight)
    assert new.id != old.id
    assert new.post("close").status_code == 200
    assert open_door(as_admin, tonight).json()["_id"] == new.id


def test_who_came_in_stays_inside_if_a_date_moves_back_at_once(as_admin, tonight):
    door, begins = DoorClient(as_admin, tonight), tonight.starts_at
    phone = door.phone()
    phone.send(phone.record(kind="guest", seats=3, note=""))
    move(as_admin, tonight, in_days(7))
    tonight.refresh_from_db()

    assert door.get()["in"] == 0
    move(as_admin, tonight, begins)

    assert door.get()["in"] == 3


def test_a_door_that_was_closed_once_all_were_in_stays_closed_if_the_date_begins_later(as_admin, tonight):
    door = DoorClient(as_admin, tonight)
    door.post("close")

    move(as_admin, tonight, in_days(0, hours=2))
    tonight.refresh_from_db()

    assert (open_door(as_admin, tonight).status_code, door.get()["closedAt"] is None) == (200, False)
    assert get_door_of_date(as_admin, tonight)["night"] == door.id


def test_a_door_that_was_closed_days_before_its_date_stays_closed_until_that_moves(as_admin):
    date = OccurrenceFactory(starts_at=in_days(5))
    closed = DoorClient(as_admin, date)
    closed.post("close")

    assert open_door(as_admin, date).json()["_id"] == closed.id

    move(as_admin, date, in_days(6))
    date.refresh_from_db()

    assert open_door(as_admin, date).json()["_id"] != closed.id
