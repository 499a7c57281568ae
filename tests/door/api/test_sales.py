"""Sales for cash: online, of seats that a phone keeps, and reported later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from door.models import Move
from events.models import Occurrence
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment
from payments.selectors.revenue import list_months
from tests.changes.change_calls import move
from tests.door.till_calls import TillClient, build_cash, build_sale, get_door, open_door, post_door
from tests.orders.api_calls import build_order, post_money
from tests.orders.waiting_lists import get_offered_seats, join
from tests.payments.refund_calls import count_seats_left
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days


def count_all_taken():
    return sum(Booking.objects.taken(timezone.now()).values_list("seats", flat=True))


def test_a_sale_is_a_paid_order_whose_guests_are_inside(as_admin, till, door_id):
    answer = till.sell(seats=2, given=30)

    assert answer.status_code == 201
    sale = answer.json()
    assert (sale["total"], sale["change"]) == (27.6, 2.4)
    order = as_admin.get(f"/api/orders/{sale['order']}").json()
    assert (order["status"], order["paymentMethod"], order["totalPrice"]) == ("paid", "Cash", 27.6)
    (row,) = [each for each in till.get_list()["passes"] if each["h"] == sale["h"]]
    assert (row["seats"], row["in"], row["state"]) == (2, 2, "valid")
    assert [entry["h"] for entry in till.get_list()["recent"]] == [sale["h"]]
    assert count_all_taken() == 2
    assert get_door(as_admin, door_id)["in"] == 2


def test_a_sale_that_is_sent_again_gives_the_same_answer_and_sells_nothing_more(till):
    first = till.sell(given=20)
    again = till.sell(given=20, seq=till.seq)

    assert (again.status_code, again.json()) == (201, first.json())
    assert (Order.objects.count(), count_all_taken()) == (1, 1)


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
    assert post_money(as_visitor, build_order(date, seats=2)).status_code == 201

    assert TillClient(as_admin, open_door(as_admin, date)).sell().json()["code"] == "sold_out"


def test_too_little_cash_sells_nothing(till):
    answer = till.sell(given=10)

    assert answer.status_code == 400
    assert answer.json()["message"] == "That is $3.80 short."
    assert not Order.objects.exists()


def test_seats_are_sold_until_the_date_ends(till, tonight):
    Occurrence.objects.filter(pk=tonight.pk).update(ends_at=in_days(0, hours=-0.5))

    answer = till.sell()

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert "has ended" in answer.json()["message"]


def test_a_buyer_who_bought_at_the_door_gets_no_email_and_is_no_user_in_the_list(as_admin, till):
    till.sell()

    assert not Outgoing.objects.exists()
    house = User.objects.get(email="door@deleted.invalid")
    assert not house.is_active
    assert house.public_id not in [user["_id"] for user in as_admin.get("/api/users").json()["users"]]
    assert as_admin.get(f"/api/users/{house.public_id}").status_code == 404


def test_the_door_sells_more_than_one_account_may_hold(as_admin, settings):
    settings.MAX_FREE_SEATS = 2
    date = OccurrenceFactory(event__price="0", event__maximum_event_capacity=20)
    phone = TillClient(as_admin, open_door(as_admin, date))

    assert [phone.sell(seats=5, given=0).status_code for _ in range(3)] == [201, 201, 201]


@pytest.fixture
def ahead(as_admin):
    """A date next week with four seats."""
    return OccurrenceFactory(event__price="12.00", event__maximum_event_capacity=4)


@pytest.fixture
def phone(as_admin, ahead):
    return TillClient(as_admin, open_door(as_admin, ahead))


def get_live():
    return Booking.objects.taken(timezone.now()).get(kind="allotment")


def test_kept_seats_are_not_for_sale(phone, as_visitor, as_anonymous, ahead):
    answer = phone.keep(3)

    assert (answer.status_code, answer.json()) == (200, {"seats": 3})
    assert phone.get_list()["allotment"] == 3
    assert count_seats_left(as_anonymous, ahead) == 1
    assert post_money(as_visitor, build_order(ahead, seats=2)).json()["code"] == "sold_out"


def test_no_more_seats_are_kept_than_there_are(phone, ahead):
    BookingFactory(occurrence=ahead, seats=2)
    phone.keep(1)

    answer = phone.keep(3)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert answer.json()["short"][0]["countInStock"] == 1
    assert get_live().seats == 1


def test_seats_can_be_added_and_given_back(phone, ahead, as_anonymous):
    for count in (1, 4, 2, 0):
        assert phone.keep(count).status_code == 200
        assert count_seats_left(as_anonymous, ahead) == 4 - count


@pytest.mark.parametrize("left", [0, 1])
def test_seats_that_are_given_back_are_offered_to_the_waiting_list(phone, as_visitor, ahead, left):
    phone.keep(4)
    join(as_visitor, ahead, 4, at_least=1)

    phone.keep(left)

    assert get_offered_seats(as_visitor) == [4 - left]


def move_by_form(client, date, to):
    times = {"startTime": to.isoformat(), "endTime": (to + timedelta(hours=3)).isoformat(), "moveBookings": True}
    assert client.put(f"/api/products/{date.event.public_id}", times, format="json").status_code == 200


@pytest.mark.parametrize("move_date", [move, move_by_form])
def test_a_phone_keeps_its_seats_until_the_new_end_of_a_date_that_moves(as_admin, phone, ahead, move_date):
    phone.keep(3)
    after_the_end = get_live().held_until - ahead.ends_at

    move_date(as_admin, ahead, in_days(9))

    assert phone.get_list()["allotment"] == 3
    ahead.refresh_from_db()
    assert get_live().held_until == ahead.ends_at + after_the_end


def test_a_new_allotment_does_not_revive_one_whose_time_is_over(phone):
    phone.keep(2)
    Booking.objects.update(held_until=in_days(-1))

    assert phone.keep(3).status_code == 200
    assert get_live().seats == phone.get_list()["allotment"] == 3


def list_moves():
    return [(move.kind, float(move.amount), move.order is not None) for move in Move.objects.all()]


def test_a_reported_sale_takes_its_seats_from_the_phones_own(as_admin, till, tonight):
    till.keep(3)
    BookingFactory(occurrence=tonight, seats=1)  # the rest

    (result,) = till.report(build_sale(2, 27.6, 30))

    assert (result["answer"], result["conflict"]) == ("stored", None)
    order = Order.objects.get()
    assert (order.status, float(order.payments.get().amount), float(order.payments.get().given)) == ("paid", 27.6, 30)
    assert (count_all_taken(), till.get_list()["allotment"]) == (4, 1)
    assert list_moves() == [("sale", 27.6, True)]
    till.report(build_sale())
    assert till.get_list()["allotment"] == 0


def test_a_sale_counts_in_the_month_in_which_the_phone_made_it(till):
    """In the revenue as in the ledger, although the phone had no signal until the next month."""
    month = timezone.localtime().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    made_at = month - timedelta(minutes=1)  # the time that sending takes counts as a slow clock

    till.report(build_sale(total=12.0, allotment=False) | {"at": made_at.isoformat()})

    counted = [each.first_day for each in list_months()]
    assert counted == [Payment.objects.in_cash().get().posted_on.replace(day=1)] == [made_at.date().replace(day=1)]


def test_once_the_allotment_is_gone_a_sale_takes_free_seats(till):
    till.keep(2)
    Booking.objects.filter(kind="allotment").update(held_until=in_days(-1))

    (result,) = till.report(build_sale())

    assert (result["answer"], result["conflict"]) == ("stored", None)
    assert Order.objects.get().status == "paid"


def test_without_free_seats_there_is_no_order_but_its_cash_is_in_the_drawer(as_admin, door_id, till, tonight):
    till.keep(2)
    Booking.objects.filter(kind="allotment").update(held_until=in_days(-1))
    BookingFactory(occurrence=tonight, seats=4)

    (result,) = till.report(build_sale())

    assert (result["answer"], result["conflict"]) == ("stored", "over")
    assert not Order.objects.exists()
    (conflict,) = get_door(as_admin, door_id)["conflicts"]
    assert (conflict["conflict"], conflict["giveBack"]) == ("over", 13.8)
    assert count_all_taken() == 4


@pytest.mark.parametrize("who", ["organizer", "phone"])
def test_undoing_a_sale_without_seats_moves_no_cash(as_admin, door_id, till, tonight, who):
    """The cash was taken. The person who returns it notes that, whether the row is undone before or afterwards."""
    BookingFactory(occurrence=tonight, seats=4)
    till.report(build_sale(allotment=False))

    undo(as_admin, door_id, till, who)

    assert get_door(as_admin, door_id)["conflicts"] == []
    assert count(till, 63.8) == (63.8, 0)
    till.report(build_cash(-13.8, "Returned"))
    assert count(till, 50) == (50, 0)
    assert list_moves() == [("over", 13.8, False), ("other", -13.8, False)]


@pytest.mark.parametrize("who", ["organizer", "phone"])
def test_undoing_a_sale_lets_its_guests_out_and_keeps_the_order_and_its_cash(as_admin, door_id, till, who):
    till.keep(2)
    till.report(build_sale(2, 27.6, 30))

    undo(as_admin, door_id, till, who)

    assert get_door(as_admin, door_id)["in"] == 0
    assert (Order.objects.get().status, count_all_taken()) == ("paid", 2)
    assert count(till, 77.6) == (77.6, 0)


def undo(as_admin, door_id, till, who):
    if who == "phone":
        till.report({"kind": "undo", "of": 1})
        return
    assert post_door(as_admin, door_id, "undo", device=till.uuid, seq=1, reason="No seats.").status_code == 200


def count(till, total):
    till.count("Ana", total)
    drawer = till.count("Ben", total).json()
    return drawer["expected"], drawer["difference"]


def test_a_sale_of_more_seats_than_the_phone_keeps_takes_free_ones_too(till):
    till.keep(1)

    till.report(build_sale(3, 41.4, 50))

    assert (Order.objects.count(), count_all_taken(), till.get_list()["allotment"]) == (1, 3, 0)
