"""GET and POST /api/seats/{token}, and giving a seat back: for anybody who has a link, without signing in."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, SeatLink
from events.datetimes import format_utc
from events.models import Occurrence
from tests.bookings.seat_links import claim, claim_ticket, create_links, create_token, get_token, give_back, read_seat
from tests.conftest import signed_in
from tests.support.factories import BookingFactory, GuestFactory, SeatLinkFactory

DEAD = {"message": "This link no longer works.", "code": "not_found"}


def move_start(booking: Booking, **ago: float) -> None:
    """Let the booking's date, which lasts three hours, have started that long ago."""
    start = timezone.now() - timedelta(**ago)
    Occurrence.objects.filter(pk=booking.occurrence_id).update(starts_at=start, ends_at=start + timedelta(hours=3))


@pytest.fixture
def booking(visitor):
    """Ana's four seats."""
    return BookingFactory(user=visitor, seats=4, occurrence__event__name="Lantern Night")


def test_a_link_shows_the_seat_and_who_gives_it_away(as_visitor, booking):
    date = booking.occurrence
    answer = read_seat(create_token(as_visitor, booking))

    assert answer.status_code == 200
    times = {"startTime": format_utc(date.starts_at), "endTime": format_utc(date.ends_at)}
    place = {"eventLocation": "Copper Kettle Brewing, 12 Dock St", "minAge": None}
    event = {"name": "Lantern Night"} | place | times
    assert answer.json() == event | {"from": "Ana", "status": "open"}


def test_a_friend_claims_a_seat_and_gets_a_ticket(as_visitor, booking, settings):
    token = create_token(as_visitor, booking)

    answer = claim(token, "  Sam ")

    assert answer.status_code == 201
    assert set(answer.json()) == {"ticketUrl"}
    assert answer.json()["ticketUrl"].startswith(f"{settings.SITE_URL}/seats/")
    ticket = get_token(answer.json()["ticketUrl"])
    assert ticket != token
    seat = read_seat(ticket).json()
    assert (seat["status"], seat["firstName"], seat["from"]) == ("claimed", "Sam", "Ana")
    seen_by_others = read_seat(token).json()
    assert seen_by_others["status"] == "claimed"
    assert "firstName" not in seen_by_others


def test_a_seat_can_be_claimed_once(as_visitor, booking):
    token = create_token(as_visitor, booking)
    ticket = claim_ticket(token)

    for used in (token, ticket):
        answer = claim(used, "Kim")
        assert answer.status_code == 409
        assert answer.json() == {"message": "Someone has already taken this seat.", "code": "claimed"}
    assert read_seat(ticket).json()["firstName"] == "Sam"


@pytest.mark.parametrize("name", ["   ", "\u2028", "x" * 41, None])
def test_a_first_name_has_1_to_40_characters(as_visitor, booking, name):
    token = create_token(as_visitor, booking)

    answer = signed_in().post(f"/api/seats/{token}", {"firstName": name}, format="json")

    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == {"firstName"}
    assert read_seat(token).json()["status"] == "open"


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"),
        lambda token: token.partition(".")[0],
        lambda token: token + "0",
        lambda token: f"{'0' * 24}.{token.partition('.')[2]}",
    ],
)
def test_wrong_tokens_are_dead_links(as_visitor, booking, change):
    token = change(create_token(as_visitor, booking))

    for answer in (read_seat(token), claim(token), give_back(token)):
        assert answer.status_code == 404
        assert answer.json() == DEAD


def test_a_guest_gives_the_seat_back(as_visitor, visitor):
    booking = BookingFactory(user=visitor, seats=1)
    token = create_token(as_visitor, booking)
    ticket = claim_ticket(token, email="sam@example.com")
    assert give_back(token).status_code == 404, "only the guest can give it back"

    answer = give_back(ticket)

    assert answer.status_code == 200
    assert [read_seat(each).status_code for each in (token, ticket)] == [404, 404]
    assert give_back(ticket).status_code == 404
    link = SeatLink.objects.get()
    assert (link.state, link.first_name, link.email) == ("revoked", "", "")
    assert create_links(as_visitor, booking).status_code == 201


def test_30_wrong_tokens_per_hour_and_address_are_allowed(as_visitor, booking):
    token = create_token(as_visitor, booking)

    statuses = [read_seat(f"{'0' * 24}.{'0' * 64}").status_code for _ in range(30)]
    refused = read_seat("nothing")

    assert set(statuses) == {404}
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert give_back("nothing").status_code == 429
    assert claim(token).status_code == 429
    assert read_seat(token).json()["status"] == "open"  # who has a valid link is not affected
    elsewhere = signed_in().post(f"/api/seats/{token}", {"firstName": "Sam"}, format="json", REMOTE_ADDR="203.0.113.7")
    assert elsewhere.status_code == 201


def test_31_friends_claim_their_seats_in_one_network_within_an_hour(as_visitor, visitor):
    bookings = [BookingFactory(user=visitor, seats=8) for _ in range(4)]
    tokens = [create_token(as_visitor, booking) for booking in bookings for _ in range(8)]

    assert [claim(token).status_code for token in tokens] == [201] * 32


def test_30_claims_an_hour_of_seats_of_one_booking_are_allowed(as_visitor, booking, settings):
    settings.THROTTLES = settings.THROTTLES | {"link": 1}
    first = create_token(as_visitor, booking)
    claim(first)
    other = create_token(as_visitor, booking)

    refused = claim(other)

    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")


