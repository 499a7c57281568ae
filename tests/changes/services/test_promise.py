"""What everybody on a date gets when it changes: the table of `change_dates`.

The dialog of a date and the event's form are asked for the same changes here, and have to do the same.
"""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.deadlines import end_on_full_hour
from bookings.models import Booking, WaitingEntry
from bookings.services.offers import get_offer_end
from changes.models import Entitlement
from changes.selectors.date_changes import get_progress
from changes.services.date_changes.process_date_changes import process_date_changes
from events.models import DateChange
from outbox.models import Outgoing
from tests.bookings.events import create_series, json_time, save
from tests.changes.change_calls import (
    REASON,
    begin_cancel,
    buy,
    cancel_and_refund,
    count_outcomes,
    create_date,
    end_answers,
    format_time,
    get_options,
    move,
    post_change,
    post_date_change,
    post_restore,
)
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, get_order
from tests.orders.event_dates import read_calendar
from tests.orders.waiting_lists import free_seats, get_offered_seats, get_places, join
from tests.payments.refund_calls import list_refunded_amounts
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, GuestFactory, PlaceFactory, UserFactory, in_days
from tests.support.messages import delivered, html_of

HOUR = timedelta(hours=1)


def move_by_form(client, date, to, **terms):
    times = {"startTime": format_time(to), "endTime": format_time(to + 3 * HOUR)}
    json_of(save(client, date.event, **times, moveBookings=True, **{"reason": REASON, **terms}))


def relocate_by_form(client, date, to, **terms):
    """Save the event at a place of its own for each time to which others would move it."""
    place = f"Hall of {to:%B %-d}"
    json_of(save(client, date.event, eventLocation=place, moveBookings=True, **{"reason": REASON, **terms}))


def change_and_tell(client, change):
    """Return a function that changes a date, and tells its buyers."""

    def change_date(date, to, **terms):
        date.refresh_from_db()
        change(client, date, to, **terms)
        process_date_changes()
        date.refresh_from_db()

    return change_date


@pytest.fixture(params=[move, move_by_form, relocate_by_form], ids=["dialog", "form", "form to another place"])
def move_date(request, as_admin):
    return change_and_tell(as_admin, request.param)


@pytest.fixture(params=[move, move_by_form], ids=["dialog", "form"])
def move_start(request, as_admin):
    return change_and_tell(as_admin, request.param)


@pytest.fixture
def date():
    """A date of which nothing can be refunded by its policy."""
    return create_date(event__maximum_event_capacity=8, event__refund_policy="none")


def list_sent(*kinds):
    """Return the kinds and readers of the emails sent so far, of these kinds only if there are any."""
    delivered()
    sent = Outgoing.objects.filter(sent_at__isnull=False).order_by("pk")
    return [(mail.kind, mail.to) for mail in sent if not kinds or mail.kind in kinds]


# --- The date starts at another time ----------------------------------------------------------------------------------


def test_buyers_may_have_all_their_money_back_whatever_the_policy_says(move_date, as_visitor, paypal, date, paid):
    move_date(date, in_days(9), answerHours=24)

    (options,) = get_options(as_visitor, paid)
    assert options["dateChange"]["kind"] == "move"
    assert options["dateChange"]["reason"] == REASON
    until = Entitlement.objects.get().until
    assert timedelta(hours=23) < until - timezone.now() <= timedelta(hours=25)
    assert list_sent("moved_choice") == [("moved_choice", "ana@example.com")]
    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201
    assert list_refunded_amounts(paypal) == ["37.26"]


def test_buyers_who_don_t_answer_keep_their_seats(move_date, as_visitor, paypal, date, paid):
    move_date(date, in_days(9))
    end_answers()
    process_date_changes()

    assert Entitlement.objects.get().outcome == "kept"
    assert (get_order(as_visitor, paid)["status"], paypal.refunds()) == ("paid", [])
    assert get_progress(DateChange.objects.get()).status == "done"


def test_held_seats_end_and_their_buyers_are_told(move_date, as_visitor, date):
    held = create_order(as_visitor, date)

    move_date(date, in_days(9))

    assert get_order(as_visitor, held)["status"] == "cancelled"
    assert list_sent() == [("date_changed", "ana@example.com")]


