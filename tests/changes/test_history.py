"""The journal of dates: whatever changes a date writes down what happened, and nothing else changes dates."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError, QuerySet
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from bookings.deadlines import end_on_full_hour
from bookings.models import Booking
from changes.services.change_booking import move_booking
from changes.services.keep_wall_times import keep_wall_times
from events.datetimes import format_utc
from events.journal import STATUSES, Kind
from events.models import DateChange, Event, Occurrence
from events.recurrence import Span
from orders.models import Order
from tests.bookings.events import act, book, cancel_date, create_event, create_series, evening, json_time, save
from tests.changes.change_calls import buy, create_another_date, create_date, move, post_date_change
from tests.orders.consistency import check_books, get_only_violation
from tests.support.factories import OccurrenceFactory, in_days

LATER = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}


def list_kinds(date: Occurrence) -> list[tuple[str, str]]:
    return [(entry.kind, entry.source) for entry in date.history.all()]


def test_the_dialog_writes_who_changed_a_date_why_and_until_when_buyers_choose(
    as_admin: APIClient, admin: Any, as_visitor: APIClient
) -> None:
    date = book(create_series(as_admin), 0).occurrence
    was = Span(date.starts_at, date.ends_at)

    move(as_admin, date, evening(4), reason="A wedding.", answerHours=24)

    (entry,) = date.history.all()
    assert (entry.kind, entry.source, entry.by, entry.reason) == ("moved", "dialog", admin, "A wedding.")
    assert (entry.was_start, entry.was_end) == (was.starts_at, was.ends_at)
    assert (entry.now_start, entry.now_end) == (evening(4), evening(4, 22))
    assert entry.answer_until == end_on_full_hour(entry.at + timedelta(hours=24))


def test_a_date_stays_while_a_choice_is_about_it(
    as_admin: APIClient, admin: Any, as_visitor: APIClient, paypal: Any
) -> None:
    date = create_date()
    buy(as_visitor, paypal, date)
    booking = Booking.objects.get().public_id
    move(as_admin, date, in_days(9))
    to = format_utc(create_another_date(date).starts_at)
    move_booking(order_id=Order.objects.get().pk, booking=booking, to=to, reason="As agreed.", by=admin)

    with pytest.raises(ProtectedError):
        Occurrence.objects.filter(pk=date.pk).delete()


def test_a_saved_event_writes_what_happened_to_each_of_its_dates(as_admin: APIClient, admin: Any) -> None:
    event = create_series(as_admin)
    date = book(event, 0).occurrence

    save(as_admin, event, **LATER, moveBookings=True)
    save(as_admin, event, endTime=json_time(evening(3, 21)), moveBookings=True)

    assert list_kinds(date) == [("moved", "form")] * 2
    assert {entry.by for entry in DateChange.objects.all()} == {admin}
    assert date.history.latest("pk").now_end == evening(3, 21)
    assert check_books() == (0, [])


def test_each_date_of_a_saved_event_has_its_own_time_to_answer(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    soon, late = book(event, 0).occurrence, book(event, 1).occurrence

    save(as_admin, event, **LATER, moveBookings=True, answerHours=168)

    assert soon.history.get().answer_until == soon.history.get().now_start
    assert late.history.get().answer_until == end_on_full_hour(late.history.get().at + timedelta(hours=168))


def test_a_date_that_is_canceled_and_brought_back_says_both(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    date = event.occurrences.earliest("starts_at")

    act(as_admin, event, "snooze", startTime=format_utc(date.starts_at), reason="Flooded.")
    act(as_admin, event, "unsnooze", startTime=format_utc(date.starts_at))

    assert list_kinds(date) == [("canceled", "dialog"), ("restored", "dialog")]
    assert [entry.reason for entry in date.history.all()] == ["Flooded.", ""]


def test_visitors_read_why_a_date_was_canceled_the_last_time(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_series(as_admin)
    date = event.occurrences.earliest("starts_at")
    when = {"startTime": format_utc(date.starts_at)}

    def read_reasons() -> list[str]:
        shown = as_anonymous.get(f"/api/products/{event.public_id}").json()
        return [each["reason"] for each in shown.get("canceledDates", [])]

    read = []
    for reason in ("Flooded.", "A wedding.", None):
        act(as_admin, event, "snooze", **when, reason=reason)
        read.append(read_reasons())
        act(as_admin, event, "unsnooze", **when)
        assert read_reasons() == []

    assert read == [["Flooded."], ["A wedding."], []], "without a reason, visitors aren't told"


def test_reasons_of_many_dates_take_no_further_queries(as_anonymous: APIClient) -> None:
    paths = ("/api/products/all?canceled=true", "/api/products?view=upcoming")
    events = [OccurrenceFactory().event for _ in range(2)]

    def count() -> list[int]:
        found = []
        for path in paths:
            with CaptureQueriesContext(connection) as queries:
                assert as_anonymous.get(path).status_code == 200
            found.append(len(queries))
        return found

    for event in events:
        cancel_date(OccurrenceFactory(event=event, starts_at=in_days(9)))
    with_few = count()
    for event in events:
        for day in (10, 11, 12):
            cancel_date(OccurrenceFactory(event=event, starts_at=in_days(day)))
    assert count() == with_few


def test_new_rules_of_the_time_zone_are_a_move_by_the_shop(db: None, settings: Any) -> None:
    date = OccurrenceFactory()
    keep_wall_times()
    settings.SHOP_TIME_ZONE = "America/New_York"

    keep_wall_times()

    entry = date.history.get()
    assert (entry.kind, entry.source, entry.by) == ("moved", "rule", None)
    assert entry.was_start - entry.now_start == timedelta(hours=3)


def test_what_happened_can_neither_be_changed_nor_deleted_while_the_date_exists(db: None) -> None:
    date = OccurrenceFactory()
    cancel_date(date)

    for write in (date.history.all().delete, lambda: date.history.update(reason="Another one.")):
        with pytest.raises(IntegrityError), transaction.atomic():
            write()

    assert date.history.count() == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL doesn't replace rows")
def test_what_happened_is_not_replaced(db: None) -> None:
    cancel_date(OccurrenceFactory())

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT OR REPLACE INTO events_datechange SELECT * FROM events_datechange")


def test_an_event_whose_dates_have_a_history_can_be_deleted(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    move(as_admin, event.occurrences.get(), evening(5))
    others = OccurrenceFactory()
    cancel_date(others)

    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 200

    assert set(DateChange.objects.values_list("occurrence", flat=True)) == {others.pk}


def test_the_consistency_check_finds_a_date_that_changed_without_a_word(db: None) -> None:
    date = OccurrenceFactory()
    cancel_date(date)
    assert check_books() == (0, [])

    Occurrence.objects.update(starts_at=in_days(7, hours=1))
    date.refresh_from_db()  # an hour later may be another day
    assert get_only_violation(check_books()) == f"{date}: it is at another time than its history says."

    Occurrence.objects.update(starts_at=in_days(7), seats=30)
    said = DateChange.objects.get().now_seats
    assert get_only_violation(check_books()) == f"{date}: it has 30 seats of its own, and by its history {said}."

    Occurrence.objects.update(seats=None, status="scheduled")
    assert get_only_violation(check_books()) == f"{date}: it is scheduled, and by its history it is canceled."
    Occurrence.objects.update(status="canceled")

    untold = OccurrenceFactory()
    Occurrence.objects.filter(pk=untold.pk).update(status="canceled")
    assert get_only_violation(check_books()) == f"{untold}: it is canceled, and by its history it is scheduled."
    untold.delete()


# --- A generated walk: what happened, from the start, gives exactly what is -------------------------------------------


class State(NamedTuple):
    starts_at: Any
    ends_at: Any
    status: str


def read_states(dates: QuerySet[Occurrence]) -> dict[int, State]:
    return {date.pk: State(date.starts_at, date.ends_at, date.status) for date in dates}


def fold(first: State, entries: list[DateChange]) -> State:
    """Return what a date is after all that happened. Each entry begins where the one before it ended."""
    state = first
    for entry in entries:
        assert (entry.was_start, entry.was_end) == state[:2]
        state = State(entry.now_start, entry.now_end, STATUSES.get(Kind(entry.kind), state.status))
    return state


def change_something(client: APIClient, event: Event, rng: random.Random) -> Any:
    """Change the event or one of its dates, perhaps in a way that is refused."""
    date, day, hour = rng.choice(list(event.occurrences.all())), rng.randint(2, 24), rng.randint(17, 20)
    times = {"startTime": json_time(evening(3, hour)), "endTime": json_time(evening(3, hour + rng.randint(1, 3)))}
    rule = {"recurringInterval": rng.choice(["daily", "weekly"]), "endDate": json_time(evening(day, 23))}
    when = {"startTime": format_utc(date.starts_at)}
    steps: list[Callable[[], Any]] = [
        lambda: save(client, event, **times, moveBookings=rng.choice([True, False])),
        lambda: save(client, event, recurringPattern=rule, isRecurring=True, moveBookings=True),
        lambda: save(client, event, isRecurring=rng.choice([True, False]), moveBookings=True),
        lambda: post_date_change(client, date, "move", to=format_utc(evening(day, hour)), answerHours=0),
        lambda: post_date_change(client, date, "cancel", answerHours=0),
        lambda: act(client, event, "snooze", **when, reason="Flooded."),
        lambda: act(client, event, "unsnooze", **when),
        lambda: act(client, event, rng.choice(["archive", "restore"])),
    ]
    return rng.choice(steps)()


@pytest.mark.parametrize("seed", range(8))
def test_what_happened_to_each_date_gives_exactly_what_it_is(as_admin: APIClient, seed: int) -> None:
    event = create_series(as_admin)
    for number in range(2):
        book(event, number)
    first = read_states(event.occurrences.all())
    rng = random.Random(seed)
    for _ in range(30):
        assert change_something(as_admin, event, rng).status_code < 500
        now = read_states(event.occurrences.all())
        first |= {pk: state for pk, state in now.items() if pk not in first}
        for date in event.occurrences.all():
            assert fold(first[date.pk], list(date.history.all())) == now[date.pk]
    assert DateChange.objects.exists()
    assert check_books() == (0, [])