def test_calls_with_a_token_are_kept_from_search_engines_and_other_sites(as_visitor, booking):
    token = create_token(as_visitor, booking)

    for answer in (read_seat(token), read_seat("nothing"), claim(token), claim(token), give_back(token)):
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["Cache-Control"] == "private, no-store"


def test_the_page_of_a_link_is_kept_from_search_engines_and_other_sites(as_anonymous, as_visitor, booking):
    answer = as_anonymous.get(f"/seats/{create_token(as_visitor, booking)}")

    assert answer.status_code == 200
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in answer.content.decode()
    assert as_anonymous.get("/about")["Referrer-Policy"] == "strict-origin-when-cross-origin"


def test_after_the_start_unclaimed_links_are_over_and_tickets_work_until_the_end(as_visitor, booking):
    token, guest = create_token(as_visitor, booking), GuestFactory(booking=booking)
    move_start(booking, minutes=1)

    late = claim(token)

    assert read_seat(token).json()["status"] == "over"
    assert (late.status_code, late.json()["code"]) == (409, "over")
    assert read_seat(guest.ticket_token).json()["status"] == "claimed"
    assert give_back(guest.ticket_token).json()["code"] == "over"
    move_start(booking, hours=3, minutes=1)
    assert read_seat(guest.ticket_token).json()["status"] == "over"


def test_a_seat_of_a_canceled_date_says_so_also_after_its_end(as_visitor, booking):
    guest = GuestFactory(booking=booking)
    Occurrence.objects.filter(pk=booking.occurrence_id).update(status=Occurrence.Status.CANCELED)

    assert read_seat(guest.ticket_token).json()["isCanceled"] is True
    move_start(booking, hours=3, minutes=1)
    seat = read_seat(guest.ticket_token).json()
    assert (seat["status"], seat["isCanceled"]) == ("over", True)


def test_a_buyer_creates_links(as_visitor, booking, settings):
    answer = create_links(as_visitor, booking, 3)

    assert answer.status_code == 201
    links = answer.json()["links"]
    assert [set(link) for link in links] == [{"_id", "url", "status"}] * 3
    assert {link["status"] for link in links} == {"open"}
    assert all(link["url"].startswith(f"{settings.SITE_URL}/seats/{link['_id']}.") for link in links)


def test_more_links_than_seats_are_refused(as_visitor, booking):
    assert create_links(as_visitor, booking, 3).status_code == 201

    two_more, one_more, another = (create_links(as_visitor, booking, count) for count in (2, 1, 1))

    assert (two_more.status_code, two_more.json()["code"]) == (409, "no_seat")
    assert two_more.json()["message"] == "Only 1 seat of this ticket can still be given away."
    assert one_more.status_code == 201
    assert (another.status_code, another.json()["code"]) == (409, "no_seat")
    assert another.json()["message"] == "All seats of this ticket are given away."
    assert booking.seat_links.count() == 4


def test_seats_that_are_being_returned_cannot_be_given_away(as_visitor, booking):
    Booking.objects.update(returning=3)

    assert create_links(as_visitor, booking, 2).json()["code"] == "no_seat"
    assert create_links(as_visitor, booking, 1).status_code == 201


def test_seats_of_past_and_canceled_dates_cannot_be_given_away(as_visitor, booking):
    Occurrence.objects.update(status=Occurrence.Status.CANCELED)
    assert create_links(as_visitor, booking).json()["code"] == "date_unavailable"

    Occurrence.objects.update(status=Occurrence.Status.SCHEDULED)
    move_start(booking, minutes=1)
    assert create_links(as_visitor, booking).json()["code"] == "date_unavailable"


def test_the_buyer_reads_who_has_which_seat(as_visitor, booking):
    first, second = (create_token(as_visitor, booking) for _ in range(2))
    claim(first)
    SeatLinkFactory(booking=booking, state="revoked")

    found = as_visitor.get(f"/api/bookings/{booking.public_id}/links").json()

    claimed, unclaimed = found["links"]
    assert claimed == {"_id": claimed["_id"], "url": None, "status": "claimed", "firstName": "Sam"}
    assert (get_token(unclaimed["url"]), unclaimed["status"]) == (second, "open")
    assert found["seatsLeft"] == 2


def test_a_revoked_link_is_dead_and_its_seat_can_be_given_away_again(as_visitor, visitor):
    booking = BookingFactory(user=visitor, seats=1)
    token = create_token(as_visitor, booking)
    link = booking.seat_links.get()

    answers = [as_visitor.delete(f"/api/links/{link.public_id}") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == {"_id": link.public_id, "url": None, "status": "revoked"}
    assert [answer.status_code for answer in (read_seat(token), claim(token), give_back(token))] == [404] * 3
    assert read_seat(token).json() == DEAD
    assert create_links(as_visitor, booking).status_code == 201


def test_a_buyer_cannot_revoke_a_claimed_seat(as_visitor, booking):
    guest = GuestFactory(booking=booking)

    answer = as_visitor.delete(f"/api/links/{guest.public_id}")

    sentence = "Sam has this seat. Ask Sam to give it back, or write to us."
    assert (answer.status_code, answer.json()) == (409, {"message": sentence, "code": "claimed"})
    assert read_seat(guest.ticket_token).status_code == 200