@pytest.fixture
def full(as_visitor, as_other_visitor, as_admin):
    """A full date, where one waits who has an offer, and one who hasn't."""
    date = create_date(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=1)
    BookingFactory(occurrence=date, seats=1)
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    delivered()
    return date


def test_the_waiting_list_stays_and_its_people_are_told_once_with_a_link_to_leave(
    move_date, as_visitor, as_other_visitor, as_anonymous, full
):
    before = len(delivered())

    move_date(full, in_days(9))

    places = [get_places(client)[0] for client in (as_visitor, as_other_visitor)]
    assert [place["status"] for place in places] == ["offered", "waiting"]
    told = {message.to[0]: message for message in delivered()[before:]}
    assert len(delivered()) == before + 3  # and who has the other seat
    for entry in WaitingEntry.objects.select_related("user"):
        message = told[entry.user.email]
        assert f"leave-waiting-list#{entry.leave_token}" in message.body
        assert REASON in message.body
    token = WaitingEntry.objects.get(status="waiting").leave_token
    assert as_anonymous.post("/api/waiting/leave", {"token": token}, format="json").status_code == 200
    assert get_places(as_other_visitor)[0]["status"] == "left"


def test_the_time_to_answer_an_offer_starts_again(move_date, as_visitor, full):
    WaitingEntry.objects.filter(status="offered").update(offered_until=timezone.now() + timedelta(minutes=5))
    Booking.objects.filter(kind="offer").update(held_until=timezone.now() + timedelta(minutes=5))

    move_date(full, in_days(9))

    entry, until = WaitingEntry.objects.get(status="offered"), get_offer_end(full, timezone.now())
    assert entry.offered_until == Booking.objects.get(kind="offer").held_until == until
    assert get_offered_seats(as_visitor) == [1]


def test_who_held_an_offer_s_seats_is_offered_them_again(move_date, as_visitor, full):
    create_order(as_visitor, full, seats=1)

    move_date(full, in_days(9))

    assert get_offered_seats(as_visitor) == [1]


def test_seats_by_hand_stay_and_they_and_friends_are_told(move_date, as_visitor, paypal, admin, date, paid):
    by_hand = BookingFactory(occurrence=date, user=admin, seats=2)
    GuestFactory(booking=by_hand, email="kim@example.com")
    GuestFactory(booking=Booking.objects.get(order_line__isnull=False), email="sam@example.com")
    delivered()

    move_date(date, in_days(9))

    by_hand.refresh_from_db()
    assert by_hand.status == "confirmed"
    assert sorted(list_sent("dates_moved", "guest_new_time", "moved_choice")) == [
        ("dates_moved", admin.email),
        ("guest_new_time", "kim@example.com"),
        ("guest_new_time", "sam@example.com"),
        ("moved_choice", "ana@example.com"),
    ]


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_as_many_people_are_told_as_staff_were_shown(as_admin, as_other_visitor, admin, date, paid, kind):
    create_order(as_other_visitor, date, seats=1)
    BookingFactory(occurrence=date, user=admin, seats=1, kind="by_hand")
    offer = {"occurrence": date, "user": UserFactory(), "seats": 1}
    entry = WaitingEntry.objects.create(**offer, at_least=1, status="offered", offered_until=in_days(1))
    BookingFactory(**offer, kind="offer", status="pending", held_until=in_days(1), waiting_entry=entry)
    BookingFactory(occurrence=date, seats=1, user=UserFactory(email="gone@deleted.invalid"))
    WaitingEntry.objects.create(occurrence=date, user=UserFactory(is_active=False), seats=1, at_least=1)
    to = {"to": format_time(in_days(9))} if kind == "move" else {}
    shown = json_of(post_date_change(as_admin, date, kind, preview=True, **to))

    assert (shown["people"], shown["waiting"]) == (3, 1)
    before = len(delivered())
    post_date_change(as_admin, date, kind, digest=shown["digest"], **to)
    process_date_changes()

    assert len({message.to[0] for message in delivered()[before:]}) == 3 + 1


