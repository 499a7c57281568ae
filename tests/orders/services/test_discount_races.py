"""Codes and member prices with two requests at once, on real connections."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection

from orders.carts import CartItem, OrderRequest
from orders.models import Order
from orders.order_number import create_order_number
from orders.services.place_order import place_order
from payments.services.settle_paypal_order import settle_paypal_order
from paypal.endpoints import capture_order
from tests.conftest import signed_in
from tests.orders.api_calls import build_order, create_order, create_paypal_order, expire_hold, format_start, post_order
from tests.orders.discounted import create_member
from tests.orders.services.test_waiting_races import run_together
from tests.support.factories import OccurrenceFactory, UserFactory, VoucherFactory
from tests.support.races import ATTEMPTS

pytestmark = pytest.mark.django_db(transaction=True)
TIMEOUT = 30  # seconds
GAP = 1  # second, in which the other request has to wait


def place_slowly(order_request: OrderRequest, by: Any, *, meanwhile: Callable[[], Any]) -> tuple[Order, Any]:
    """Place an order, and start another call just before its rows are written. Return both results."""
    placing, go_on = Event(), Event()

    def wait() -> str:
        placing.set()
        go_on.wait(GAP)
        return create_order_number()

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        order: Future[Order] = pool.submit(
            run, lambda: place_order(order_request=order_request, new_number=wait, by=by)
        )
        assert placing.wait(TIMEOUT)
        other = pool.submit(run, meanwhile)
        return order.result(TIMEOUT), other.result(TIMEOUT)


def build_request(date: Any, code: str = "") -> OrderRequest:
    item = CartItem(date.event.public_id, date.event.name, None, [(format_start(date), 1)])
    return OrderRequest([item], voucher=code)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_last_use_of_a_code_goes_to_one_of_two_buyers(attempt):
    VoucherFactory(code="SPRING", max_uses=1)
    clients = [signed_in(UserFactory()) for _ in range(2)]
    dates = [OccurrenceFactory() for _ in clients]

    answers = run_together(
        *(
            lambda client=client, date=date: post_order(client, build_order(date, voucher="SPRING"))
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

    _, answer = place_slowly(build_request(OccurrenceFactory(), "SPRING"), UserFactory(), meanwhile=renew)

    assert (answer.status_code, answer.json()["code"]) == (409, "voucher_used")


def test_late_money_waits_for_staff_if_its_code_is_being_used(as_visitor, paypal):
    VoucherFactory(code="SPRING", max_uses=1)
    order = create_order(as_visitor, OccurrenceFactory(), voucher="SPRING")
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    expire_hold(order)
    capture_order(paypal_order_id, key="not the shop's")

    other, _ = place_slowly(
        build_request(OccurrenceFactory(), "SPRING"),
        UserFactory(),
        meanwhile=lambda: settle_paypal_order(paypal_order_id=paypal_order_id),
    )

    late = Order.objects.get(public_id=order["_id"])
    assert (other.status, late.status, late.review_because) == ("held", "review", "code_used")


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_member_seat_is_in_one_of_two_carts(visitor, attempt):
    create_member(visitor)
    date = OccurrenceFactory(event__member_price="10.00")
    clients = [signed_in(visitor) for _ in range(2)]

    answers = run_together(
        *(lambda client=client: post_order(client, build_order(date, seats=1)) for client in clients)
    )

    assert sorted(answer.json()["itemsPrice"] for answer in answers) == [10.0, 12.0]
