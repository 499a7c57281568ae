"""What staff read about a date: who changed it, why, and what those who had booked chose."""

from typing import Any

from rest_framework.test import APIClient

from changes.services.date_changes.process_date_changes import process_date_changes
from events.datetimes import format_utc
from events.models import Occurrence
from tests.bookings.events import act, create_event, evening, json_time, save
from tests.changes.change_calls import (
    REASON,
    buy,
    cancel_and_refund,
    create_date,
    get_options,
    move,
    post_change,
    post_date_change,
)
from tests.orders.consistency import check_books
from tests.support.answers import json_of
from tests.support.factories import in_days


def read_story(client: APIClient, date: Occurrence) -> Any:
    """Return what happened to the date, wherever it is now."""
    date.refresh_from_db()
    path = f"/api/products/{date.event.public_id}/story"
    return json_of(client.get(path, {"when": format_utc(date.starts_at)}))


def test_a_date_that_never_changed_has_no_story(as_admin: APIClient) -> None:
    assert read_story(as_admin, create_date()) == []


def test_the_story_says_who_moved_a_date_why_and_what_buyers_answered(
    as_admin: APIClient, admin: Any, as_visitor: APIClient, as_other_visitor: APIClient, paypal: Any
) -> None:
    date = create_date()
    paid = buy(as_visitor, paypal, date)
    buy(as_other_visitor, paypal, date)
    before = (format_utc(date.starts_at), format_utc(date.ends_at))

    move(as_admin, date, in_days(9), reason="A wedding.", answerHours=24)
    process_date_changes()
    (options,) = get_options(as_visitor, paid)
    assert post_change(as_visitor, paid, "refund", seats=3, amount=options["refund"]["amounts"][2]).status_code == 201

    (entry,) = read_story(as_admin, date)
    date.refresh_from_db()
    assert (entry["kind"], entry["source"], entry["by"], entry["reason"]) == (
        *("moved", "dialog", admin.get_full_name(), "A wedding."),
    )
    assert (entry["wasStart"], entry["wasEnd"]) == before
    assert (entry["nowStart"], entry["nowEnd"]) == (format_utc(date.starts_at), format_utc(date.ends_at))
    assert entry["answerUntil"] == format_utc(date.history.get().answer_until)
    told = {"total": 2, "told": 2, "atNewTime": 0, "moved": 0, "refunded": 1, "undecided": 1, "failed": 0}
    assert entry["answers"] == told


def test_the_newest_comes_first_and_each_has_its_own_answers(
    as_admin: APIClient, as_visitor: APIClient, paypal: Any
) -> None:
    date = create_date()
    buy(as_visitor, paypal, date)

    move(as_admin, date, in_days(9), answerHours=0)
    process_date_changes()
    date.refresh_from_db()
    assert post_date_change(as_admin, date, "cancel", answerHours=24).status_code == 202
    process_date_changes()

    story = read_story(as_admin, date)
    assert [entry["kind"] for entry in story] == ["canceled", "moved"]
    assert [entry["answers"]["undecided"] for entry in story] == [1, 0]
    assert story[1]["answerUntil"] is None


def test_staff_who_end_a_choice_are_in_the_story_with_their_own_reason_and_answers(
    as_admin: APIClient, as_visitor: APIClient, paypal: Any
) -> None:
    date = create_date()
    buy(as_visitor, paypal, date)
    assert post_date_change(as_admin, date, "cancel", answerHours=24).status_code == 202
    process_date_changes()

    cancel_and_refund(as_admin, date, reason="The brewery burned down.")

    again, first = read_story(as_admin, date)
    assert [(entry["kind"], entry["reason"]) for entry in (again, first)] == [
        ("canceled", "The brewery burned down."),
        ("canceled", REASON),
    ]
    assert (again["answerUntil"], first["answerUntil"] is None) == (None, False)
    assert [entry["answers"]["refunded"] for entry in (again, first)] == [1, 1]
    assert check_books() == (0, [])


def test_a_saved_event_is_in_the_story_of_a_date_that_nobody_booked(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    save(as_admin, event, endTime=json_time(evening(3, 23)))
    act(as_admin, event, "snooze", startTime=json_time(evening(3)), reason="Flooded.")

    story = read_story(as_admin, event.occurrences.get())

    assert [(entry["kind"], entry["source"], entry["answers"]) for entry in story] == [
        ("canceled", "dialog", None),
        ("moved", "form", None),
    ]
    assert story[1]["wasStart"] == story[1]["nowStart"]


def test_a_time_at_which_the_event_has_no_date_has_no_story(as_admin: APIClient) -> None:
    path = f"/api/products/{create_date().event.public_id}/story"

    assert as_admin.get(path, {"when": "2020-01-01T12:00:00Z"}).status_code == 404
    assert [as_admin.get(path, query).status_code for query in ({}, {"when": "soon"})] == [400, 400]


def test_the_story_takes_as_many_queries_however_long_it_is(
    as_admin: APIClient, django_assert_max_num_queries: Any
) -> None:
    date = create_date()
    for day in range(8, 12):
        move(as_admin, date, in_days(day))
        date.refresh_from_db()

    with django_assert_max_num_queries(8):
        assert len(read_story(as_admin, date)) == 4