def test_all_dates_of_a_form_move_in_one_save(as_admin, as_visitor, as_other_visitor, paypal):
    event = create_series(as_admin, price="12.00")
    first, second, third, *_ = event.occurrences.order_by("starts_at")
    paid, other = buy(as_visitor, paypal, first, seats=1), buy(as_other_visitor, paypal, second, seats=2)
    event.refresh_from_db()
    times = {"startTime": json_time(event.starts_at + HOUR), "endTime": json_time(event.ends_at + HOUR)}

    assert save(as_admin, event, **times, moveBookings=True, reason=REASON).status_code == 200
    process_date_changes()

    for client, order in ((as_visitor, paid), (as_other_visitor, other)):
        assert get_options(client, order)[0]["dateChange"]["reason"] == REASON
    assert set(list_sent("moved_choice")) == {
        ("moved_choice", "ana@example.com"),
        ("moved_choice", "ben@example.com"),
    }
    third.refresh_from_db()
    assert get_progress(third.history.get()).status == "done"


def test_who_has_tickets_of_several_dates_that_move_together_reads_of_all_choices_in_one_email(
    as_admin, as_visitor, as_other_visitor, paypal
):
    event = create_series(as_admin, price="12.00")
    first, second, *_ = event.occurrences.order_by("starts_at")
    orders = [buy(as_visitor, paypal, date, seats=1) for date in (first, second)]
    buy(as_other_visitor, paypal, second, seats=1)
    delivered()
    event.refresh_from_db()
    times = {"startTime": json_time(event.starts_at + HOUR), "endTime": json_time(event.ends_at + HOUR)}

    assert save(as_admin, event, **times, moveBookings=True, reason=REASON).status_code == 200
    process_date_changes()

    assert list_sent("moved_choice") == [("moved_choice", "ana@example.com"), ("moved_choice", "ben@example.com")]
    message = next(each for each in delivered("moved_choice") if each.to == ["ana@example.com"])
    assert message.subject.startswith("2 dates of Draft move: choose another date or your money back")
    for body in (message.body, html_of(message)):
        assert [body.count(f"/order/{order['_id']}") for order in orders] == [1, 1]
        assert [body.count(order["number"]) for order in orders] == [1, 1]
        assert body.count("by ") == body.count("Was: ") == 2
        assert "without an answer you keep your seats" in body
    starts = sorted(entry.start for entry in read_calendar(message)[0])
    assert starts == [date.starts_at + HOUR for date in (first, second)]


def test_of_several_choices_in_one_email_those_that_ended_or_changed_again_are_left_out(as_admin, as_visitor, paypal):
    event = create_series(as_admin, price="12.00")
    dates = list(event.occurrences.order_by("starts_at")[:3])
    orders = [buy(as_visitor, paypal, date, seats=1) for date in dates]
    event.refresh_from_db()
    times = {"startTime": json_time(event.starts_at + HOUR), "endTime": json_time(event.ends_at + HOUR)}
    save(as_admin, event, **times, moveBookings=True, reason=REASON)
    process_date_changes()

    post_change(as_visitor, orders[0], "refund", amount="13.80")
    dates[1].refresh_from_db()
    begin_cancel(as_admin, dates[1])
    process_date_changes()

    assert sorted(kind for kind, _ in list_sent("moved_choice", "canceled_choice")) == [
        "canceled_choice",
        "moved_choice",
    ]
    (message,) = delivered("moved_choice")
    assert f"/order/{orders[2]['_id']}" in message.body
    assert not any(order["number"] in message.body for order in orders[:2])


def test_who_has_no_choice_on_several_dates_of_an_event_reads_of_all_of_them_in_one_email(as_admin, admin):
    events = [create_series(as_admin, name=name) for name in ("Draft", "Bingo")]
    for event in events:
        for date in event.occurrences.order_by("starts_at")[:3]:
            BookingFactory(occurrence=date, user=admin, seats=1, kind="by_hand")

    for event in events:
        event.refresh_from_db()
        times = {"startTime": json_time(event.starts_at + HOUR), "endTime": json_time(event.ends_at + HOUR)}
        assert save(as_admin, event, **times, moveBookings=True, reason=REASON).status_code == 200

    told = [(message.subject.split(" – ")[0], message.body.count("Now: ")) for message in delivered("dates_moved")]
    assert sorted(told) == [("New time: Bingo", 3), ("New time: Draft", 3)]


