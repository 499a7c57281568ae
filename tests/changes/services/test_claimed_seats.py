"""Seats that friends have stay theirs when the buyer returns others."""

import pytest

from bookings.models import Booking, SeatLink
from tests.bookings.seat_links import claim, claim_ticket, create_links, get_token, read_seat
from tests.changes.change_calls import buy, create_date, get_options, post_change
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.messages import delivered
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def paid(as_visitor, paypal):
    """Three seats at $10.80."""
    return buy(as_visitor, paypal, create_date())


@pytest.fixture
def tokens(as_visitor, paid):
    """Links for two of the seats."""
    return [get_token(link["url"]) for link in create_links(as_visitor, Booking.objects.get(), 2).json()["links"]]


def test_claimed_seats_cannot_be_returned(as_visitor, paid, tokens):
    claim_ticket(tokens[0])

    answer = post_change(as_visitor, paid, "refund", seats=3, amount="37.26")

    assert (answer.status_code, answer.json()["code"]) == (409, "seats_claimed")
    assert answer.json()["message"] == "Sam has one of these seats."
    (options,) = get_options(as_visitor, paid)
    assert (options["freeSeats"], len(options["refund"]["amounts"])) == (2, 2)
    assert Booking.objects.get().returning == 0


def test_a_friend_keeps_the_seat_when_the_others_are_returned(as_visitor, paid, tokens):
    ticket = claim_ticket(tokens[1])

    assert post_change(as_visitor, paid, "return").status_code == 201

    assert read_seat(ticket).json()["status"] == "claimed"
    assert read_seat(tokens[0]).status_code == 404
    assert Booking.objects.get().seats == 1


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
