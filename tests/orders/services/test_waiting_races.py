"""Waiting lists with two requests at once, on real connections."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import timezone

from bookings.models import Booking, WaitingEntry
from bookings.services.waiting_list import serve_waiting_lists
from orders.models import Order
from orders.services.place_order import CartItem, OrderRequest, place_order
from payments.services.settle_payment import settle_paypal_order
from paypal.endpoints import capture_order
from tests.conftest import signed_in
from tests.orders.api_calls import (
    approve_payment,
    build_order,
    create_order,
    expire_hold,
    format_start,
    pay,
    post_money,
)
from tests.orders.discounted import create_member
from tests.orders.waiting_lists import (
    create_full_date,
    end_offers,
    free_seats,
    get_offered_seats,
    get_places,
    join,
    leave,
)
from tests.support.factories import OccurrenceFactory, UserFactory, VoucherFactory
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)


def cancel_booking(admin: Any, booking: Booking) -> Callable[[], Any]:
    client = signed_in(admin)
    return lambda: client.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")


def count_taken(date: Any) -> int:
    taken = Booking.objects.taken(timezone.now()).filter(occurrence=date)
    return int(taken.aggregate(sum=Sum("seats"))["sum"] or 0)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_last_freed_seat_goes_to_the_waiting_list_and_not_to_the_public(as_visitor, admin, attempt):
    date = create_full_date(1)
    join(as_visitor, date)
    others = [signed_in(UserFactory()) for _ in range(3)]

    released, *answers = run_together(
        cancel_booking(admin, Booking.objects.get()),
        *(lambda client=client: post_money(client, build_order(date, seats=1)) for client in others),
    )

    assert released.status_code == 200
    assert {answer.status_code for answer in answers} == {409}
    assert get_offered_seats(as_visitor) == [1]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_release_and_upkeep_make_one_offer(as_visitor, as_other_visitor, as_admin, admin, attempt):
    date = create_full_date(2)
    join(as_visitor, date)
    join(as_other_visitor, date, 2, at_least=1)
    free_seats(as_admin, date)
    end_offers()
    booking = Booking.objects.get(status="confirmed")

    run_together(cancel_booking(admin, booking), serve_waiting_lists, serve_waiting_lists)

    assert (
        Booking.objects.filter(kind="offer", status="pending", waiting_entry__user__email="ben@example.com").count()
        == 1
    )
    assert count_taken(date) <= 2


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_offer_is_ordered_or_passed_on(visitor, as_visitor, as_other_visitor, as_admin, attempt):
    date = create_full_date()
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    buyer = signed_in(visitor)

    ordered, left = run_together(
        lambda: post_money(buyer, build_order(date, seats=1)), lambda: leave(as_visitor, entry)
    )

    assert left.status_code == 200
    assert ordered.status_code in (201, 409)
    assert not Order.objects.filter(status="held").exists()
    assert get_offered_seats(as_other_visitor) == [1]
    assert count_taken(date) == 4


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_offer_that_ends_while_its_order_is_captured_keeps_its_seats(
    visitor, as_visitor, as_other_visitor, as_admin, paypal, attempt
):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    order = create_order(as_visitor, date, seats=1)
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    WaitingEntry.objects.filter(status="offered").update(offered_until=timezone.now())
    buyer = signed_in(visitor)

    answer, *_ = run_together(
        lambda: pay(buyer, order, paypal_order_id), serve_waiting_lists, serve_waiting_lists, serve_waiting_lists
    )

    assert answer.json()["status"] == "paid"
    assert get_offered_seats(as_other_visitor) == []
    assert get_places(as_visitor)[0]["status"] == "accepted"
    assert count_taken(date) == 4


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_added_seats_are_not_sold_past_the_waiting_list(as_visitor, as_other_visitor, admin, attempt):
    date = create_full_date(2)
    join(as_visitor, date)
    staff, path = signed_in(admin), f"/api/products/{date.event.public_id}"

    saved, ordered = run_together(
        lambda: staff.put(path, {"maximumEventCapacity": 3}, format="json"),
        lambda: post_money(as_other_visitor, build_order(date, seats=1)),
    )

    assert (saved.status_code, ordered.status_code) == (200, 409)
    assert get_offered_seats(as_visitor) == [1]


def place_with_code(date: Any) -> Order:
    item = CartItem(date.event.public_id, date.event.name, None, [(format_start(date), 1)])
    return place_order(order_request=OrderRequest([item], voucher="SPRING"), by=UserFactory())


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_last_use_of_a_code_goes_to_one_of_two_buyers(attempt):
    VoucherFactory(code="SPRING", max_uses=1)
    clients = [signed_in(UserFactory()) for _ in range(2)]
    dates = [OccurrenceFactory() for _ in clients]

    answers = run_together(
        *(
            lambda client=client, date=date: post_money(client, build_order(date, voucher="SPRING"))
            for client, date in zip(clients, dates, strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert [answer.json()["code"] for answer in answers if answer.status_code == 409] == ["voucher_used"]


@pytest.mark.parametrize("act", ["paypal", "pay"])
def test_an_expired_order_is_not_held_again_while_its_code_is_being_used(as_visitor, act):
    VoucherFactory(code="SPRING", max_uses=1)
    order = create_order(as_visitor, OccurrenceFactory(), voucher="SPRING")
    expire_hold(order)

    def renew() -> Any:
        if act == "paypal":
            return as_visitor.post(f"/api/orders/{order['_id']}/paypal")
        return as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")

    answer = run_during(lambda: place_with_code(OccurrenceFactory()), renew)

    assert (answer.status_code, answer.json()["code"]) == (409, "voucher_used")


def test_late_money_waits_for_staff_if_its_code_is_being_used(as_visitor, paypal):
    VoucherFactory(code="SPRING", max_uses=1)
    order = create_order(as_visitor, OccurrenceFactory(), voucher="SPRING")
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    expire_hold(order)
    capture_order(paypal_order_id, key="not the shop's")

    run_during(
        lambda: place_with_code(OccurrenceFactory()), lambda: settle_paypal_order(paypal_order_id=paypal_order_id)
    )

    late, other = Order.objects.order_by("pk")
    assert (other.status, late.status, late.review_because) == ("held", "review", "code_used")


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_member_seat_is_in_one_of_two_carts(visitor, attempt):
    create_member(visitor)
    date = OccurrenceFactory(event__member_price="10.00")
    clients = [signed_in(visitor) for _ in range(2)]

    answers = run_together(
        *(lambda client=client: post_money(client, build_order(date, seats=1)) for client in clients)
    )

    assert sorted(answer.json()["itemsPrice"] for answer in answers) == [10.0, 12.0]