def list_new_settings(event):
    """Return other times and another place of an event, by the fields of its form."""
    times = {"startTime": json_time(event.starts_at + HOUR), "endTime": json_time(event.ends_at + HOUR)}
    return times | {"eventLocation": PlaceFactory(name=f"Barge {event.pk}").text}


@pytest.mark.parametrize("moved", [("startTime", "endTime"), ("endTime",), ("eventLocation",)])
def test_saving_a_series_that_nobody_is_on_takes_as_many_queries_however_many_its_dates(as_admin, moved):
    counts = []
    for until in (25, 200):
        event = create_series(as_admin, until=until)
        times = list_new_settings(event)
        with CaptureQueriesContext(connection) as queries:
            assert save(as_admin, event, **{name: times[name] for name in moved}).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("moved", [("startTime", "endTime"), ("endTime",), ("eventLocation",)])
def test_saving_a_series_takes_as_many_queries_however_many_of_its_dates_a_buyer_is_on(as_admin, as_visitor, moved):
    counts = []
    for booked in (2, 8):
        event = create_series(as_admin, until=80, price="0")
        for date in event.occurrences.order_by("starts_at")[:booked]:
            create_order(as_visitor, date, seats=1)
        event.refresh_from_db()
        times = list_new_settings(event)
        delivered()
        with CaptureQueriesContext(connection) as queries:
            saved = save(as_admin, event, **{name: times[name] for name in moved}, moveBookings=True, reason=REASON)
        assert saved.status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


# --- Only the end changes ---------------------------------------------------------------------------------------------


def test_of_another_end_everybody_is_told_without_a_choice_and_holds_and_lists_stay(
    as_admin, as_visitor, as_other_visitor, paypal, date, paid
):
    held = create_order(as_other_visitor, date, seats=5)
    entry = WaitingEntry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1)
    delivered()

    saved = save(as_admin, date.event, endTime=format_time(date.ends_at + HOUR), moveBookings=True)
    assert saved.status_code == 200
    process_date_changes()

    assert sorted(list_sent("dates_moved", "moved_choice", "waiting_date_moved")) == [
        ("dates_moved", "ana@example.com"),
        ("dates_moved", "ben@example.com"),
    ]
    assert "dateChange" not in get_options(as_visitor, paid)[0]
    assert get_order(as_other_visitor, held)["status"] == "held"
    entry.refresh_from_db()
    assert entry.status == "waiting"


