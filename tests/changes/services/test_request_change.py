"""What buyers do with seats after paying: a refund, a gift or a return, also of seats that friends have."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bookings.models import Booking, SeatLink
from changes.models import Change
from events.models import Event, Occurrence
from payments.models import Payment, Refund
from tests.bookings.seat_links import claim, claim_ticket, create_links, get_token, read_seat
from tests.changes.change_calls import buy, create_date, get_options, list_seats, post_change
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, list_attention
from tests.payments.refund_calls import count_seats_left, list_refunded_amounts, post_refund
from tests.support.factories import in_days
from tests.support.messages import delivered
from tests.support.races import run_together


def test_a_buyer_gets_the_money_for_one_of_three_seats(as_visitor, as_anonymous, paypal, date, paid):
    answer = post_change(as_visitor, paid, "refund", seats=1, amount="12.42")

    assert answer.status_code == 201, answer.content
    change, order = answer.json()["change"], answer.json()["order"]
    assert (change["kind"], change["seats"], change["amount"], change["status"]) == ("refund", 1, 12.42, "done")
    assert (order["status"], order["refundedPrice"]) == ("partly_refunded", 12.42)
    assert (order["changes"], list_seats(order)) == ([change], [("confirmed", 2)])
    assert list_refunded_amounts(paypal) == ["12.42"]
    assert count_seats_left(as_anonymous, date) == 6


def test_the_club_retains_its_fee_which_never_exceeds_the_value(as_visitor, paypal):
    fee = {"event__refund_policy": "minus_fee", "event__refund_fee_per_seat": "3.00"}
    dear = buy(as_visitor, paypal, create_date(**fee), seats=2)
    cheap = buy(as_visitor, paypal, create_date(**fee, event__price="2.00"), seats=2)

    assert get_options(as_visitor, dear)[0]["refund"]["amounts"] == [9.42, 18.84]
    assert get_options(as_visitor, cheap)[0]["refund"]["amounts"] == [0.0, 0.0]
    order = post_change(as_visitor, dear, "refund", seats=2, amount="18.84").json()["order"]
    assert (order["status"], order["refunds"][0]["parts"][0]["fee"]) == ("partly_refunded", 6.0)
    assert list_refunded_amounts(paypal) == ["18.84"]


def test_a_refund_follows_the_policy_and_the_tax_of_the_sale(as_visitor, paypal, date, paid, settings):
    Event.objects.update(refund_policy="minus_fee", refund_fee_per_seat="5.00", refund_until_hours=1000, price="2.00")
    settings.TAX_RATE = Decimal("0.07")

    answer = post_change(as_visitor, paid, "refund", seats=1, amount="12.42")

    assert answer.status_code == 201, answer.content
    assert list_refunded_amounts(paypal) == ["12.42"]


@pytest.mark.parametrize(
    ("policy", "hours", "message"),
    [
        ({"event__refund_policy": "none"}, 100, "This ticket can't be refunded."),
        ({}, 23, "Refunds for this date ended on "),
    ],
)
def test_refunds_and_gifts_end_with_the_policy(as_visitor, paypal, policy, hours, message):
    paid = buy(as_visitor, paypal, create_date(event__starts_at=in_days(0, hours=hours), **policy))

    (options,) = get_options(as_visitor, paid)
    answers = [post_change(as_visitor, paid, kind, amount="37.26") for kind in ("refund", "gift")]

    for option in (options["refund"], options["gift"]):
        assert (option["allowed"], option["code"]) == (False, "policy")
        assert option["message"].startswith(message)
    assert [answer.status_code for answer in answers] == [409, 409]
    assert {answer.json()["code"] for answer in answers} == {"policy"}
    assert not Refund.objects.exists()
    assert post_change(as_visitor, paid, "return").status_code == 201  # possible until the start


def test_another_amount_than_was_shown_and_other_numbers_of_seats_change_nothing(as_visitor, paid):
    answer = post_change(as_visitor, paid, "refund", seats=1, amount="12.41")

    assert (answer.status_code, answer.json()["code"], answer.json()["amount"]) == (409, "amount_changed", 12.42)
    assert answer.json()["message"] == "The amount is now $12.42."
    assert [post_change(as_visitor, paid, "return", seats=seats).status_code for seats in (0, 4)] == [400, 400]
    assert not Refund.objects.exists()


def test_a_payment_of_half_a_year_ago_is_refunded_by_hand(as_visitor, as_admin, paypal, paid):
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))

    assert get_options(as_visitor, paid)[0]["refund"]["code"] == "too_old"
    answer = post_change(as_visitor, paid, "refund", amount="37.26")

    assert (answer.status_code, answer.json()["code"]) == (409, "too_old")
    (listed,) = list_attention(as_admin)
    assert (listed["_id"], listed["kind"], listed["amount"]) == (paid["_id"], "refund_by_hand", 37.26)
    assert "Refund by hand" in listed["message"]
    assert post_refund(as_admin, paid).json()["code"] == "too_old"
    recorded = post_refund(as_admin, paid, outside=True, note="Bank transfer, December 3")
    assert (recorded.json()["status"], list_refunded_amounts(paypal)) == ("refunded", [])
    assert list_attention(as_admin) == []


def test_while_paypal_is_down_the_seats_wait_and_cannot_be_returned_again(as_visitor, as_anonymous, paypal, date, paid):
    paypal.fault("refund", "error_500_before", times=5)

    change = post_change(as_visitor, paid, "refund", seats=2, amount="24.84").json()["change"]

    assert change["status"] == "requested"
    assert count_seats_left(as_anonymous, date) == 5
    (options,) = get_options(as_visitor, paid)
    assert (options["seats"], options["freeSeats"], options["refund"]["amounts"]) == (3, 1, [12.42])
    assert post_change(as_visitor, paid, "return", seats=2).json()["code"] == "being_returned"


def test_a_refund_that_paypal_refuses_leaves_the_seats_booked(as_visitor, paypal, paid):
    paypal.fault("refund", "unprocessable")

    change = post_change(as_visitor, paid, "refund", seats=2, amount="24.84").json()["change"]

    assert change["status"] == "failed"
    (options,) = get_options(as_visitor, paid)
    assert (options["seats"], options["freeSeats"]) == (3, 3)
    assert post_change(as_visitor, paid, "refund", seats=3, amount="37.26").json()["change"]["status"] == "done"


def test_the_buyer_reads_what_paypal_refunded_if_it_was_less(as_visitor, paypal, paid):
    paypal.fault("refund", "wrong_amount", amount="20.00", times=1)

    change = post_change(as_visitor, paid, "refund", seats=2, amount="24.84").json()["change"]

    assert (change["status"], change["amount"]) == ("done", 20.0)


def test_a_repeated_request_refunds_once(as_visitor, paypal, paid):
    first = post_change(as_visitor, paid, "refund", seats=1, amount="12.42", key="a")
    again = post_change(as_visitor, paid, "refund", seats=1, amount="12.42", key="a")
    other = post_change(as_visitor, paid, "refund", seats=2, amount="24.84", key="a")

    assert first.json()["change"] == again.json()["change"]
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert list_refunded_amounts(paypal) == ["12.42"]


def test_a_gift_returns_the_seats_and_leaves_the_money_to_the_club(as_visitor, as_anonymous, paypal, date, paid):
    order = post_change(as_visitor, paid, "gift", seats=3, amount="37.26").json()["order"]

    assert (order["status"], order["refundedPrice"], list_seats(order)) == ("partly_refunded", 0.0, [("refunded", 3)])
    assert order["refunds"][0]["parts"][0]["gift"] == 37.26
    assert list_refunded_amounts(paypal) == []
    assert count_seats_left(as_anonymous, date) == 8


def test_nothing_changes_after_the_start(as_visitor, paypal, date, paid):
    Occurrence.objects.update(starts_at=timezone.now() - timedelta(minutes=1))

    assert get_options(as_visitor, paid) == []
    for kind in ("refund", "gift", "return"):
        answer = post_change(as_visitor, paid, kind, amount="37.26" if kind != "return" else 0)
        assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Change.objects.exists()


def test_claimed_seats_cannot_be_returned_and_a_friend_keeps_the_seat_when_the_others_are(as_visitor, paid):
    links = create_links(as_visitor, Booking.objects.get(), 2).json()["links"]
    open_link, claimed = (get_token(link["url"]) for link in links)
    ticket = claim_ticket(claimed)

    answer = post_change(as_visitor, paid, "refund", seats=3, amount="37.26")

    assert (answer.status_code, answer.json()["code"]) == (409, "seats_claimed")
    assert answer.json()["message"] == "Sam has one of these seats."
    (options,) = get_options(as_visitor, paid)
    assert (options["freeSeats"], len(options["refund"]["amounts"])) == (2, 2)
    assert Booking.objects.get().returning == 0
    assert post_change(as_visitor, paid, "return").status_code == 201
    assert read_seat(ticket).json()["status"] == "claimed"
    assert read_seat(open_link).status_code == 404
    assert Booking.objects.get().seats == 1


@pytest.mark.django_db(transaction=True)
def test_a_claim_against_a_return_of_that_seat_has_one_winner(visitor, as_visitor, paypal):
    paid = buy(as_visitor, paypal, create_date(), seats=1)
    token = get_token(create_links(as_visitor, Booking.objects.get()).json()["links"][0]["url"])

    claimed, returned = run_together(lambda: claim(token), lambda: post_change(signed_in(visitor), paid, "return"))

    booking, link = Booking.objects.get(), SeatLink.objects.get()
    outcome = (claimed.status_code, returned.status_code, booking.status, link.state)
    assert outcome in [(201, 409, "confirmed", "claimed"), (404, 201, "refunded", "revoked")]
    if returned.status_code == 409:
        assert returned.json()["code"] == "seats_claimed"


def test_staff_who_cancel_a_free_booking_withdraw_the_friends_seat(as_visitor, as_admin):
    create_order(as_visitor, create_date(event__price="0"), seats=2)
    booking = Booking.objects.get()
    for link, email in zip(create_links(as_visitor, booking, 2).json()["links"], ["sam@example.com", ""], strict=True):
        if email:
            claim_ticket(get_token(link["url"]), email=email)

    answer = as_admin.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")

    assert answer.json()["status"] == "cancelled"
    assert set(SeatLink.objects.values_list("state", "first_name")) == {("revoked", "")}
    assert [message.to for message in delivered("guest_seat_gone")] == [["sam@example.com"]]
