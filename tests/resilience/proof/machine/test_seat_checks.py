"""The checks of seats and waiting lists find what they are for, when a test writes it to the database directly."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, Entry
from tests.orders.api_calls import create_order
from tests.orders.waiting_lists import create_full_date, end_offers, free_seats, join
from tests.resilience.proof.machine.seat_checks import SeatCount, find_seat_violations, find_step_violations
from tests.support.factories import BookingFactory, SeatLinkFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date(as_visitor):
    """A full date with 4 seats, for 2 of which somebody waits."""
    date = create_full_date()
    join(as_visitor, date, 2)
    return date


def count_seats() -> SeatCount:
    return SeatCount.read(timezone.now())


def find_after(step) -> list[str]:
    before = count_seats()
    step()
    return find_step_violations(before, count_seats())


def test_ordinary_waiting_lists_and_offers_have_no_violations(as_visitor, as_admin, date):
    assert find_after(lambda: free_seats(as_admin, date, 2)) == find_seat_violations(count_seats()) == []
    assert find_after(lambda: create_order(as_visitor, date)) == find_seat_violations(count_seats()) == []


def test_too_many_seats_and_links_are_found(date):
    booking = BookingFactory(occurrence=date, seats=1)
    for _ in range(2):
        SeatLinkFactory(booking=booking)

    found = find_seat_violations(count_seats())

    assert [text for text in ("5 of 4 seats are taken", "has 2 links") if not any(text in row for row in found)] == []


def test_an_offer_without_seats_or_with_too_many_is_found(as_admin, date):
    free_seats(as_admin, date, 2)
    Booking.objects.filter(kind="offer").update(status="cancelled")

    assert "is offered and has 0 live bookings" in find_seat_violations(count_seats())[0]


def test_seats_sold_past_the_waiting_list_are_found(as_admin, date):
    free_seats(as_admin, date, 2)
    end_offers()
    Entry.objects.update(status="waiting")

    found = find_after(lambda: BookingFactory(occurrence=date, seats=1))

    assert "1 seats were sold, and 0 were for everybody" in found[0]


def test_released_seats_that_nobody_is_offered_are_found(date):
    last = Booking.objects.order_by("-pk")[:2]

    found = find_after(lambda: Booking.objects.filter(pk__in=last.values("pk")).update(status="cancelled"))

    assert "2 seats became free and were offered to nobody" in found[0]


def test_an_offer_before_somebody_who_waits_longer_is_found(as_admin, date):
    later = Entry.objects.create(occurrence=date, user=UserFactory(), seats=2, at_least=1)

    def offer() -> None:
        until = timezone.now() + timedelta(hours=1)
        Booking.objects.filter(pk__in=list(Booking.objects.values_list("pk", flat=True)[:2])).delete()
        Entry.objects.filter(pk=later.pk).update(status="offered", offered_until=until)
        BookingFactory(
            occurrence=date, user=later.user, kind="offer", status="pending", held_until=until, waiting_entry=later
        )

    assert any("got 2 seats before entry" in row for row in find_after(offer))