# --- The date is canceled ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [False, True])
def test_of_a_canceled_date_silence_refunds_and_everything_else_ends(
    as_admin, as_visitor, as_other_visitor, paypal, admin, date, paid, at_once
):
    held = create_order(as_other_visitor, date, seats=1)
    by_hand = BookingFactory(occurrence=date, user=admin, seats=2)
    phone = BookingFactory(occurrence=date, kind="allotment", status="pending", held_until=in_days(8))
    entry = WaitingEntry.objects.create(occurrence=date, user=UserFactory(email="eve@example.com"), seats=1, at_least=1)

    (cancel_and_refund if at_once else begin_cancel)(as_admin, date)
    process_date_changes()
    assert bool(get_options(as_visitor, paid)) is not at_once
    delivered()
    end_answers()
    process_date_changes()

    assert get_order(as_visitor, paid)["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["37.26"]
    for row in (by_hand, phone, entry):
        row.refresh_from_db()
    assert get_order(as_other_visitor, held)["status"] == "cancelled"
    assert (by_hand.status, phone.status, entry.status) == ("cancelled", "cancelled", "ended")
    told = "date_canceled" if at_once else "canceled_choice"
    assert {("date_canceled", admin.email), (told, "ana@example.com")} <= set(list_sent())
    assert {("date_changed", "ben@example.com"), ("date_changed", "eve@example.com")} <= set(list_sent())


# --- It changes again while people answer -----------------------------------------------------------------------------


def test_a_choice_is_of_the_newest_change_and_its_time_starts_again(move_date, as_visitor, as_admin, date, paid):
    move_date(date, in_days(9), answerHours=1)
    first = DateChange.objects.get()
    delivered()

    move_date(date, in_days(11), answerHours=72, reason="Another room.")

    (options,) = get_options(as_visitor, paid)
    assert options["dateChange"]["reason"] == "Another room."
    assert Entitlement.objects.get(outcome="undecided").until - timezone.now() > timedelta(hours=71)
    assert count_outcomes(as_admin, first.public_id) == {}
    assert [get_progress(change).status for change in DateChange.objects.all()] == ["done", "running"]
    assert "Another room." in delivered("moved_choice")[1].body


@pytest.mark.parametrize("is_posted", [False, True])
def test_nobody_is_told_of_the_change_in_between(as_admin, as_visitor, date, paid, is_posted):
    GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
    delivered()
    start = date.starts_at
    move(as_admin, date, in_days(9))
    if is_posted:
        process_date_changes()
    date.refresh_from_db()
    move(as_admin, date, in_days(11))
    process_date_changes()

    assert sorted(list_sent("moved_choice", "guest_new_time", "dates_moved")) == [
        ("guest_new_time", "sam@example.com"),
        ("moved_choice", "ana@example.com"),
    ]
    (message,) = delivered("moved_choice")
    date.refresh_from_db()
    assert f"{start.astimezone():%a, %b} " in message.subject
    assert in_days(9).astimezone().strftime("%b %-d,") not in message.body
    assert Entitlement.objects.filter(outcome="undecided").count() == 1


@pytest.mark.parametrize("is_posted", [False, True])
def test_of_a_date_that_is_back_before_anybody_heard_nobody_is_told_and_nothing_is_to_choose(
    move_start, as_admin, as_visitor, date, paid, is_posted
):
    GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
    before = len(delivered())
    start = date.starts_at
    move(as_admin, date, in_days(9))
    if is_posted:
        process_date_changes()

    move_start(date, start)

    assert len(delivered()) == before
    assert "dateChange" not in get_options(as_visitor, paid)[0]
    assert not Entitlement.objects.filter(outcome="undecided").exists()


def test_a_promised_choice_outlives_a_move_there_and_back(move_date, as_visitor, date, paid):
    move_date(date, in_days(9))
    before = len(delivered())

    for to in (in_days(11), in_days(9)):
        move_date(date, to)

    assert len(delivered()) == before
    assert "dateChange" in get_options(as_visitor, paid)[0]


def test_staff_who_give_no_time_to_answer_end_no_choice(as_admin, as_visitor, date, paid):
    move(as_admin, date, in_days(9))
    date.refresh_from_db()
    until = Entitlement.objects.get().until

    move(as_admin, date, in_days(11), answerHours=0)

    assert Entitlement.objects.get(outcome="undecided").until == until


def test_a_date_that_moves_and_is_canceled_gives_one_choice(move_date, as_admin, as_visitor, date, paid):
    move_date(date, in_days(9))

    begin_cancel(as_admin, date)
    process_date_changes()

    assert get_options(as_visitor, paid)[0]["dateChange"]["kind"] == "cancel"
    assert list_sent("moved_choice", "canceled_choice") == [("canceled_choice", "ana@example.com")]


# --- It takes place after all -----------------------------------------------------------------------------------------


def test_who_heard_that_a_date_is_canceled_hears_that_it_is_back_and_may_still_choose(as_admin, as_visitor, date, paid):
    begin_cancel(as_admin, date)
    process_date_changes()
    delivered()

    assert post_restore(as_admin, date).status_code == 200

    assert list_sent("canceled_choice", "date_back") == [
        ("canceled_choice", "ana@example.com"),
        ("date_back", "ana@example.com"),
    ]
    assert get_options(as_visitor, paid)[0]["dateChange"]["isBack"] is True
    end_answers()
    process_date_changes()
    assert get_order(as_visitor, paid)["status"] == "paid"


@pytest.mark.parametrize("is_posted", [False, True])
def test_who_heard_nothing_of_a_canceled_date_that_is_back_hears_nothing(as_admin, as_visitor, date, paid, is_posted):
    GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
    before = len(delivered())
    begin_cancel(as_admin, date)
    if is_posted:
        process_date_changes()

    assert post_restore(as_admin, date).status_code == 200
    process_date_changes()

    assert len(delivered()) == before
    assert "dateChange" not in get_options(as_visitor, paid)[0]


def test_a_date_that_moved_and_was_canceled_and_is_back_before_anybody_heard_has_moved(
    move_date, as_admin, as_visitor, date, paid
):
    before = len(delivered())
    move(as_admin, date, in_days(9))
    date.refresh_from_db()
    begin_cancel(as_admin, date)
    assert post_restore(as_admin, date).status_code == 200
    process_date_changes()

    (message,) = delivered()[before:]
    assert " moves to " in message.subject
    assert "dateChange" in get_options(as_visitor, paid)[0]


def test_who_knows_that_a_date_is_canceled_is_not_told_so_again_while_the_news_that_it_is_back_waits(
    as_admin, as_visitor, date, paid
):
    begin_cancel(as_admin, date)
    process_date_changes()
    before = len(delivered())
    assert post_restore(as_admin, date).status_code == 200
    begin_cancel(as_admin, date)
    process_date_changes()
    assert len(delivered()) == before

    assert post_restore(as_admin, date).status_code == 200
    process_date_changes()

    (message,) = delivered()[before:]
    assert "takes place after all" in message.subject


# --- The dialog and the form do the same ------------------------------------------------------------------------------


def test_the_dialog_and_the_form_give_everybody_the_same(as_admin, admin, paypal):
    found = [change_everything(as_admin, admin, paypal, way) for way in (move, move_by_form)]

    assert found[0] == found[1]


def change_everything(as_admin, admin, paypal, way):
    """Move a date twice that has everybody on it. Return what became of them."""
    date = create_date(event__maximum_event_capacity=6, event__refund_policy="none")
    names = ("buys", "holds", "offered", "waits")
    people = {name: UserFactory(email=f"{name}-{way.__name__}@example.com") for name in names}
    clients = {name: signed_in(user) for name, user in people.items()}
    paid = buy(clients["buys"], paypal, date, seats=3)
    BookingFactory(occurrence=date, user=admin, seats=1)
    spare = BookingFactory(occurrence=date, seats=1)
    GuestFactory(
        booking=Booking.objects.get(order_line__order__public_id=paid["_id"]), email=f"sam-{way.__name__}@a.org"
    )
    held = create_order(clients["holds"], date, seats=1)
    for name in ("offered", "waits"):
        join(clients[name], date)
    as_admin.put(f"/api/bookings/{spare.public_id}", {"status": "cancelled"}, format="json")
    last = Outgoing.objects.latest("pk").pk
    for days in (9, 12):
        date.refresh_from_db()
        way(as_admin, date, in_days(days))
        process_date_changes()
        delivered()
    sent = Outgoing.objects.filter(pk__gt=last, sent_at__isnull=False).values_list("to", "kind")
    return {
        "emails": sorted((to.replace(way.__name__, ""), kind) for to, kind in sent),
        "places": [get_places(clients[name])[0]["status"] for name in ("offered", "waits")],
        "held": get_order(clients["holds"], held)["status"],
        "choices": list(Entitlement.objects.filter(date_change__occurrence=date).values_list("outcome", flat=True)),
        "options": [each["refund"]["amounts"] for each in get_options(clients["buys"], paid)],
        "bookings": sorted(date.bookings.values_list("kind", "status", "seats")),
    }


# --- What a ticket says of its refund ---------------------------------------------------------------------------------


def test_a_ticket_says_that_an_earlier_start_has_shortened_the_time_for_a_refund(move_start, as_visitor, paypal):
    date = create_date(event__maximum_event_capacity=8)
    paid = buy(as_visitor, paypal, date)
    assert "isShortened" not in get_options(as_visitor, paid)[0]["refund"]

    move_start(date, in_days(0, hours=30))
    assert "isShortened" not in get_options(as_visitor, paid)[0]["refund"]  # while the choice lasts
    end_answers()
    process_date_changes()

    refund = get_options(as_visitor, paid)[0]["refund"]
    assert refund["isShortened"] is True
    deadline = end_on_full_hour(date.starts_at - timedelta(hours=24))
    assert refund["until"] == format_time(deadline)
    move_start(date, in_days(0, hours=20))
    end_answers()
    process_date_changes()
    message = get_options(as_visitor, paid)[0]["refund"]["message"]
    assert message.endswith(": it starts earlier than when you bought the ticket.")
