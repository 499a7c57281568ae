"""POST /api/products/{id}/date-changes and GET /api/date-changes/{id}."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.deadlines import end_on_full_hour
from bookings.models import Booking, WaitingEntry
from changes.services.date_changes.process_date_changes import process_date_changes
from events.formatting import format_day, format_when
from events.models import DateChange, Event, Occurrence
from orders.models import Order
from outbox.models import Outgoing
from tests.bookings.events import book, create_dates, create_series, evening, json_time, list_upcoming, save
from tests.bookings.seat_links import claim_ticket, create_token
from tests.changes.change_calls import (
    REASON,
    begin_cancel,
    buy,
    create_another_date,
    create_date,
    end_answers,
    format_time,
    get_change,
    move,
    post_date_change,
    post_restore,
)
from tests.orders.api_calls import approve_payment, create_order, format_start, pay
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered


def test_a_preview_says_whom_a_change_affects_and_changes_nothing(
    as_admin, as_visitor, as_other_visitor, other_visitor, paypal, date, paid
):
    buy(as_visitor, paypal, date, seats=1)
    buy(as_other_visitor, paypal, date, seats=2)
    create_order(as_other_visitor, date, seats=1)
    claim_ticket(create_token(as_visitor, Booking.objects.get(order_line__order__public_id=paid["_id"])))
    WaitingEntry.objects.create(occurrence=date, user=other_visitor, seats=1, at_least=1)
    emails = Outgoing.objects.count()

    answer = post_date_change(as_admin, date, preview=True, reason="")

    affected = {"people": 2, "orders": 3, "seats": 6, "money": 74.52, "guests": 1, "inside": 0, "waiting": 1}
    digest = answer.json()["digest"]
    assert (answer.status_code, answer.json()) == (200, affected | {"hasNoOtherDate": True, "digest": digest})
    create_another_date(date)
    assert post_date_change(as_admin, date, preview=True).json().items() >= affected.items()
    date.refresh_from_db()
    assert (date.status, WaitingEntry.objects.get().status) == ("scheduled", "waiting")
    assert not DateChange.objects.exists()
    assert Order.objects.filter(status="held").count() == 1
    assert Outgoing.objects.count() == emails


def test_a_date_changes_only_for_those_whom_staff_saw(as_admin, as_visitor, paypal, date, paid):
    digest = post_date_change(as_admin, date, preview=True).json()["digest"]
    buy(as_visitor, paypal, date, seats=1)

    answer = post_date_change(as_admin, date, digest=digest)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert not DateChange.objects.exists()
    digest = post_date_change(as_admin, date, preview=True).json()["digest"]
    assert post_date_change(as_admin, date, digest=digest).status_code == 202


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_a_page_left_open_while_the_date_moves_is_refused_with_its_new_time(as_admin, date, paid, kind):
    to = {"to": format_time(in_days(12))} if kind == "move" else {}
    digest = post_date_change(as_admin, date, kind, preview=True, **to).json()["digest"]
    move(as_admin, date, in_days(9))

    answer = post_date_change(as_admin, date, kind, digest=digest, **to)

    was = date.starts_at, date.ends_at
    date.refresh_from_db()
    message = f"{format_when(*was)} has moved to {format_when(date.starts_at, date.ends_at)} since you looked."
    assert (answer.status_code, answer.json()) == (409, {"message": message, "code": "changed"})
    assert DateChange.objects.count() == 1


def test_a_page_left_open_while_the_date_is_canceled_is_refused_and_says_so(as_admin, date, paid):
    digest = post_date_change(as_admin, date, preview=True).json()["digest"]
    begin_cancel(as_admin, date)

    answer = post_date_change(as_admin, date, digest=digest)

    message = f"{format_when(date.starts_at, date.ends_at)} is canceled since you looked."
    assert (answer.status_code, answer.json()) == (409, {"message": message, "code": "changed"})
    assert DateChange.objects.count() == 1


def test_a_page_left_open_does_not_change_another_date_that_moved_there(as_admin):
    date = create_date()
    other, start = create_another_date(date), date.starts_at
    digest = post_date_change(as_admin, date, preview=True).json()["digest"]
    move(as_admin, date, in_days(9))
    move(as_admin, other, start)
    other.refresh_from_db()

    assert post_date_change(as_admin, other, digest=digest).json()["code"] == "changed"

    other.refresh_from_db()
    assert other.status == "scheduled"


def test_a_page_left_open_while_the_date_gets_another_end_is_refused(as_admin, date, paid):
    to = {"to": format_time(in_days(12))}
    digest = post_date_change(as_admin, date, "move", preview=True, **to).json()["digest"]
    save(as_admin, date.event, endTime=format_time(date.ends_at + timedelta(hours=1)), moveBookings=True)

    answer = post_date_change(as_admin, date, "move", digest=digest, **to)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")


def test_the_form_left_open_while_a_booked_date_moves_is_refused(as_admin, as_visitor, paypal):
    event = create_series(as_admin, price="12.00")
    first, second, *_ = event.occurrences.order_by("starts_at")
    for date in (first, second):
        buy(as_visitor, paypal, date, seats=1)
    event.refresh_from_db()
    times = {"startTime": format_time(event.starts_at + timedelta(hours=1)), "moveBookings": True}
    digest = preview_save(as_admin, event, **times)["digest"]
    move(as_admin, second, second.starts_at + timedelta(hours=2))

    answer = save(as_admin, event, **times, digest=digest)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    first.refresh_from_db()
    assert first.starts_at == event.starts_at


def test_the_progress_of_a_change_is_counted_by_booking(as_admin, date, paid):
    change_id = begin_cancel(as_admin, date)

    change = get_change(as_admin, change_id)

    until = change.pop("answerUntil")
    assert until.startswith(f"{end_on_full_hour(in_days(3)):%Y-%m-%dT}")
    assert change == {
        "_id": change_id, "product": date.event.public_id, "startTime": format_start(date), "kind": "cancel",
        "reason": REASON, "status": "running", "total": 1, "told": 0, "kept": 0, "moved": 0, "refunded": 0,
        "undecided": 1, "failed": 0,
    }  # fmt: skip


def test_a_move_names_the_new_start_and_the_choice_ends_before_it(as_admin, date, paid):
    to = in_days(1)

    change = get_change(as_admin, move(as_admin, date, to, answerHours=168))

    assert (change["kind"], change["to"], change["answerUntil"]) == ("move", format_time(to), format_time(to))


def test_a_repeated_key_returns_the_first_change(as_admin, date, paid):
    first = post_date_change(as_admin, date, key="tap").json()

    assert post_date_change(as_admin, date, key="tap").json() == first
    other = post_date_change(as_admin, date, key="tap", reason="Another reason.")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert DateChange.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "postpone"}, "kind"),
        ({"kind": "move"}, "to"),
        ({"reason": " "}, "reason"),
        ({"answerHours": 169}, "answerHours"),
        ({"answerHours": -1}, "answerHours"),
        ({"startTime": "someday"}, "startTime"),
        ({"kind": "move", "to": "2031-01-01"}, "to"),
    ],
)
def test_a_wrong_form_is_refused_with_the_field(as_admin, date, body, field):
    answer = post_date_change(as_admin, date, **body)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.parametrize("preview", [False, True])
def test_past_unknown_and_canceled_dates_are_refused(as_admin, date, preview):
    past = OccurrenceFactory(event=date.event, starts_at=in_days(-1))
    off = OccurrenceFactory(event=date.event, starts_at=in_days(9), status="canceled")

    for start in (format_start(past), format_start(off), "2031-01-01T00:00:00Z", "2031-01-01"):
        answer = post_date_change(as_admin, date, startTime=start, preview=preview)
        assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable"), start


@pytest.mark.parametrize(("preview", "hours"), [(False, 0), (False, 2), (False, -2), (True, 0)])
def test_a_date_does_not_move_onto_another_one(as_admin, date, preview, hours):
    other = create_another_date(date)

    answer = post_date_change(as_admin, date, "move", to=format_time(in_days(14, hours=hours)), preview=preview)

    assert (answer.status_code, answer.json()["code"]) == (409, "clash")
    assert answer.json()["message"].startswith(f"This event has another date on {format_day(other.starts_at)}, ")
    date.refresh_from_db()
    assert date.starts_at == in_days(7)


def test_a_date_moves_to_the_time_of_one_that_the_series_no_longer_has_and_stays_there_when_it_is_longer(as_admin):
    event = create_series(as_admin)
    book(event, 2, status="cancelled")
    for last in (12, 25):
        pattern = {"recurringInterval": "weekly", "endDate": json_time(evening(last, 23))}
        assert save(as_admin, event, recurringPattern=pattern).status_code == 200
        if last == 12:
            move(as_admin, event.occurrences.get(starts_at=evening(10)), evening(17))

    assert list_upcoming(event) == [evening(3), evening(17), evening(24)]
    assert event.occurrences.get(starts_at=evening(17), status="scheduled").recurrence_id == evening(10)


def test_a_date_does_not_move_to_the_start_of_a_canceled_one_that_people_had_seats_on(as_admin, date):
    other = create_another_date(date)
    BookingFactory(occurrence=other, status="cancelled")
    begin_cancel(as_admin, other)

    answer = post_date_change(as_admin, date, "move", to=format_time(other.starts_at))

    assert (answer.status_code, answer.json()["code"]) == (409, "clash")


def test_a_date_moves_to_the_start_of_a_canceled_one_that_nobody_booked_and_is_the_one_meant_there(as_admin, date):
    other = create_another_date(date)
    begin_cancel(as_admin, other)
    move(as_admin, date, other.starts_at)
    date.refresh_from_db()
    begin_cancel(as_admin, date)

    assert post_restore(as_admin, date).status_code == 200
    assert [Occurrence.objects.get(pk=each.pk).status for each in (date, other)] == ["scheduled", "canceled"]


@pytest.mark.parametrize("preview", [False, True])
def test_a_date_can_change_again_while_its_buyers_choose(as_admin, date, paid, preview):
    first = move(as_admin, date, in_days(9))
    date.refresh_from_db()

    answer = post_date_change(as_admin, date, preview=preview)

    assert answer.status_code == (200 if preview else 202)
    assert get_change(as_admin, first)["undecided"] == (1 if preview else 0)


def test_a_date_that_is_off_cannot_be_restored_while_another_one_takes_place_at_its_time(as_admin, date):
    begin_cancel(as_admin, date)
    other = create_another_date(date)
    move(as_admin, other, date.starts_at + timedelta(hours=1))
    other.refresh_from_db()

    answer = post_restore(as_admin, date)

    assert (answer.status_code, answer.json()["code"]) == (409, "clash")
    begin_cancel(as_admin, other)
    assert post_restore(as_admin, date).status_code == 200


def test_a_date_that_is_off_can_be_restored_while_its_buyers_choose(as_admin, date, paid):
    change = begin_cancel(as_admin, date)
    process_date_changes()
    delivered()

    assert post_restore(as_admin, date).status_code == 200

    date.refresh_from_db()
    assert date.status == "scheduled"
    (message,) = delivered("date_back")
    assert "you can still choose your money back or keep it as a gift by" in message.body
    assert get_change(as_admin, change)["undecided"] == 1
    end_answers()
    process_date_changes()
    assert (get_change(as_admin, change)["kept"], Booking.objects.get().status) == (1, "confirmed")


@pytest.mark.parametrize(("preview", "kind"), [(False, "cancel"), (False, "move"), (True, "move"), (False, "save")])
def test_while_payments_are_in_progress_nothing_changes_and_the_orders_are_named(
    as_admin, as_visitor, as_other_visitor, paypal, date, kind, preview
):
    orders = []
    for client in (as_visitor, as_other_visitor):
        order = create_order(client, date)
        paypal_order = approve_payment(paypal, client, order)
        paypal.fault("capture", "pending")
        assert pay(client, order, paypal_order).json()["status"] == "review"
        orders.append(order)

    if kind == "save":
        times = {"startTime": format_time(in_days(9)), "endTime": format_time(in_days(9, hours=3))}
        answer = save(as_admin, date.event, **times, moveBookings=True)
    else:
        answer = post_date_change(as_admin, date, kind, to=format_time(in_days(9)), preview=preview)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_in_progress")
    for order in orders:
        assert order["number"] in answer.json()["message"]
    assert Occurrence.objects.get().starts_at == date.starts_at
    assert Occurrence.objects.get().status == "scheduled"


@pytest.fixture
def dates():
    return create_dates(EventFactory(), [2, 9, 16])


def read_canceled(client, event):
    """Return the starts and reasons of canceled dates where visitors read them: the page, the list, the calendar."""
    page = client.get(f"/api/products/{event.public_id}").json().get("canceledDates", [])
    events = client.get("/api/products?view=upcoming").json()["products"]
    calendar = client.get("/api/products/all?canceled=true").json()
    return [
        [(row["startTime"], row["reason"]) for row in page],
        [(row["startTime"], row["reason"]) for each in events for row in each.get("canceledDates", [])],
        [(row["startTime"], row["cancelReason"]) for row in calendar if "cancelReason" in row],
    ]


def test_a_canceled_date_is_shown_with_its_reason_and_in_no_list_of_dates_to_book_until_it_is_back(
    as_admin, as_anonymous, dates
):
    event, start = dates[0].event, json_time(dates[0].starts_at)
    begin_cancel(as_admin, dates[0])

    assert read_canceled(as_anonymous, event) == [[(start, REASON)]] * 3
    row = next(row for row in as_anonymous.get("/api/products/all?canceled=true").json() if "cancelReason" in row)
    assert (row["countInStock"], row["inStock"]) == (0, False)
    assert row["nextOpenStartTime"] == json_time(dates[1].starts_at)
    for path in ("/api/products/all", "/api/products?view=dates", f"/api/products/{event.public_id}"):
        answer = as_anonymous.get(path).json()
        rows = answer if isinstance(answer, list) else answer.get("products") or answer["occurrences"]
        assert [row["startTime"] for row in rows] == [json_time(date.starts_at) for date in dates[1:]], path
    end_answers()
    body = {"startTime": start}
    assert as_admin.post(f"/api/products/{event.public_id}/unsnooze", body, format="json").status_code == 200
    assert read_canceled(as_anonymous, event) == [[], [], []]


def test_canceled_dates_of_a_hidden_event_are_hidden(as_admin, as_anonymous, dates):
    begin_cancel(as_admin, dates[0])

    Event.objects.update(hidden_at=timezone.now())

    assert as_anonymous.get("/api/products/all?canceled=true").json() == []
    assert as_anonymous.get("/api/products?view=upcoming").json()["products"] == []
    assert "canceledDates" not in as_admin.get(f"/api/products/{dates[0].event.public_id}").json()


# --- Saving the event's form -----------------------------------------------------------------------------------------


def preview_save(client, event, **form):
    return client.post(f"/api/products/{event.public_id}/preview", form, format="json").json()["affected"]


def test_a_form_says_whom_it_would_concern_and_saves_only_what_was_shown(
    as_admin, as_visitor, as_other_visitor, other_visitor, paypal, date, paid
):
    claim_ticket(create_token(as_visitor, Booking.objects.get()))
    WaitingEntry.objects.create(occurrence=date, user=other_visitor, seats=1, at_least=1)
    times = {"startTime": format_time(in_days(9)), "endTime": format_time(in_days(9, hours=3))}

    affected = preview_save(as_admin, date.event, **times)

    numbers = {"users": 1, "orders": 1, "seats": 3, "money": 37.26, "guests": 1, "waiting": 1, "inside": 0}
    (row,) = affected["dates"]
    assert row == numbers | {
        "startTime": format_start(date),
        "newStartTime": times["startTime"],
        "newEndTime": times["endTime"],
        "kind": "moved",
        "choice": True,
    }
    assert affected == numbers | {"dates": [row], "digest": affected["digest"]}
    assert preview_save(as_admin, date.event, **times, moveBookings=True) == affected
    assert preview_save(as_admin, date.event, **times, moveBookings=False) is None
    assert preview_save(as_admin, date.event, name="Renamed") is None
    (longer,) = preview_save(as_admin, date.event, endTime=format_time(in_days(7, hours=5)))["dates"]
    assert (longer["kind"], longer["choice"]) == ("end", False)

    buy(as_other_visitor, paypal, date, seats=1)
    answer = save(as_admin, date.event, **times, moveBookings=True, digest=affected["digest"])
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    date.refresh_from_db()
    assert date.starts_at == in_days(7)
    digest = preview_save(as_admin, date.event, **times)["digest"]
    assert save(as_admin, date.event, **times, moveBookings=True, digest=digest).status_code == 200


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_staff_see_later_whose_seats_by_hand_a_change_was_about(as_admin, admin, date, kind):
    BookingFactory(occurrence=date, user=admin, seats=2, kind="by_hand")
    BookingFactory(occurrence=date, user=admin, seats=1, kind="by_hand", status="cancelled")

    change = post_date_change(as_admin, date, kind, to=format_time(in_days(9))).json()
    BookingFactory(occurrence=date, user=admin, seats=4, kind="by_hand")

    assert [seats["seats"] for seats in get_change(as_admin, change["_id"])["byHand"]] == [2]


def test_a_date_that_is_back_has_no_progress(as_admin, date):
    begin_cancel(as_admin, date)
    post_restore(as_admin, date)

    restored = date.history.latest("pk")

    assert as_admin.get(f"/api/date-changes/{restored.public_id}").status_code == 404
