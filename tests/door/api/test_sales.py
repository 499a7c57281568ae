"""POST /api/door/sales: seats sold at the door for cash, while the phone has a connection."""

import pytest
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from charityshop.models import OutgoingMail
from events.models import Occurrence
from orders.models import Order
from tests.door.till_calls import Phone, get_night, open_night
from tests.orders.api_calls import build_order, post_order
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def count_taken(date):
    return sum(Booking.objects.taken(timezone.now()).filter(occurrence=date).values_list("seats", flat=True))


def test_a_sale_is_a_paid_order_whose_guests_are_inside(as_admin, till, tonight, night):
    answer = till.sell(seats=2, given=30)

    assert answer.status_code == 201
    sale = answer.json()
    assert (sale["total"], sale["change"]) == (27.6, 2.4)
    order = as_admin.get(f"/api/orders/{sale['order']}").json()
    assert (order["status"], order["paymentMethod"], order["totalPrice"]) == ("paid", "Cash", 27.6)
    (row,) = [each for each in till.get_list()["passes"] if each["h"] == sale["h"]]
    assert (row["seats"], row["in"], row["state"]) == (2, 2, "valid")
    assert [entry["h"] for entry in till.get_list()["recent"]] == [sale["h"]]
    assert count_taken(tonight) == 2
    assert get_night(as_admin, night)["in"] == 2


def test_a_sale_that_is_sent_again_gives_the_same_answer_and_sells_nothing_more(till, tonight):
    first = till.sell(given=20)
    again = till.sell(given=20, seq=till.seq)

    assert (again.status_code, again.json()) == (201, first.json())
    assert (Order.objects.count(), count_taken(tonight)) == (1, 1)


@pytest.mark.parametrize("other", [{"seats": 2}, {"given": 50}])
def test_a_number_belongs_to_one_sale(till, other):
    till.sell(given=20)

    answer = till.sell(**{"given": 20, "seq": till.seq} | other)

    assert (answer.status_code, answer.json()["code"]) == (409, "seq_reused")
    assert Order.objects.count() == 1


def test_a_sold_out_date_sells_nothing_and_says_what_is_left(till, tonight):
    BookingFactory(occurrence=tonight, seats=3)

    answer = till.sell(seats=2)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert [short["countInStock"] for short in answer.json()["short"]] == [1]
    assert not Order.objects.exists()
    assert till.sell(seats=1, seq=till.seq).status_code == 201


def test_seats_that_the_shop_holds_are_not_sold(as_admin, as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=2, event__price="0")
    assert post_order(as_visitor, build_order(date, seats=2)).status_code == 201

    assert Phone(as_admin, open_night(as_admin, date)).sell().json()["code"] == "sold_out"


def test_too_little_cash_sells_nothing(till):
    answer = till.sell(given=10)

    assert answer.status_code == 400
    assert answer.json()["message"] == "That is $3.80 short."
    assert not Order.objects.exists()


def test_cash_needs_an_open_drawer(as_admin, night):
    answer = Phone(as_admin, night).sell()

    assert (answer.status_code, answer.json()["code"]) == (409, "drawer_closed")
    assert answer.json()["message"] == "Open the drawer first."
    assert not Order.objects.exists()


def test_seats_are_sold_until_the_date_ends(till, tonight):
    Occurrence.objects.filter(pk=tonight.pk).update(ends_at=in_days(0, hours=-0.5))

    answer = till.sell()

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert "has ended" in answer.json()["message"]


def test_a_phone_that_only_lets_guests_in_sells_nothing(as_admin, night):
    phone = Phone(as_admin, night, role="door")

    for answer in (phone.sell(), phone.keep(1), phone.open_drawer(), phone.count("Ana", 1), phone.close_drawer()):
        assert (answer.status_code, answer.json()["code"]) == (403, "door_role")


def test_whoever_bought_at_the_door_gets_no_email_and_is_no_user_in_the_list(as_admin, till):
    till.sell()

    assert not OutgoingMail.objects.exists()
    house = User.objects.get(email="door@deleted.invalid")
    assert not house.is_active
    assert house.public_id not in [user["_id"] for user in as_admin.get("/api/users").json()["users"]]
    assert as_admin.get(f"/api/users/{house.public_id}").status_code == 404


def test_the_door_sells_more_than_one_account_may_hold(as_admin, settings):
    settings.MAX_FREE_SEATS = 2
    date = OccurrenceFactory(event__price="0", event__maximum_event_capacity=20)
    phone = Phone(as_admin, open_night(as_admin, date))

    assert [phone.sell(seats=5, given=0).status_code for _ in range(3)] == [201, 201, 201]
