"""Who is offered seats that come free, and for how long."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, Entry
from bookings.services.waiting_list import serve_waiting_lists
from tests.conftest import signed_in
from tests.orders.api_calls import build_order, post_order
from tests.orders.waiting_lists import (
    create_full_date,
    end_offers,
    free_seats,
    get_offered_seats,
    get_places,
    get_stock,
    join,
)
from tests.support.factories import UserFactory, in_days
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db


def test_a_released_seat_is_offered_to_the_first_whom_it_helps(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date, 3, at_least=2)
    join(as_other_visitor, date, 1)

    free_seats(as_admin, date, 1)

    assert (get_offered_seats(as_visitor), get_offered_seats(as_other_visitor)) == ([], [1])
    assert get_places(as_visitor)[0]["position"] == 1
    assert get_stock(as_anonymous, date) == 0


def test_an_offer_has_fewer_seats_only_if_they_are_enough(as_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date, 4, at_least=2)
    Booking.objects.filter(pk=Booking.objects.earliest("pk").pk).update(seats=2)
    date.event.maximum_event_capacity = 5
    date.event.save()

    booking = Booking.objects.earliest("pk")
    as_admin.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")

    assert get_offered_seats(as_visitor) == [2]


@pytest.mark.parametrize(
    ("hours", "minutes"), [(24 * 30, 24 * 60), (40, 10 * 60), (3, 45), (1.5, 30)], ids=["month", "day", "hours", "soon"]
)
def test_an_offer_lasts_a_quarter_of_the_time_to_the_start(as_visitor, as_admin, hours, minutes):
    date = create_full_date()
    date.starts_at = timezone.now() + timedelta(hours=hours, seconds=20)
    date.ends_at = date.starts_at + timedelta(hours=3)
    date.save()
    Entry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1)

    free_seats(as_admin, date)

    entry = Entry.objects.get()
    lasts = entry.offered_until - timezone.now()
    assert abs(lasts - timedelta(minutes=minutes)) < timedelta(seconds=30)
    assert Booking.objects.get(kind="offer").held_until == entry.offered_until


def test_within_an_hour_of_the_start_seats_are_for_everyone(as_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date)
    date.starts_at = in_days(0, hours=0.99)
    date.save()

    free_seats(as_admin, date)

    assert get_places(as_visitor)[0]["status"] == "ended"
    assert get_stock(as_anonymous, date) == 1
    assert Entry.objects.get().status == "ended"


def test_an_offer_is_emailed_with_a_link_to_leave_by(as_visitor, as_admin, as_anonymous, settings):
    date = create_full_date(name="Friday Draft")
    join(as_visitor, date, 2, at_least=1)

    free_seats(as_admin, date, 1)

    (message,) = delivered("seats_offered")
    assert message.to == ["ana@example.com"]
    assert message.subject.startswith("1 seat for you until ")
    assert ": book it or pass it on" in message.subject
    token = Entry.objects.get().leave_token
    for part in (message.body, html_of(message)):
        assert f"{settings.SITE_URL}/leave-waiting-list#{token}" in part
        assert f"/product/{date.event.public_id}?rsvpDate=" in part
        assert "Friday Draft" in part


def test_an_offer_that_ended_is_passed_on_by_upkeep(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    end_offers()

    assert get_places(as_visitor)[0]["status"] == "expired"
    assert get_stock(as_anonymous, date) == 0, "the seat is the next one's already"
    assert serve_waiting_lists() == 1

    assert get_offered_seats(as_other_visitor) == [1]
    assert [entry.status for entry in Entry.objects.all()] == ["expired", "offered"]
    assert serve_waiting_lists() == 0
    assert join(as_visitor, date)["position"] == 1, "whoever missed an offer may wait again"


def test_between_the_end_of_an_offer_and_upkeep_nobody_skips_ahead(
    as_visitor, as_other_visitor, as_admin, as_anonymous
):
    date = create_full_date()
    third = signed_in(UserFactory())
    join(as_visitor, date)
    join(as_other_visitor, date, 3, at_least=1)
    free_seats(as_admin, date)
    end_offers()

    refused = post_order(third, build_order(date, seats=1))

    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    assert refused.json()["short"][0]["countInStock"] == 0
    for path in (f"/api/products/{date.event.public_id}", "/api/products?view=dates", "/api/products/all"):
        assert '"countInStock":0' in as_anonymous.get(path).content.decode().replace(" ", ""), path
    assert as_anonymous.get("/api/products?view=dates&seats=1").json()["products"] == []


def test_seats_that_help_nobody_on_the_list_are_for_everyone(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date, 3)

    free_seats(as_admin, date)

    assert get_stock(as_anonymous, date) == 1
    assert post_order(as_other_visitor, build_order(date, seats=1)).status_code == 201
    assert get_places(as_visitor)[0]["position"] == 1


def test_an_inactive_account_is_offered_nothing(as_visitor, as_other_visitor, as_admin, visitor):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    visitor.is_active = False
    visitor.save()

    free_seats(as_admin, date)

    assert get_offered_seats(as_other_visitor) == [1]
    assert Entry.objects.get(user=visitor).status == "removed"
