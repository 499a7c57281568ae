"""Nobody comes on the wrong day, and no email says what is over by the time it is sent."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bookings.models import Booking
from changes.services.date_changes.process_date_changes import cancel_date, process_date_changes
from events.formatting import format_when
from outbox.models import Outgoing
from payments.models import Payment, Refund
from payments.services.reconcile_payments import reconcile_payments
from payments.services.refunds.record_refund import fail_refund
from tests.bookings.events import json_time, save
from tests.bookings.seat_links import claim_ticket, create_token, give_back
from tests.changes.change_calls import (
    begin_cancel,
    buy,
    count_outcomes,
    create_another_date,
    create_date,
    move,
    move_to,
    post_change,
    post_restore,
)
from tests.notices.message_calls import send_message
from tests.orders.api_calls import approve_payment, create_order, pay, pay_with_paypal
from tests.orders.waiting_lists import create_full_date, free_seats, get_places, join, leave
from tests.payments.refund_calls import post_refund
from tests.support.factories import in_days
from tests.support.messages import delivered, html_of, skip_retry_pause

BUYER, GUEST = "ana@example.com", "sam@example.com"


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=20, event__name="Friday Draft")


@pytest.fixture
def paid(as_visitor, paypal, date):
    return buy(as_visitor, paypal, date)


@pytest.fixture
def ticket(as_visitor, paid) -> str:
    """Return the token of a guest who has one of the three seats, after all emails so far were sent."""
    token = claim_ticket(create_token(as_visitor, Booking.objects.get()), "Sam", email=GUEST)
    delivered()
    return token


def run_upkeep(to: str) -> list[str]:
    """Tell buyers twice, as upkeep does every minute. Return the kinds of the emails that this address got since."""
    sent = len(delivered())
    process_date_changes()
    process_date_changes()
    ids = [message.extra_headers["Message-ID"][1:25] for message in delivered()[sent:] if message.to == [to]]
    kinds = dict(Outgoing.objects.values_list("public_id", "kind"))
    return [kinds[public_id] for public_id in ids]


# --- Choices that were made before anybody was told ------------------------------------------------------------------


def test_a_buyer_who_keeps_seats_of_a_moved_date_is_told_the_new_time_without_the_choice(
    as_visitor, as_admin, paid, date, ticket
):
    change_id = move(as_admin, date, in_days(9))
    assert post_change(as_visitor, paid, "refund", seats=1, amount="12.42").status_code == 201
    delivered()

    assert (run_upkeep(BUYER), run_upkeep(GUEST)) == (["dates_moved"], [])

    assert [message.to for message in delivered("guest_new_time")] == [[GUEST]]
    (message,) = delivered("dates_moved")
    assert "2 seats" in message.body
    assert "money back" not in message.body
    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "refunded": 1}


@pytest.mark.parametrize("by", ["staff", "buyer without money"])
def test_a_buyer_who_did_not_choose_yet_is_told_with_the_choice(as_visitor, as_admin, paid, date, ticket, by):
    change_id = move(as_admin, date, in_days(9))
    if by == "staff":
        post_refund(as_admin, paid, seats={Booking.objects.get().public_id: 1})
    else:
        post_change(as_visitor, paid, "return", seats=1)
    delivered()

    assert run_upkeep(BUYER) == ["moved_choice"]

    (message,) = delivered("moved_choice")
    assert "2 seats" in message.body
    assert "money back" in message.body
    assert count_outcomes(as_admin, change_id) == {"total": 1, "told": 1, "undecided": 1}


@pytest.mark.parametrize("kind", ["cancel", "move"])
def test_a_buyer_who_has_no_seats_left_is_not_told(as_visitor, as_admin, paid, date, kind):
    change_id = begin_cancel(as_admin, date) if kind == "cancel" else move(as_admin, date, in_days(9))
    post_change(as_visitor, paid, "refund", amount="37.26")
    delivered()

    assert run_upkeep(BUYER) == []
    assert count_outcomes(as_admin, change_id) == {"total": 1, "refunded": 1}


def test_guests_of_a_canceled_date_are_told_although_their_seats_were_returned_before(
    as_visitor, as_admin, paid, date, ticket
):
    begin_cancel(as_admin, date)
    post_change(as_visitor, paid, "refund", amount="37.26")
    process_date_changes()

    (message,) = delivered("guest_seat_gone")

    assert (message.to, message.subject.partition(":")[0]) == ([GUEST], "Canceled")


def test_seats_whose_refund_fails_after_their_date_moved_are_not_forgotten(as_visitor, as_admin, paypal, paid, date):
    paypal.fault("refund", "timeout_before", times=9)
    post_refund(as_admin, paid)
    change_id = move(as_admin, date, in_days(9))
    assert run_upkeep(BUYER) == []
    date.refresh_from_db()
    again = move(as_admin, date, in_days(10))

    fail_refund(refund_id=Refund.objects.get().pk, problem="PayPal: FAILED")

    assert run_upkeep(BUYER) == ["dates_moved"]
    assert run_upkeep(BUYER) == []
    (message,) = delivered("dates_moved")
    assert f"Was: {timezone.localtime(in_days(7)):%a, %b}" in message.body
    assert (
        count_outcomes(as_admin, change_id) == count_outcomes(as_admin, again) == {"total": 1, "told": 1, "failed": 1}
    )


def test_a_canceled_date_that_is_refunded_before_anybody_was_told_is_told_once(admin, as_admin, paid, date, ticket):
    begin_cancel(as_admin, date)
    cancel_date(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)

    kinds = [*run_upkeep(BUYER), *Outgoing.objects.exclude(sent_at=None).values_list("kind", flat=True)]

    assert (kinds.count("canceled_choice"), kinds.count("date_canceled"), kinds.count("guest_seat_gone")) == (0, 1, 1)


# --- Emails whose date or seats changed before they are sent ---------------------------------------------------------


def test_a_confirmation_says_what_became_of_the_seats_since(as_visitor, as_admin, paypal, date):
    other = create_date(event__maximum_event_capacity=20, event__name="Sealed Night")
    for seats, seats_back in ((3, 1), (2, 2)):
        order = buy(as_visitor, paypal, date, seats=seats)
        post_change(as_visitor, order, "return", seats=seats_back)
    buy(as_visitor, paypal, other, seats=1)
    begin_cancel(as_admin, other)

    partly, wholly, canceled = delivered("order_paid")

    assert partly.subject.startswith("Your seats for Friday Draft on ")
    assert "Your seats are booked." in partly.body
    assert "1 seat returned since." in partly.body
    for message, sentence in ((wholly, "2 seats returned since."), (canceled, "This date was canceled since.")):
        assert message.subject.startswith("Your order: ")
        for text in (message.body, html_of(message)):
            assert sentence in text
            assert "booked" not in text
            assert "returned or canceled." in text
            assert "ticket" not in text


def test_seats_that_stay_on_a_date_that_is_restored_are_not_reported_as_canceled(
    as_visitor, as_admin, admin, paid, date, ticket
):
    Payment.objects.update(captured_at=in_days(-200))  # so that staff return the money by hand
    cancel_date(event_id=date.event_id, when=date.starts_at, reason="Flooded.", by=admin)
    assert post_restore(as_admin, date).status_code == 200

    assert delivered("date_canceled") == []


def test_a_guest_whose_seat_is_moved_from_a_canceled_date_is_told_the_new_date_alone(
    as_visitor, as_admin, paid, date, ticket
):
    begin_cancel(as_admin, date)
    process_date_changes()
    move_to(as_visitor, paid, create_another_date(date))

    messages = [message for message in delivered("guest_") if message.to == [GUEST]]

    assert [message.subject.partition(":")[0] for message in messages[1:]] == ["New time"]


@pytest.mark.parametrize("later", ["moved", "canceled", "restored"])
def test_holders_and_the_waiting_list_are_told_what_became_of_the_date_by_now(as_other_visitor, as_admin, later):
    date = create_full_date()
    join(as_other_visitor, date)
    begin_cancel(as_admin, date) if later == "restored" else move(as_admin, date, in_days(9))
    date.refresh_from_db()
    if later == "restored":
        longer = {"endTime": json_time(date.ends_at + timedelta(hours=1))}
        assert save(as_admin, date.event, **longer).status_code == 200
        assert post_restore(as_admin, date).status_code == 200
    elif later == "canceled":
        begin_cancel(as_admin, date)
    else:
        move(as_admin, date, in_days(10))

    (message,) = delivered("waiting_date_moved" if later == "moved" else "date_changed")

    day = f"{timezone.localtime(in_days(10)):%a, %b} {timezone.localtime(in_days(10)).day}"
    if later == "moved":
        assert f"{day}, " in message.body
        return
    assert {"canceled": " is canceled ", "restored": " takes place after all "}[later] in message.subject
    assert "The waiting list that you were on has ended." in message.body
    if later == "restored":
        when = format_when(date.starts_at, date.ends_at + timedelta(hours=1))
        assert f"\n{when}\n" in message.body
        assert f">{when}<" in html_of(message)


@pytest.mark.parametrize("change", ["canceled", "returned"])
def test_a_buyer_is_not_told_about_seats_of_friends_that_nobody_can_use(as_visitor, as_admin, paid, date, change):
    first, second = (create_token(as_visitor, Booking.objects.get()) for _ in range(2))
    claim_ticket(first, "Sam")
    give_back(claim_ticket(second, "Kim"))
    if change == "canceled":
        begin_cancel(as_admin, date)
    else:
        post_refund(as_admin, paid)

    assert (delivered("seat_claimed"), delivered("seat_given_back")) == ([], [])


def test_a_message_about_a_date_that_was_canceled_since_says_so(as_visitor, as_admin, paid, date):
    send_message(as_admin, date)
    begin_cancel(as_admin, date)

    (message,) = delivered("date_message")

    assert "\nCanceled: " in message.body


# --- Emails about what is over ---------------------------------------------------------------------------------------


def decline(client: Any, as_admin: Any, paypal: Any, date: Any) -> None:
    assert leave(client, get_places(client)[0]).status_code == 200


def accept(client: Any, as_admin: Any, paypal: Any, date: Any) -> None:
    pay_with_paypal(paypal, client, create_order(client, date, seats=1))


def withdraw(client: Any, as_admin: Any, paypal: Any, date: Any) -> None:
    assert leave(as_admin, get_places(client)[0], reason="Banned.").status_code == 200


def cancel(client: Any, as_admin: Any, paypal: Any, date: Any) -> None:
    begin_cancel(as_admin, date)


@pytest.mark.parametrize(
    ("end", "is_tried"), [(decline, False), (accept, False), (withdraw, False), (cancel, False), (decline, True)]
)
def test_an_offer_that_is_over_is_not_emailed(as_visitor, as_admin, paypal, settings, end, is_tried):
    date = create_full_date(4, price="10.80")
    join(as_visitor, date)
    free_seats(as_admin, date)
    if is_tried:
        settings.EMAIL_BACKEND = "tests.orders.mails.test_notices.NoServer"
        delivered()
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        skip_retry_pause()

    end(as_visitor, as_admin, paypal, date)

    assert delivered("seats_offered") == []
    stored = Outgoing.objects.get(kind="seats_offered")
    assert (stored.sent_at, stored.last_problem) == (None, "Not sent: the offer is over.")


class NoServer:
    def __init__(self, **options: Any) -> None:
        pass

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass

    def send_messages(self, messages: Any) -> int:
        raise ConnectionError("away")


def test_a_review_that_is_over_is_not_emailed(as_visitor, paypal, date):
    order = create_order(as_visitor, date)
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "pending")
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    paypal.change_capture("complete")
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(minutes=5))
    reconcile_payments()

    assert delivered("payment_in_review") == []
    assert len(delivered("order_paid")) == 1
