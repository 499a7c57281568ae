"""Who is offered seats that come free, for how long, how an order takes over an offer, and how it ends without one."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking, WaitingEntry
from bookings.services.waiting_list import serve_waiting_lists
from changes.services.leave_waiting_list import remove_deactivated
from events.formatting import format_when
from orders.models import Order
from payments.services.reconcile_payments import expire_holds
from tests.conftest import signed_in
from tests.door.till_calls import TillClient, open_door
from tests.orders.api_calls import (
    approve_payment,
    build_order,
    create_order,
    create_paypal_order,
    expire_hold,
    list_booking_ids,
    pay,
    pay_test_order,
    pay_with_paypal,
    post_money,
)
from tests.orders.waiting_lists import (
    cancel,
    create_full_date,
    create_offered_date,
    end_offers,
    free_seats,
    get_hold_end,
    get_offer_end,
    get_offered_seats,
    get_places,
    get_stock,
    join,
    leave,
)
from tests.support.factories import PASSWORD, OccurrenceFactory, UserFactory, in_days
from tests.support.messages import delivered, html_of


def test_a_released_seat_is_offered_to_the_first_whom_it_helps(as_visitor, as_other_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date, 3, at_least=2)
    join(as_other_visitor, date, 1)

    free_seats(as_admin, date, 1)

    assert (get_offered_seats(as_visitor), get_offered_seats(as_other_visitor)) == ([], [1])
    assert get_places(as_visitor)[0]["position"] == 1
    assert get_stock(as_anonymous, date) == 0


@pytest.mark.parametrize(
    ("hours", "minutes"), [(24 * 30, 24 * 60), (40, 10 * 60), (3, 45), (1.5, 30)], ids=["month", "day", "hours", "soon"]
)
def test_an_offer_lasts_a_quarter_of_the_time_to_the_start_and_ends_on_a_full_hour(
    as_visitor, as_admin, hours, minutes
):
    date = create_full_date()
    date.starts_at = timezone.now() + timedelta(hours=hours, seconds=20)
    date.ends_at = date.starts_at + timedelta(hours=3)
    date.save()
    WaitingEntry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1)

    free_seats(as_admin, date)

    entry = WaitingEntry.objects.get()
    quarter = timezone.now() + timedelta(minutes=minutes)
    assert quarter - timedelta(seconds=30) < entry.offered_until < quarter + timedelta(hours=1, seconds=30)
    assert entry.offered_until <= date.starts_at
    last_hour = date.starts_at - timedelta(hours=1)  # in which seats are for everybody
    assert f"{entry.offered_until:%M:%S}" == "00:00" or last_hour <= entry.offered_until <= date.starts_at
    assert Booking.objects.get(kind="offer").held_until == entry.offered_until


def test_within_an_hour_of_the_start_seats_are_for_everyone(as_visitor, as_admin, as_anonymous):
    date = create_full_date()
    join(as_visitor, date)
    date.starts_at = in_days(0, hours=0.99)
    date.save()

    free_seats(as_admin, date)

    assert get_places(as_visitor)[0]["status"] == "ended"
    assert get_stock(as_anonymous, date) == 1
    assert WaitingEntry.objects.get().status == "ended"


def test_an_offer_is_emailed_with_a_link_to_leave_by(as_visitor, as_admin, as_anonymous, settings):
    date = create_full_date(name="Friday Draft")
    join(as_visitor, date, 2, at_least=1)

    free_seats(as_admin, date, 1)

    (message,) = delivered("seats_offered")
    assert message.to == ["ana@example.com"]
    assert message.subject.startswith("1 seat for you until ")
    assert ": book it or pass it on" in message.subject
    token = WaitingEntry.objects.get().leave_token
    for part in (message.body, html_of(message)):
        assert f"{settings.SITE_URL}/leave-waiting-list#{token}" in part
        assert f"/product/{date.event.public_id}?rsvpDate=" in part
        assert "Friday Draft" in part


def test_an_offer_of_a_date_that_moves_is_made_again_for_its_new_time(as_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date)
    free_seats(as_admin, date)
    delivered("seats_offered")

    for hours in (4, 3):
        times = {"startTime": in_days(0, hours=hours).isoformat(), "endTime": in_days(0, hours=6).isoformat()}
        saved = as_admin.put(f"/api/products/{date.event.public_id}", times | {"moveBookings": True}, format="json")
        assert saved.status_code == 200, saved.content

    assert timedelta(minutes=43) < get_offer_end() - timezone.now() <= timedelta(minutes=105)
    assert Booking.objects.get(kind="offer").held_until == get_offer_end()
    _, again = delivered("seats_offered")
    date.refresh_from_db()
    assert format_when(date.starts_at, date.ends_at) in again.body


def test_seats_that_are_added_while_their_date_moves_are_offered_once(as_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date)
    times = {"startTime": in_days(8).isoformat(), "endTime": in_days(8, hours=3).isoformat()}
    changes = times | {"moveBookings": True, "maximumEventCapacity": date.event.maximum_event_capacity + 4}

    assert as_admin.put(f"/api/products/{date.event.public_id}", changes, format="json").status_code == 200

    (message,) = delivered("seats_offered")
    date.refresh_from_db()
    assert format_when(date.starts_at, date.ends_at) in message.body


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
    assert [entry.status for entry in WaitingEntry.objects.all()] == ["expired", "offered"]
    assert serve_waiting_lists() == 0
    assert join(as_visitor, date)["position"] == 1, "a user who missed an offer may wait again"


def test_between_the_end_of_an_offer_and_upkeep_nobody_skips_ahead(
    as_visitor, as_other_visitor, as_admin, as_anonymous
):
    date = create_full_date()
    third = signed_in(UserFactory())
    join(as_visitor, date)
    join(as_other_visitor, date, 3, at_least=1)
    free_seats(as_admin, date)
    end_offers()

    refused = post_money(third, build_order(date, seats=1))

    assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    assert refused.json()["short"][0]["countInStock"] == 0
    for path in (f"/api/products/{date.event.public_id}", "/api/products?view=dates", "/api/products/all"):
        assert '"countInStock":0' in as_anonymous.get(path).content.decode().replace(" ", ""), path
    assert as_anonymous.get("/api/products?view=dates&seats=1").json()["products"] == []


@pytest.fixture
def date(as_visitor, as_admin):
    return create_offered_date(as_visitor, as_admin)


def test_an_order_takes_over_the_offered_seats_until_the_end_of_the_offer_or_the_payment(
    as_visitor, as_other_visitor, as_anonymous, paypal, date
):
    offer = Booking.objects.get(kind="offer")
    assert post_money(as_other_visitor, build_order(date, seats=1)).json()["code"] == "sold_out"

    order = create_order(as_visitor, date, seats=3)

    assert list_booking_ids(order) == [offer.public_id]
    assert get_hold_end(order) == get_offer_end()
    assert get_stock(as_anonymous, date) == 0
    (place,) = get_places(as_visitor)
    assert (place["status"], place["offer"]["isOrdered"]) == ("offered", True)
    create_paypal_order(as_visitor, order)
    assert get_hold_end(order) == get_offer_end()
    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"
    (place,) = get_places(as_visitor)
    assert (place["status"], place["offer"]) == ("accepted", None)
    offer.refresh_from_db()
    assert (offer.kind, offer.status) == ("order", "confirmed")


def test_fewer_seats_free_the_rest_for_the_next_one(as_visitor, as_other_visitor, date):
    join(as_other_visitor, date)

    create_order(as_visitor, date, seats=2)

    assert get_offered_seats(as_other_visitor) == [1]


def test_offered_seats_are_ordered_alone(as_visitor, date):
    for body in (build_order(date, OccurrenceFactory(), seats=1), build_order(date, seats=4)):
        refused = post_money(as_visitor, body)

        assert refused.status_code == 409
        assert refused.json() == {"message": "Book the offered seats first, then the rest.", "code": "offer_alone"}
    assert get_offered_seats(as_visitor) == [3]
    assert not Order.objects.exists()


def test_offers_do_not_count_toward_the_limit_on_holds(as_visitor, settings, date):
    settings.MAX_HELD_ORDERS = 1
    held = create_order(as_visitor, OccurrenceFactory())

    offered = create_order(as_visitor, date, seats=3)
    cancel(as_visitor, held)

    assert (offered["status"], create_order(as_visitor, OccurrenceFactory())["status"]) == ("held", "held")


# --- Orders that end without a payment, and seats that are released later ---------------------------------------------


def test_canceling_the_order_restores_the_offer_until_its_end(as_visitor, as_other_visitor, as_admin, date):
    join(as_other_visitor, date)
    until = get_offer_end()
    for client in (as_visitor, as_admin):
        cancel(client, create_order(as_visitor, date, seats=3))

        (place,) = get_places(as_visitor)
        assert (place["status"], place["offer"]["seats"], place["offer"]["isOrdered"]) == ("offered", 3, False)
        assert datetime.fromisoformat(place["offer"]["until"]) == until.replace(microsecond=0)
        assert get_offered_seats(as_other_visitor) == []


def test_a_date_that_moves_cancels_the_order_and_restores_the_offer_which_ends_before_its_new_time(
    as_visitor, as_admin, date
):
    create_order(as_visitor, date, seats=3)
    times = {"startTime": in_days(0, hours=4).isoformat(), "endTime": in_days(0, hours=7).isoformat()}
    saved = as_admin.put(f"/api/products/{date.event.public_id}", times | {"moveBookings": True}, format="json")
    assert saved.status_code == 200, saved.content

    assert get_offered_seats(as_visitor) == [3]
    assert Booking.objects.get(kind="offer", status="pending").held_until == get_offer_end() <= in_days(0, hours=3)


def test_canceling_the_order_while_the_event_is_hidden_keeps_the_place_and_no_seats(as_visitor, as_admin, date):
    order = create_order(as_visitor, date, seats=3)
    actions = f"/api/products/{date.event.public_id}"
    assert as_admin.post(f"{actions}/archive").status_code == 200

    cancel(as_visitor, order)

    (place,) = get_places(as_visitor)
    assert (place["status"], place["position"], place["offer"]) == ("waiting", 1, None)
    till = TillClient(as_admin, open_door(as_admin, date))
    assert [till.keep(count).status_code for count in (3, 0)] == [200, 200]
    assert as_admin.post(f"{actions}/restore").status_code == 200
    serve_waiting_lists()
    assert get_offered_seats(as_visitor) == [3]


def test_an_expired_order_cannot_take_seats_from_the_waiting_list_and_passes_them_on(
    as_visitor, as_other_visitor, paypal, date
):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    end_offers()
    expire_hold(order)

    assert get_places(as_visitor)[0]["status"] == "expired"
    for refused in (
        as_visitor.post(f"/api/orders/{order['_id']}/paypal"),
        post_money(as_visitor, build_order(date, seats=3)),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "sold_out")
    assert expire_holds() == 1
    assert get_offered_seats(as_other_visitor) == [3]


def test_an_expired_order_can_be_paid_if_nobody_waits(as_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    end_offers()
    expire_hold(order)

    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"
    assert WaitingEntry.objects.get().status == "expired"


def test_the_seats_stay_if_the_offer_ends_while_its_payment_is_captured(as_visitor, as_other_visitor, paypal, date):
    order = create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "capturing"

    end_offers()
    assert leave(as_visitor, get_places(as_visitor)[0]).status_code == 200
    serve_waiting_lists()

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "paid"
    assert get_offered_seats(as_other_visitor) == []


def test_a_buyer_who_cancels_after_paying_is_not_put_back_on_the_list(as_visitor, as_admin, date):
    order = pay_test_order(as_visitor, create_order(as_visitor, date, seats=3))

    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ana was ill."}, format="json")

    assert answer.json()["status"] == "refunded"
    assert get_places(as_visitor)[0]["status"] == "accepted"
    assert get_offered_seats(as_visitor) == []


def test_deleting_the_account_leaves_all_lists(as_visitor, as_other_visitor, visitor, date):
    create_order(as_visitor, date, seats=3)
    join(as_visitor, create_full_date())
    join(as_other_visitor, date, 3)

    assert as_visitor.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200

    assert set(WaitingEntry.objects.filter(user=visitor).values_list("status", flat=True)) == {"left"}
    assert get_offered_seats(as_other_visitor) == [3]


@pytest.mark.parametrize("is_ordered", [False, True], ids=["offered", "ordered"])
def test_a_deactivated_account_keeps_no_offer(as_visitor, as_other_visitor, as_admin, visitor, date, is_ordered):
    if is_ordered:
        create_order(as_visitor, date, seats=3)
    join(as_other_visitor, date, 3)
    deactivated = as_admin.put(f"/api/users/{visitor.public_id}", {"isDeactivated": True}, format="json")
    assert deactivated.status_code == 200, deactivated.content

    assert remove_deactivated() == 1

    assert WaitingEntry.objects.get(user=visitor).status == "removed"
    assert get_offered_seats(as_other_visitor) == [3]
