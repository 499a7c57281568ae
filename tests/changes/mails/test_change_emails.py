"""Emails about changes by buyers, and about dates that move or are canceled."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bookings.models import Booking, SeatLink, WaitingEntry
from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import ShopSettings
from events.formatting import format_day, format_deadline
from events.models import DateChange, Event, Occurrence
from events.services.places import find_or_make_place
from payments.models import Payment
from tests.bookings.seat_links import claim_ticket, create_token
from tests.bookings.services.test_event_actions import create_weekly
from tests.changes.change_calls import (
    REASON,
    begin_cancel,
    buy,
    cancel_and_refund,
    create_another_date,
    end_answers,
    format_time,
    move,
    move_event,
    move_to,
    post_change,
    post_date_change,
    post_restore,
)
from tests.orders import event_dates
from tests.orders.api_calls import create_order, get_order, list_booking_ids
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, SATURDAY, YEAR, read_calendar
from tests.orders.mails.test_order_emails import read_invitation, received
from tests.orders.waiting_lists import create_full_date, join
from tests.payments.refund_calls import post_refund
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, GuestFactory, UserFactory, in_days
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def paid(as_visitor, paypal, date) -> dict[str, Any]:
    return buy(as_visitor, paypal, date, seats=4)


def test_a_refund_is_reported_with_its_seats_and_amount_and_with_the_last_seat_the_entry_disappears(as_visitor, paid):
    post_change(as_visitor, paid, "refund", seats=3, amount="37.26")

    message = received("seats_given_back")

    subject = str(message["Subject"])
    assert subject == f"3 seats given back: PayPal is returning $37.26 ({paid['number']}) – Cards for a Cause"
    for kind in ("plain", "html"):
        assert "3 seats given back: PayPal is returning $37.26." in message.get_body((kind,)).get_content()
    first, method = read_invitation(message)
    assert method == "REQUEST"
    assert str(first["DESCRIPTION"]).startswith(f"1 seat. Order {paid['number']}\n")
    assert delivered("order_refunded") == []
    post_change(as_visitor, paid, "refund", seats=1, amount="12.42")
    last, method = read_invitation(received("seats_given_back"))
    assert (method, last["UID"]) == ("CANCEL", first["UID"])
    assert last["SEQUENCE"] > first["SEQUENCE"]


def test_seats_that_are_kept_as_a_gift_say_who_gets_the_money(as_visitor, paid):
    """Although the order had no gift when it was placed, and so names no charity."""
    ShopSettings.objects.update_or_create(pk=1, defaults={"charity": "Port Alder Food Bank"})

    post_change(as_visitor, paid, "gift", seats=1, amount="12.42")

    message = received("seats_given_back")
    for kind in ("plain", "html"):
        assert "Your $12.42 goes to Port Alder Food Bank. Thank you!" in message.get_body((kind,)).get_content()


def test_a_move_by_the_buyer_moves_the_entry(as_visitor, date, paid):
    first, _ = read_invitation(received("order_paid"))
    later = create_another_date(date)

    assert move_to(as_visitor, paid, later).status_code == 201

    message = received("dates_moved")
    moved, method = read_invitation(message)
    assert (method, moved["UID"], moved.start) == ("REQUEST", first["UID"], later.starts_at)
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert "You moved them." in message.get_body(("plain",)).get_content()


SEVEN = f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST"
NEXT_EVENING = FRIDAY_EVENING + timedelta(days=1)


@pytest.fixture
def friday():
    return event_dates.create_date()


@pytest.fixture
def three_seats(as_visitor, paypal, friday):
    return create_paid_order(paypal, as_visitor, friday, seats=3)


def get_until():
    return format_deadline(DateChange.objects.get().answer_until)


@pytest.mark.parametrize(
    ("is_series", "what"), [(True, "another date or your money back"), (False, "your money back or keep it as a gift")]
)
def test_a_date_that_is_off_is_emailed_with_the_choice(as_admin, settings, friday, three_seats, is_series, what):
    if is_series:
        create_another_date(friday)
    begin_cancel(as_admin, friday)
    process_date_changes()

    (message,) = delivered("canceled_choice")
    assert message.to == ["ana@example.com"]
    assert message.subject == (f"{FRIDAY} is canceled: choose {what} ({three_seats['number']}) – Cards for a Cause")
    sentence = f"{FRIDAY} is canceled. Choose {what}; without an answer by {get_until()} you get your money back."
    assert ("On another date, your code stays the same." in message.body) == is_series
    for text in (sentence, "Friday Draft", SEVEN, "3 seats", f"Reason: {REASON}"):
        assert text in message.body
        assert text in re.sub(r"</?s>", "", html_of(message))
    assert f"{settings.SITE_URL}/order/{three_seats['_id']}" in message.body
    (entry,), method = read_calendar(message)
    assert (method, str(entry["STATUS"])) == ("CANCEL", "CANCELLED")
    assert entry["UID"] == f"{list_booking_ids(three_seats)[0]}@{settings.SITE_HOST}"


@pytest.mark.parametrize("is_series", [True, False])
def test_a_date_that_is_off_promises_no_money_that_went_back_before(as_admin, friday, three_seats, is_series):
    if is_series:
        create_another_date(friday)
    post_refund(as_admin, three_seats, amount=three_seats["totalPrice"])  # an amount keeps the seats
    begin_cancel(as_admin, friday)
    process_date_changes()

    (message,) = delivered("canceled_choice")
    choice = f"Choose another date; without an answer by {get_until()} your seats are given back."
    assert message.subject.startswith(f"{FRIDAY} is canceled: choose another date (" if is_series else FRIDAY)
    assert (choice if is_series else "is canceled. Your seats are given back.") in message.body


def test_a_moved_date_is_emailed_with_both_times_and_the_choice(as_visitor, as_admin, friday, three_seats):
    (first_entry,), _ = read_calendar(delivered("order_paid")[0])
    create_another_date(friday)
    move(as_admin, friday, NEXT_EVENING)
    process_date_changes()

    (message,) = delivered("moved_choice")
    assert message.subject.startswith(
        f"{FRIDAY} moves to {SATURDAY}, 7:00 PM: choose another date or your money back ("
    )
    sentence = (
        f"{FRIDAY} moves to {SATURDAY}, 7:00 PM, and your seats move too. If you can't come then, choose another date "
        f"or your money back by {get_until()}; without an answer you keep your seats."
    )
    for text in (sentence, SEVEN, f"{SATURDAY}, {YEAR} · 7:00–10:00 PM PST", "3 seats", f"Reason: {REASON}"):
        assert text in re.sub(r"</?s>", "", html_of(message))
        assert text in message.body
    (entry,), method = read_calendar(message)
    assert (method, entry["UID"]) == ("REQUEST", first_entry["UID"])
    assert entry["SEQUENCE"] > first_entry["SEQUENCE"]
    assert entry.start == first_entry.start + timedelta(days=1)


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_guests_with_an_email_address_are_told(as_visitor, as_admin, friday, three_seats, kind):
    booking = Booking.objects.get()
    claim_ticket(create_token(as_visitor, booking), "Sam", email="sam@example.com")
    claim_ticket(create_token(as_visitor, booking), "Kim")
    delivered("guest_ticket")
    begin_cancel(as_admin, friday) if kind == "cancel" else move(as_admin, friday, NEXT_EVENING)

    process_date_changes()
    process_date_changes()

    told = [message for message in delivered() if message.to == ["sam@example.com"]][1:]  # after the ticket
    expected = f"Canceled: Friday Draft on {FRIDAY}" if kind == "cancel" else "New time: Friday Draft"
    assert [message.subject for message in told] == [f"{expected} – Cards for a Cause"]
    for text in (REASON, "Your code no longer works.") if kind == "cancel" else (f"{SATURDAY}, {YEAR}",):
        assert text in told[0].body
        assert text in html_of(told[0])


def get_new_place(client, order) -> str | None:
    (item,) = get_order(client, order)["orderItems"]
    assert item["eventLocation"] == "Copper Kettle Brewing, 12 Dock St"  # as sold
    return item["bookings"][0].get("place")


def test_a_ticket_and_its_emails_name_the_place_that_the_date_has_now(as_visitor, paid):
    assert get_new_place(as_visitor, paid) is None
    Event.objects.update(place=find_or_make_place("Larch Lodge, 3 Pine St", by=None))

    post_change(as_visitor, paid, "refund", seats=1, amount="12.42")

    assert get_new_place(as_visitor, paid) == "Larch Lodge, 3 Pine St"
    event, _ = read_invitation(received("seats_given_back"))
    assert str(event["LOCATION"]) == "Larch Lodge, 3 Pine St"
    Occurrence.objects.update(starts_at=in_days(-2), ends_at=in_days(-1))
    assert get_new_place(as_visitor, paid) == "Larch Lodge, 3 Pine St"


def test_the_order_of_an_evening_that_is_over_names_its_place_after_its_event_went_elsewhere(
    as_visitor, as_admin, paid
):
    Occurrence.objects.update(starts_at=in_days(-2), ends_at=in_days(-1))
    path = f"/api/products/{Event.objects.get().public_id}"

    json_of(as_admin.put(path, {"eventLocation": "Larch Lodge, 3 Pine St"}, format="json"))

    assert as_admin.get(path).json()["eventLocation"] == "Larch Lodge, 3 Pine St"
    assert get_new_place(as_visitor, paid) is None


def cancel_without_choice(client, date) -> None:
    begin_cancel(client, date, answerHours=0)
    process_date_changes()


@pytest.mark.parametrize("cancel", [begin_cancel, cancel_and_refund])
def test_the_waiting_list_of_a_canceled_date_is_told_that_it_has_ended(as_visitor, as_admin, cancel):
    date = create_full_date(1, name="Friday Draft")
    join(as_visitor, date)
    WaitingEntry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1, status="left")

    cancel(as_admin, date)

    (message,) = delivered("date_changed")
    assert message.to == ["ana@example.com"]
    assert " is canceled" in message.subject
    for text in ("The waiting list that you were on has ended.", REASON):
        assert text in message.body
        assert text in html_of(message)


@pytest.mark.parametrize("cancel", [begin_cancel, cancel_and_refund])
def test_a_buyer_who_holds_seats_is_told_that_the_order_was_canceled(as_visitor, as_admin, friday, cancel):
    create_order(as_visitor, friday)
    WaitingEntry.objects.create(
        occurrence=friday, user=Booking.objects.get().user, seats=1, at_least=1, created_at=timezone.now()
    )

    cancel(as_admin, friday)

    (message,) = delivered()
    assert message.subject == f"{FRIDAY} is canceled – Cards for a Cause"
    assert "The order was canceled, and no money was taken." in message.body


def test_a_moved_date_is_emailed_only_to_its_buyers(as_visitor, admin):
    date = event_dates.create_date(price="0")
    create_order(as_visitor, date, seats=3)
    BookingFactory(occurrence=date, user=UserFactory(email="gone@example.com"), status=Booking.Status.REFUNDED)
    delivered()

    move_event(date.event, admin, hours=1)

    (message,) = delivered()[1:]
    assert message.to == ["ana@example.com"]
    assert message.subject.startswith(f"{FRIDAY} moves to {FRIDAY}, 8:00 PM")
    for word in (f"{FRIDAY}, {YEAR} · 8:00–11:00 PM PST", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "3 seats"):
        assert word in message.body
        assert word in html_of(message)


def test_of_a_date_that_moves_twice_before_the_emails_are_sent_they_have_the_last_and_the_known_time(
    as_visitor, admin, friday, three_seats
):
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")
    delivered()
    for hours in (1, 1):
        move_event(friday.event, admin, hours=hours)

    buyers, guests = delivered("moved_choice"), delivered("guest_new_time")

    assert (len(buyers), len(guests)) == (1, 1)
    for message in (*buyers, *guests):
        text = message.body.replace("\u202f", " ")
        assert f"{FRIDAY}, {YEAR} · 9:00 PM–12:00 AM PST" in text
        assert f"Was: {FRIDAY}, {YEAR} · 7:00–10:00 PM PST" in text


def test_a_move_that_is_undone_before_anybody_was_told_is_not_emailed(as_visitor, admin, friday, three_seats):
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")
    for hours in (1, -1):
        move_event(friday.event, admin, hours=hours)
    assert (delivered("moved_choice"), delivered("guest_new_time")) == ([], [])

    for hours in (1, -1, 1):
        move_event(friday.event, admin, hours=hours)

    for (message,) in (delivered("moved_choice"), delivered("guest_new_time")):
        assert f"Was: {FRIDAY}, {YEAR} · 7:00–10:00 PM PST" in message.body.replace("\u202f", " ")


def test_of_a_date_that_moves_and_is_canceled_the_new_time_is_not_emailed(
    as_visitor, as_admin, admin, friday, three_seats
):
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")
    delivered()
    move_event(friday.event, admin, hours=1)
    friday.refresh_from_db()
    begin_cancel(as_admin, friday)

    assert (delivered("moved_choice"), delivered("guest_new_time")) == ([], [])
    assert len(delivered("guest_seat_gone")) == 1


def test_an_email_about_several_dates_leaves_out_those_that_changed_again(as_admin, admin):
    event, ben = create_weekly([7, 14]), UserFactory(email="ben@example.com")
    first, second = event.occurrences.order_by("starts_at")[:2]
    for date in (first, second):
        BookingFactory(occurrence=date, user=ben, seats=1, kind="by_hand")
    move_event(event, admin, hours=1)
    first.refresh_from_db()
    begin_cancel(as_admin, first)

    (message,) = delivered("dates_moved")

    assert message.body.count("Now: ") == 1
    entry, _ = read_invitation(received("dates_moved"))
    second.refresh_from_db()
    assert entry.start == second.starts_at


def test_the_new_time_is_emailed_for_the_seats_that_are_left(as_visitor, as_admin, admin, paid, date):
    delivered()
    move_event(date.event, admin, hours=1)
    post_change(as_visitor, paid, "refund", seats=3, amount="37.26")

    (message,) = delivered("moved_choice")

    assert "\n1 seat\n" in message.body
    assert "your seat moves too" in message.body


def test_a_canceled_date_causes_one_email_with_the_reason_and_one_about_the_refund(as_admin, friday, three_seats):
    for _ in range(2):
        cancel_and_refund(as_admin, friday)

    (message,) = delivered("date_canceled")
    assert message.subject == f"Canceled: Friday Draft on {FRIDAY} – Cards for a Cause"
    for word in (f"Reason: {REASON}", SEVEN, "3 seats"):
        assert word in message.body
    assert "What you paid for these seats is refunded to your original payment method" in message.body
    (entry,), method = read_calendar(message)
    assert (method, str(entry["STATUS"])) == ("CANCEL", "CANCELLED")
    (refunded,) = delivered("order_refunded")
    assert "$41.40" in refunded.body


def test_an_email_that_leaves_once_the_choice_is_over_promises_no_refund_that_does_not_come(
    as_visitor, as_admin, paypal, friday
):
    create_paid_order(paypal, as_visitor, friday)
    Payment.objects.update(captured_at=in_days(-180))
    begin_cancel(as_admin, friday)
    process_date_changes()
    end_answers()
    process_date_changes()

    (message,) = delivered("canceled_choice")

    for text in (message.body, html_of(message)):
        assert "PayPal returns money for 180 days only." in text.replace("&#x27;", "'")


def test_those_who_wait_for_a_refund_by_hand_learn_that_their_date_takes_place_again(
    as_visitor, as_other_visitor, as_admin, paypal, friday
):
    order = create_paid_order(paypal, as_visitor, friday, seats=2)
    claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email="sam@example.com")
    create_paid_order(paypal, as_other_visitor, friday, seats=1)
    delivered()
    Payment.objects.filter(order__public_id=order["_id"]).update(captured_at=in_days(-180))
    begin_cancel(as_admin, friday)
    end_answers()
    process_date_changes()
    delivered()

    for _ in range(2):
        assert post_restore(as_admin, friday).status_code == 200

    (message,) = delivered("date_back")
    assert message.to == ["ana@example.com"]
    assert message.subject.startswith(f"{format_day(friday.starts_at)} takes place after all ({order['number']})")
    for text in (message.body, html_of(message)):
        assert "Your seats are still yours, and your code works again. If you can't come and haven't gotten" in text
    assert [message.to for message in delivered("guest_ticket")] == [["sam@example.com"]] * 2
    event, method = read_invitation(received("date_back"))
    assert method == "REQUEST"
    assert str(event.get("status", "CONFIRMED")) == "CONFIRMED"


@pytest.mark.parametrize("is_restored", [False, True])
def test_a_guest_of_seats_booked_by_hand_learns_once_that_they_end_with_the_date(admin, as_admin, friday, is_restored):
    booking = BookingFactory(occurrence=friday, user=admin, kind="by_hand")
    GuestFactory(booking=booking, email="sam@example.com")
    begin_cancel(as_admin, friday)
    if is_restored:
        process_date_changes()
        assert post_restore(as_admin, friday).status_code == 200

    (message,) = delivered("guest_")

    assert message.subject.startswith(f"Canceled: Friday Draft on {FRIDAY}")
    assert SeatLink.objects.get().state == "revoked"


@pytest.mark.parametrize("cancel", [cancel_without_choice, cancel_and_refund])
@pytest.mark.parametrize("because", ["the seats are free", "it went back before", "the payment is too old", "by hand"])
def test_a_canceled_date_promises_no_refund_that_does_not_come(
    as_visitor, as_admin, paypal, admin, friday, cancel, because
):
    if because == "the seats are free":
        Event.objects.update(price=0)
        create_order(as_visitor, friday)
    elif because == "by hand":
        BookingFactory(occurrence=friday, user=admin, kind="by_hand")
    else:
        order = create_paid_order(paypal, as_visitor, friday)
        if because == "it went back before":
            post_refund(as_admin, order, amount=order["totalPrice"])  # an amount keeps the seats
        Payment.objects.update(captured_at=in_days(-180))

    cancel(as_admin, friday)

    (message,) = delivered("date_canceled")
    for text in (message.body, html_of(message)):
        assert "original payment method" not in text
        assert ("PayPal returns money for 180 days only." in text) == (because == "the payment is too old")
        assert "Your code no longer works." in text


@pytest.mark.parametrize("answer", ["in three days", "never", "no more when the email is written"])
@pytest.mark.parametrize("kinds", [["cancel"], ["move"], ["move", "move"], ["move", "cancel"]], ids="-".join)
def test_everybody_reads_why_their_date_was_changed(
    as_visitor, as_other_visitor, as_admin, admin, friday, three_seats, kinds, answer
):
    """Buyers and those whose seats staff booked, the friends of both, who holds seats, and who waits for some."""
    by_hand = BookingFactory(occurrence=friday, user=admin, kind="by_hand", seats=2)
    for booking, name in ((Booking.objects.earliest("pk"), "sam"), (by_hand, "kim")):
        GuestFactory(booking=booking, email=f"{name}@example.com")
    create_order(as_other_visitor, friday)
    waits = WaitingEntry.objects.create(occurrence=friday, user=UserFactory(), seats=1, at_least=1).user
    holds = Booking.objects.latest("pk").user
    before = len(delivered())

    for days, kind in enumerate(kinds, 1):
        friday.refresh_from_db()
        asked = {"reason": f"Reason number {days}.", "answerHours": 0 if answer == "never" else 72}
        if kind == "move":
            asked["to"] = format_time(FRIDAY_EVENING + timedelta(days=days))
        assert post_date_change(as_admin, friday, kind, **asked).status_code == 202
        if answer == "no more when the email is written" or days < len(kinds):
            end_answers()
        process_date_changes()

    told = [message for message in delivered()[before:] if "refund" not in message.subject]
    addresses = {message.to[0] for message in told}
    assert addresses >= {"ana@example.com", "sam@example.com", "kim@example.com", admin.email, holds.email, waits.email}
    for message in told:
        for text in (message.body, html_of(message)):
            assert f"Reason: Reason number {len(kinds)}." in text, message.subject
