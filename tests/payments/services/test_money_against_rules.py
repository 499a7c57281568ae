"""Money that arrives after a hold ended, for an order that its rules no longer allow: staff decide."""

from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.utils import timezone

from discounts.models import Membership
from events.models import Event
from orders.models import Order
from payments.services.reconcile_payments import expire_holds
from payments.services.settle_payment import settle_paypal_order
from paypal.endpoints import capture_order
from tests.changes.change_calls import move
from tests.orders.api_calls import (
    approve_payment,
    build_item,
    build_order,
    create_order,
    expire_hold,
    get_order,
    list_attention,
    list_booking_statuses,
    pay,
    pay_with_paypal,
    post_money,
)
from tests.orders.discounted import create_member
from tests.support.factories import OccurrenceFactory, VoucherFactory, get_day_in, in_days


def open_payment(paypal, client, *dates, **changes):
    """Place an order and approve its payment. Return the order and the PayPal order's ID."""
    order = create_order(client, *dates, **changes)
    paypal_order_id = approve_payment(paypal, client, order)
    return order, paypal_order_id


def end_hold(client, order, how="expired"):
    if how == "canceled":
        client.post(f"/api/orders/{order['_id']}/cancel")
    else:
        expire_hold(order)
    if how == "expiry is stored":
        expire_holds()


def capture_elsewhere(paypal_order_id):
    """Another program captures the PayPal order, and PayPal's webhook says so."""
    capture_order(paypal_order_id, key="not the shop's")
    settle_paypal_order(paypal_order_id=paypal_order_id)


def decide(client, order, *, accept):
    answer = client.post(f"/api/orders/{order['_id']}/decide", {"accept": accept, "reason": "Hm."}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def late(paypal, as_visitor, as_other_visitor):
    """An order with a code for one use, which somebody else used before the money arrived."""
    VoucherFactory(code="SPRING", kind="percent", value=50, max_uses=1)
    order, paypal_order_id = open_payment(paypal, as_visitor, OccurrenceFactory(), voucher="SPRING")
    expire_hold(order)
    pay_with_paypal(paypal, as_other_visitor, create_order(as_other_visitor, OccurrenceFactory(), voucher="SPRING"))
    capture_elsewhere(paypal_order_id)
    return order


@pytest.mark.parametrize(
    ("how", "limit"),
    [("expired", "max_uses"), ("expiry is stored", "max_uses"), ("canceled", "max_uses"), ("expired", "per_person")],
)
def test_late_money_with_a_used_code_waits_for_staff_with_its_seats(
    paypal, as_visitor, as_other_visitor, as_admin, how, limit
):
    VoucherFactory(code="SPRING", kind="percent", value=50, **{limit: 1})
    order, paypal_order_id = open_payment(paypal, as_visitor, OccurrenceFactory(), voucher="SPRING")
    end_hold(as_visitor, order, how)
    other = as_visitor if limit == "per_person" else as_other_visitor
    create_order(other, OccurrenceFactory(), voucher="SPRING")

    capture_elsewhere(paypal_order_id)

    shown = get_order(as_visitor, order)
    assert (shown["status"], shown["reviewBecause"]) == ("review", "code_used")
    assert list_booking_statuses(shown) == ["pending"]
    (item,) = list_attention(as_admin)
    assert item["kind"] == "review"
    assert item["message"] == (
        "PayPal took 13.80 USD. Its hold had ended, and other orders have used up its discount code. Accept the "
        "payment all the same, or refuse it, which refunds it."
    )


def test_money_in_time_is_paid_whatever_became_of_the_code(paypal, as_visitor):
    voucher = VoucherFactory(code="SPRING", kind="percent", value=50, max_uses=1)
    order, paypal_order_id = open_payment(paypal, as_visitor, OccurrenceFactory(), voucher="SPRING")
    voucher.off, voucher.valid_until, voucher.value = True, get_day_in(-1), 1
    voucher.save()

    capture_elsewhere(paypal_order_id)

    shown = get_order(as_visitor, order)
    assert (shown["status"], shown["totalPrice"]) == ("paid", 13.8)


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (None, "member_price"),
        ({"user": None}, "membership_ended"),
        ({"valid_until": timezone.localdate() - timedelta(days=1)}, "membership_ended"),
    ],
)
def test_late_money_at_a_member_price_that_is_gone_waits_for_staff(paypal, as_visitor, visitor, ending, reason):
    create_member(visitor)
    date = OccurrenceFactory(event__member_price="5.00")
    order, paypal_order_id = open_payment(paypal, as_visitor, date)
    expire_hold(order)
    if ending:
        Membership.objects.update(**ending)
    else:
        create_order(as_visitor, date)

    capture_elsewhere(paypal_order_id)

    shown = get_order(as_visitor, order)
    assert (shown["status"], shown["reviewBecause"]) == ("review", reason)


