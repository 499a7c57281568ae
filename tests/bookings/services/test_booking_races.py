"""Changes by staff, buyers and upkeep at the same time. Each waits for the locks of the others and sees their seats."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, SeatLink
from bookings.selectors.free_seats import count_taken_seats
from bookings.services import seats
from bookings.services.events import cancel_unbooked_date, roll_forward, update_event
from bookings.services.seat_links import count_claimed, create_links, revoke_link, revoke_surplus_links
from bookings.services.seats import lock_booked_dates
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from events.models import Event, Occurrence, Place
from events.services.places import change_place
from tests.bookings.seat_links import claim
from tests.bookings.seat_links import create_links as post_links
from tests.conftest import signed_in
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, SeatLinkFactory, UserFactory
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def update(date: Occurrence, **changes: object) -> object:
    return update_event(event_id=date.event_id, changes=changes, move_bookings=None, by=None)


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("over_capacity", lambda date: update(date, maximum_event_capacity=5)),
        ("date_has_bookings", lambda date: cancel_unbooked_date(event_id=date.event_id, when=date.starts_at, by=None)),
        ("booked_dates", lambda date: update(date, starts_at=date.starts_at + DAY, ends_at=date.ends_at + DAY)),
    ],
    ids=["lower the capacity", "cancel", "move"],
)
def test_a_change_by_staff_waits_for_a_buyer_and_is_refused(code: str, change: Callable[[Occurrence], object]) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=10)
    wanted, until, buyer = {date.pk: 6}, timezone.now() + timedelta(minutes=9), UserFactory()

    refusal = run_during(lambda: seats.hold_seats(wanted=wanted, until=until, by=buyer), lambda: change(date))

    assert refusal == code
    assert count_taken_seats([date.pk], timezone.now()) == wanted
    after = Occurrence.objects.get()
    assert (after.status, after.starts_at, after.event.maximum_event_capacity) == ("scheduled", date.starts_at, 10)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_place_and_its_event_do_not_get_seats_that_contradict_each_other_at_once(attempt: int) -> None:
    event = OccurrenceFactory(event__maximum_event_capacity=10, event__place__seats=20).event

    run_together(
        lambda: update_event(event_id=event.pk, changes={"maximum_event_capacity": 20}, move_bookings=None, by=None),
        lambda: change_place(place_id=event.place_id, fields={"seats": 15}, by=None),
    )

    event = Event.objects.select_related("place").get()
    assert (event.maximum_event_capacity, event.place.seats) in ((20, 20), (10, 15))


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_one_place_is_made_of_a_text_that_two_write_at_once(attempt: int) -> None:
    events = [EventFactory(), EventFactory()]

    codes = run_together(
        *[
            lambda event=event: (
                update_event(event_id=event.pk, changes={"place": "Fermata"}, move_bookings=None, by=None).place.text
            )
            for event in events
        ]
    )

    assert codes == ["Fermata", "Fermata"]
    assert Place.objects.filter(name="Fermata").count() == 1


def test_a_series_extended_twice_at_once_has_each_date_once():
    event = EventFactory(is_recurring=True, repeat_interval="daily")
    for number in range(2):
        OccurrenceFactory(event=event, starts_at=event.starts_at + timedelta(days=number))
    now = timezone.now()

    added = run_together(*[lambda: roll_forward(now=now)] * 2)

    starts = list(event.occurrences.values_list("starts_at", flat=True))
    assert len(starts) == len(set(starts)) > 300
    assert sorted(added) == [0, len(starts) - 2]


@pytest.fixture
def booking(transactional_db: None) -> Booking:
    return BookingFactory(seats=1)


@in_one_transaction
def request_seat_back(booking: Booking) -> None:
    """Request a seat of the booking back, as a buyer's change of the order does, unless a guest has it."""
    lock_booked_dates([booking.pk])
    if Booking.objects.get(pk=booking.pk).seats <= count_claimed(booking):
        raise DomainError("Sam has one of these seats.", code="seats_claimed")
    Booking.objects.filter(pk=booking.pk).update(returning=1)
    revoke_surplus_links(booking)


def test_of_two_claims_of_one_link_one_gets_the_seat(booking: Booking) -> None:
    for _ in range(5):
        link = SeatLinkFactory(booking=booking)
        token = link.claim_token

        answers = run_together(lambda t=token: claim(t, "Sam"), lambda t=token: claim(t, "Kim"))

        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (late,) = [answer.json() for answer in answers if answer.status_code == 409]
        assert late == {"message": "Someone has already taken this seat.", "code": "claimed"}
        SeatLink.objects.all().delete()


def test_a_claim_waits_for_a_return_of_the_seat_and_finds_the_link_dead(booking: Booking) -> None:
    token = SeatLinkFactory(booking=booking).claim_token

    answer = run_during(lambda: request_seat_back(booking), lambda: claim(token))

    assert (answer.status_code, answer.json()["message"]) == (404, "This link no longer works.")
    assert SeatLink.objects.get().state == "revoked"


def test_two_requests_never_give_away_more_seats_than_there_are(booking: Booking) -> None:
    codes = run_during(
        lambda: create_links(booking_id=booking.pk, count=1, by=booking.user),
        lambda: create_links(booking_id=booking.pk, count=1, by=booking.user),
    )

    assert codes == "no_seat"
    assert SeatLink.objects.count() == 1


def test_one_request_for_links_sent_twice_at_once_creates_them_once(booking: Booking) -> None:
    Booking.objects.update(seats=3)
    clients = [signed_in(booking.user), signed_in(booking.user)]
    headers = {"Idempotency-Key": "tap"}

    answers = run_together(*(lambda client=client: post_links(client, booking, **headers) for client in clients))

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert SeatLink.objects.count() == 1


def test_revoking_a_link_waits_for_a_claim(booking: Booking) -> None:
    link = SeatLinkFactory(booking=booking)

    code = run_during(lambda: claim(link.claim_token), lambda: revoke_link(link_id=link.pk, by=booking.user))

    assert (code, SeatLink.objects.get().state) == ("claimed", "claimed")
