"""A date takes place elsewhere: people are told and choose as if it moved, and everything shows where it is."""

import re
from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from bookings.models import Booking
from events.datetimes import format_utc
from events.models import DateChange, Event, Occurrence, Place
from payments.reports.consistency_checks import list_violations
from tests.bookings.events import act, save
from tests.changes.change_calls import (
    REASON,
    create_another_date,
    format_time,
    post_change,
    post_date_change,
    process_date_changes,
)
from tests.orders.api_calls import create_order, get_order
from tests.orders.waiting_lists import get_offered_seats, join
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, PlaceFactory, in_days
from tests.support.messages import delivered, html_of


@pytest.fixture
def barge() -> Any:
    return PlaceFactory(name="Barge", address="12 Main St", seats=16)


def relocate(client: APIClient, date: Occurrence, place: Any, **body: Any) -> Any:
    return post_date_change(client, date, "move", placeId=place.public_id, **body)


def preview(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    return json_of(post_date_change(client, date, "move", preview=True, **body))


def read(date: Occurrence) -> tuple[str, int]:
    found = Occurrence.objects.get(pk=date.pk)
    return found.venue.text, found.capacity


def list_story(client: APIClient, date: Occurrence) -> list[dict[str, Any]]:
    return list(json_of(client.get(f"/api/products/{date.event.public_id}/story?when={format_time(date.starts_at)}")))


def test_buyers_of_a_date_elsewhere_are_told_and_get_all_of_their_money_back(as_visitor, as_admin, date, paid, barge):
    Event.objects.update(refund_policy="none")
    shown = preview(as_admin, date, placeId=barge.public_id)
    assert (shown["people"], shown["wasPlace"], shown["nowPlace"]) == (
        1,
        "Copper Kettle Brewing, 12 Dock St",
        "Barge, 12 Main St",
    )
    assert "wasSeats" not in shown

    answer = relocate(as_admin, date, barge, digest=shown["digest"])
    assert answer.status_code == 202, answer.json()
    process_date_changes()

    assert read(date) == ("Barge, 12 Main St", 8)
    (mail,) = delivered("moved_choice")
    assert " is now at Barge: choose " in mail.subject
    assert "has a new place" in html_of(mail)
    assert "Barge, 12 Main St" in mail.body
    assert f"Reason: {REASON}" in mail.body
    assert re.search("Was: .* P[SD]T, Copper Kettle Brewing, 12 Dock St\n", mail.body)
    (calendar,) = [each for each in mail.attachments if "calendar" in str(each)]
    text = calendar.get_payload(decode=True).decode().replace("\r\n ", "")
    assert "Barge" in text
    assert "SEQUENCE:1" in text
    booking = get_order(as_visitor, paid)["orderItems"][0]["bookings"][0]
    assert (booking["dateChange"]["kind"], booking["dateChange"]["place"]) == ("move", "Barge, 12 Main St")
    returned = post_change(as_visitor, paid, "refund", seats=3, amount=paid["totalPrice"])
    assert returned.status_code in (200, 201), returned.json()
    assert get_order(as_visitor, paid)["refundedPrice"] == paid["totalPrice"]
    assert list_violations() == []


def test_who_says_nothing_keeps_the_seats_and_the_other_dates_stay(as_visitor, as_admin, date, paid, barge):
    other = create_another_date(date)
    relocate(as_admin, date, barge, answerHours=0)
    process_date_changes()

    assert get_order(as_visitor, paid)["status"] == "paid"
    assert read(other) == ("Copper Kettle Brewing, 12 Dock St", 8)
    (entry,) = list_story(as_admin, date)
    assert (entry["kind"], entry["wasPlace"], entry["nowPlace"]) == (
        "relocated",
        "Copper Kettle Brewing, 12 Dock St",
        "Barge, 12 Main St",
    )


def test_a_date_may_move_and_be_elsewhere_at_once(as_visitor, as_admin, date, paid, barge):
    relocate(as_admin, date, barge, to=format_time(in_days(9)), seats=5)
    process_date_changes()

    assert read(date) == ("Barge, 12 Main St", 5)
    (mail,) = delivered("moved_choice")
    assert ", at Barge" in mail.subject
    assert "has a new time and place" in html_of(mail)


def test_a_date_that_is_back_before_anybody_was_told_is_no_news(as_visitor, as_admin, date, paid, barge):
    kettle = date.event.place
    relocate(as_admin, date, barge)
    assert relocate(as_admin, date, kettle).status_code == 202
    process_date_changes()

    assert Occurrence.objects.get(pk=date.pk).place is None
    assert delivered("moved_choice") == []
    assert [entry["nowPlace"] for entry in list_story(as_admin, date)] == [str(kettle), str(barge)]


def test_held_orders_end_guests_are_told_and_the_waiting_list_stays(as_visitor, as_admin, date, barge):
    guest = GuestFactory(booking=BookingFactory(occurrence=date, seats=2), email="sam@example.com")
    order = create_order(as_visitor, date)

    assert relocate(as_admin, date, barge).status_code == 202
    process_date_changes()

    assert get_order(as_visitor, order)["status"] == "cancelled"
    assert "has a new place" in delivered("date_changed")[0].body
    (mail,) = delivered("guest_new_time")
    assert (mail.to[0], "New place: " in mail.subject) == (guest.email, True)
    assert "Barge, 12 Main St" in mail.body


def test_another_number_of_seats_tells_nobody_and_serves_the_waiting_list(as_visitor, as_admin, date, barge):
    for _ in range(4):
        BookingFactory(occurrence=date, seats=2)
    join(as_visitor, date, 2)
    shown = preview(as_admin, date, seats=10)
    assert (shown["people"], shown["wasSeats"], shown["nowSeats"]) == (0, 8, 10)

    assert post_date_change(as_admin, date, "move", seats=10, reason="").status_code == 202

    assert read(date)[1] == 10
    assert get_offered_seats(as_visitor) == [2]
    assert len(delivered()) == len(delivered("seats_offered")) == 1
    (entry,) = list_story(as_admin, date)
    assert (entry["kind"], entry["wasSeats"], entry["nowSeats"], entry["answerUntil"]) == ("relocated", 8, 10, None)


@pytest.mark.parametrize(("seats", "limit"), [(5, "At least 6."), (17, "At most 16.")])
def test_seats_that_are_too_few_or_more_than_the_place_has_are_refused_with_the_number(
    as_admin, date, barge, seats, limit
):
    BookingFactory(occurrence=date, seats=6)

    for body in ({"preview": True}, {}):
        answer = relocate(as_admin, date, barge, seats=seats, **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "over_capacity")
        assert answer.json()["errors"] == {"seats": [limit]}

    assert read(date) == ("Copper Kettle Brewing, 12 Dock St", 8)
    assert not DateChange.objects.exists()


def test_nothing_new_and_a_place_that_is_hidden_are_refused(as_admin, date, barge):
    assert relocate(as_admin, date, date.event.place).status_code == 409
    assert post_date_change(as_admin, date, "move", seats=0).status_code == 400
    assert post_date_change(as_admin, date, "move").status_code == 400
    barge.hidden_at = in_days(-1)
    barge.save()
    answer = relocate(as_admin, date, barge)
    assert (answer.status_code, answer.json()["errors"]) == (409, {"placeId": ["Choose another place."]})


def test_seats_by_hand_stay_and_staff_who_booked_them_are_told(as_admin, date, barge):
    booking = BookingFactory(occurrence=date, seats=2)

    relocate(as_admin, date, barge)

    assert Booking.objects.get(pk=booking.pk).status == "confirmed"
    (mail,) = delivered("dates_moved")
    assert (mail.to, "New place: " in mail.subject) == ([booking.user.email], True)


# --- The event is elsewhere, by its form ------------------------------------------------------------------------------


def relocate_by_form(client: APIClient, date: Occurrence, place: Any, **body: Any) -> Any:
    terms = {"moveBookings": True, "reason": REASON, **body}
    return save(client, date.event, placeId=place.public_id, **terms)


def preview_form(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    return json_of(act(client, date.event, "preview", **body))


def test_an_event_elsewhere_is_shown_with_whom_it_concerns_and_its_buyers_choose(
    as_visitor, as_admin, date, paid, barge
):
    Event.objects.update(refund_policy="none")
    affected = preview_form(as_admin, date, eventLocation=barge.text, moveBookings=True)["affected"]
    (shown,) = affected["dates"]
    assert (shown["kind"], shown["choice"], shown["users"], shown["wasPlace"], shown["nowPlace"]) == (
        *("relocated", True, 1, "Copper Kettle Brewing, 12 Dock St", "Barge, 12 Main St"),
    )

    answer = relocate_by_form(as_admin, date, barge, digest=affected["digest"], answerHours=24)
    assert answer.status_code == 200, answer.json()
    process_date_changes()

    assert read(date) == ("Barge, 12 Main St", 8)
    (mail,) = delivered("moved_choice")
    assert " is now at Barge: choose " in mail.subject
    assert f"Reason: {REASON}" in mail.body
    returned = post_change(as_visitor, paid, "refund", seats=3, amount=paid["totalPrice"])
    assert returned.status_code in (200, 201), returned.json()
    (entry,) = list_story(as_admin, date)
    assert (entry["kind"], entry["wasPlace"], entry["nowPlace"]) == (
        *("relocated", "Copper Kettle Brewing, 12 Dock St", "Barge, 12 Main St"),
    )
    assert list_violations() == []


def test_a_new_place_is_previewed_and_made_with_the_save(as_admin, date, paid):
    affected = preview_form(as_admin, date, eventLocation="Fermata, 3 Elm St")["affected"]
    assert affected["dates"][0]["nowPlace"] == "Fermata, 3 Elm St"
    assert not Place.objects.filter(name="Fermata").exists()

    body = {"eventLocation": "Fermata, 3 Elm St", "moveBookings": True, "digest": affected["digest"]}
    assert save(as_admin, date.event, **body).status_code == 200
    assert read(date)[0] == "Fermata, 3 Elm St"


def test_a_digest_of_another_place_is_refused(as_admin, date, paid, barge):
    other = PlaceFactory(name="Library", address="")
    digest = preview_form(as_admin, date, placeId=other.public_id)["affected"]["digest"]

    answer = relocate_by_form(as_admin, date, barge, digest=digest)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert read(date)[0] == "Copper Kettle Brewing, 12 Dock St"


def test_booked_dates_wait_for_a_decision_and_may_stay_where_they_are(as_visitor, as_admin, date, paid, barge):
    held = create_order(as_visitor, date, seats=1)
    unbooked, past = create_another_date(date), OccurrenceFactory(event=date.event, starts_at=in_days(-9))

    answer = save(as_admin, date.event, eventLocation=barge.text)
    assert (answer.status_code, answer.json()["code"]) == (409, "booked_dates")
    assert "new place" in answer.json()["message"]
    assert [row["startTime"] for row in answer.json()["bookedDates"]] == [format_utc(date.starts_at)]
    assert get_order(as_visitor, held)["status"] == "held"
    assert not DateChange.objects.exists()

    assert relocate_by_form(as_admin, date, barge, moveBookings=False).status_code == 200
    process_date_changes()

    assert [read(each)[0] for each in (date, unbooked, past)] == [
        *("Copper Kettle Brewing, 12 Dock St", "Barge, 12 Main St", "Copper Kettle Brewing, 12 Dock St"),
    ]
    assert delivered("moved_choice") == []
    (entry,) = DateChange.objects.all()
    assert (entry.kind, entry.occurrence) == ("relocated", unbooked)


def test_a_date_that_stayed_where_its_event_is_again_follows_it(as_admin, date, paid, barge):
    home = date.event.place
    assert relocate_by_form(as_admin, date, barge, moveBookings=False).status_code == 200
    assert save(as_admin, date.event, placeId=home.public_id).status_code == 200

    answer = save(as_admin, date.event, placeId=barge.public_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "booked_dates")
    assert relocate_by_form(as_admin, date, barge).status_code == 200
    assert read(date)[0] == barge.text


def test_dates_with_their_own_place_stay_and_corrections_of_a_place_tell_nobody(
    as_visitor, as_admin, date, barge, paid
):
    relocate(as_admin, date, barge, answerHours=0)
    process_date_changes()
    before = len(delivered())
    library = PlaceFactory(name="Library", address="")

    assert save(as_admin, date.event, placeId=library.public_id).status_code == 200
    body = {"name": "The Barge"}
    assert as_admin.put(f"/api/places/{barge.public_id}", body, format="json").status_code == 200
    merged = as_admin.post(f"/api/places/{barge.public_id}/merge", {"into": library.public_id}, format="json")
    assert merged.status_code == 200, merged.json()
    process_date_changes()

    assert read(date)[0] == "Library"
    assert (len(delivered()), DateChange.objects.count()) == (before, 1)


def test_an_event_that_moves_and_is_elsewhere_changes_its_dates_once(as_visitor, as_admin, date, paid, barge):
    to = in_days(9)
    times = {"startTime": format_time(to), "endTime": format_time(to + timedelta(hours=3))}

    assert relocate_by_form(as_admin, date, barge, **times).status_code == 200
    process_date_changes()

    (entry,) = list_story(as_admin, Occurrence.objects.get(pk=date.pk))
    assert (entry["kind"], entry["nowPlace"]) == ("moved", "Barge, 12 Main St")
    (mail,) = delivered("moved_choice")
    assert ", at Barge" in mail.subject
    assert "has a new time and place" in html_of(mail)


def test_a_place_with_fewer_seats_than_a_date_of_the_event_has_is_refused(as_admin, date, paid, barge):
    post_date_change(as_admin, date, "move", seats=17, reason="")

    answer = relocate_by_form(as_admin, date, barge)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["eventLocation"])
    assert "has 17 seats of its own, and Barge 16." in answer.json()["errors"]["eventLocation"][0]


def test_lists_of_dates_are_sorted_by_where_each_is(as_visitor, as_admin, date, barge):
    other = create_another_date(date)
    relocate(as_admin, other, barge)

    answer = as_visitor.get("/api/products?view=dates&sortField=eventLocation")

    assert [row["eventLocation"] for row in answer.json()["products"]] == [barge.text, str(date.event.place)]