def test_late_money_keeps_the_member_seats_of_the_sale_if_members_get_fewer_since(paypal, as_visitor, visitor):
    create_member(visitor)
    date = OccurrenceFactory(event__member_price="5.00", event__member_seats=2)
    order, paypal_order_id = open_payment(paypal, as_visitor, date)
    expire_hold(order)
    Event.objects.update(member_seats=1)

    capture_elsewhere(paypal_order_id)

    assert (get_order(as_visitor, order)["status"], order["totalPrice"]) == ("paid", 11.5)


def test_late_money_with_free_seats_over_the_limit_waits_for_staff(paypal, as_visitor, settings):
    settings.MAX_FREE_SEATS = 4
    free, priced = OccurrenceFactory(event__price="0"), OccurrenceFactory()
    cart = build_order(free, priced, seats=3)
    order = post_money(as_visitor, cart).json()
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    expire_hold(order)
    assert post_money(as_visitor, build_order() | {"orderItems": [build_item(free, 2)]}).json()["status"] == "paid"

    capture_elsewhere(paypal_order_id)

    shown = get_order(as_visitor, order)
    assert (shown["status"], shown["reviewBecause"]) == ("review", "free_seats")


def test_staff_accept_one_more_use(late, as_visitor, as_admin, as_other_visitor):
    assert decide(as_admin, late, accept=True)["status"] == "paid"

    shown = get_order(as_visitor, late)
    assert ("reviewBecause" not in shown, list_booking_statuses(shown)) == (True, ["confirmed"])
    order = Order.objects.get(public_id=late["_id"])
    assert order.due_price == order.total_price
    assert as_admin.get("/api/vouchers").json()["vouchers"][0]["uses"] == 2
    answer = post_money(as_other_visitor, build_order(OccurrenceFactory(), voucher="SPRING"))
    assert answer.json()["code"] == "voucher_used"
    entry = LogEntry.objects.get(additional_data__did="payment accepted")
    assert entry.additional_data["rule"] == "Its hold had ended, and other orders have used up its discount code."


def test_staff_refuse_it_and_the_buyer_gets_the_money_back(late, paypal, as_admin, as_other_visitor):
    assert decide(as_admin, late, accept=False)["status"] == "refunded"

    assert [refund["amount"]["value"] for refund in paypal.refunds()] == ["13.80"]
    assert as_admin.get("/api/vouchers").json()["vouchers"][0]["uses"] == 1


def test_a_code_that_was_used_while_staff_decided_is_accepted_with_the_payment(
    paypal, as_visitor, as_other_visitor, as_admin
):
    VoucherFactory(code="SPRING", kind="percent", value=50, max_uses=1)
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    order, paypal_order_id = open_payment(paypal, as_visitor, date, voucher="SPRING")
    expire_hold(order)
    taken = create_order(as_other_visitor, date)
    paypal.fault("capture", "wrong_amount", amount="13.00")
    capture_elsewhere(paypal_order_id)
    end_hold(as_other_visitor, taken, "canceled")
    create_order(as_other_visitor, OccurrenceFactory(), voucher="SPRING")

    assert decide(as_admin, order, accept=True)["status"] == "paid"

    entry = LogEntry.objects.get(additional_data__did="payment accepted")
    assert entry.additional_data["rule"].endswith("other orders have used up its discount code.")


@pytest.fixture(params=["date", "event"])
def moved(request, paypal, as_visitor, as_admin):
    """An order whose hold has ended and whose date moved then, alone or with its event, and its order at PayPal."""
    date = OccurrenceFactory()
    order, paypal_order_id = open_payment(paypal, as_visitor, date)
    expire_hold(order)
    move_date(as_admin, date, request.param)
    return order, paypal_order_id


def move_date(client, date, how):
    if how == "date":
        move(client, date, in_days(8))
    else:
        times = {"startTime": in_days(8).isoformat(), "endTime": in_days(8, hours=3).isoformat()}
        assert client.put(f"/api/products/{date.event.public_id}", times, format="json").status_code == 200


def test_an_order_is_not_paid_for_another_time_once_its_hold_has_ended(paypal, as_visitor, moved):
    order, paypal_order_id = moved

    answers = [as_visitor.post(f"/api/orders/{order['_id']}/paypal"), pay(as_visitor, order, paypal_order_id)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "date_unavailable")] * 2
    assert answers[0].json()["message"].endswith(" has moved. Put the seats in your cart again.")
    assert (paypal.captures(), get_order(as_visitor, order)["status"]) == ([], "expired")


def test_late_money_for_a_date_that_moved_is_refunded_at_once(paypal, as_visitor, moved):
    order, paypal_order_id = moved

    capture_elsewhere(paypal_order_id)

    assert (get_order(as_visitor, order)["status"], len(paypal.refunds())) == ("refunded", 1)
