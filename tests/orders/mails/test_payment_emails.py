"""What buyers are told about money that goes back, or was not accepted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from orders import paypal as paypal_client
from orders.models import Order
from orders.services import reconcile_all
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    list_booking_ids,
    pay,
    pay_with_paypal,
)
from tests.orders.event_dates import FRIDAY, create_date
from tests.support.factories import BookingFactory
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db(transaction=True)


def refund(as_admin, order, **asked):
    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "The cook is ill."} | asked, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_refunded_line_says_what_how_much_and_why(as_visitor, as_admin, paypal):
    order = pay_with_paypal(
        paypal, as_visitor, create_order(as_visitor, create_date(), create_date("Trade Table", days=1))
    )
    refund(as_admin, order, lines=list_booking_ids(order)[:1])

    (letter,) = delivered("order_refunded")

    assert letter.to == ["ana@example.com"]
    assert letter.subject == "Your refund of $27.60 – Cards for a Cause"
    for words in (letter.body, html_of(letter)):
        for word in ("$27.60", "Reason: The cook is ill.", "Friday Draft", FRIDAY, "You keep", order["_id"]):
            assert word in words
        assert "Trade Table" not in words


def test_a_refund_of_everything_and_one_of_an_amount_say_which_they_are(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, create_date()))
    refund(as_admin, order, amount="5.00")
    refund(as_admin, order)

    some, rest = delivered("order_refunded")

    assert "$5.00" in some.body
    assert "You keep your seats." in some.body
    assert "$22.60" in rest.body
    assert "The whole order is refunded." in rest.body
    assert "on sale" not in rest.body, "a date that is cancelled is not on sale again"


def test_seats_that_cost_nothing_are_given_back_without_talk_of_money(as_visitor, as_admin):
    order = create_order(as_visitor, create_date(price="0"))
    refund(as_admin, order)

    (letter,) = delivered("order_refunded")

    assert letter.subject == "Your seats were cancelled – Cards for a Cause"
    assert "nothing to refund" in letter.body
    assert "The whole order is cancelled." in letter.body
    assert "refunded" not in letter.body


@pytest.fixture
def in_review(as_visitor, paypal):
    order = create_order(as_visitor, create_date())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    return order


def reconcile_later() -> None:
    """As upkeep does, once nobody waits for the call any more."""
    Order.objects.get().payments.update(capture_key_at=timezone.now() - timedelta(minutes=5))
    reconcile_all()


def test_a_payment_under_review_is_told_once(in_review, paypal):
    reconcile_later()

    (letter,) = delivered()

    assert letter.subject == "Your payment is being checked – Cards for a Cause"
    for word in ("$27.60", "We hold your seats", "Please don't pay again", "Friday Draft"):
        assert word in letter.body


def test_a_denied_payment_is_told_with_what_became_of_the_seats(in_review, paypal):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/deny")
    reconcile_later()

    (letter,) = delivered("payment_denied")

    assert Order.objects.get().status == Order.Status.CANCELLED
    assert letter.subject == "Your payment did not go through – Cards for a Cause"
    for word in ("Nothing was charged", "on sale again", "Friday Draft"):
        assert word in letter.body


def test_a_payment_that_staff_refused_and_paypal_turned_down_is_told_too(in_review, paypal, as_admin):
    answer = as_admin.post(
        f"/api/orders/{in_review['_id']}/decide", {"accept": False, "reason": "Not one of us."}, format="json"
    )
    assert answer.json()["status"] == "refund_due"
    paypal.control(f"captures/{paypal.captures()[0]['id']}/deny")
    reconcile_later()

    (letter,) = delivered("payment_denied")

    assert Order.objects.get().status == Order.Status.CANCELLED
    assert "Nothing was charged" in letter.body
    assert "Not one of us." not in letter.body


def test_a_payment_that_passes_the_review_is_confirmed(in_review, paypal):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/complete")
    reconcile_later()

    assert [letter.subject.split(" – ")[0] for letter in delivered()] == [
        "Your payment is being checked",
        f"Your seats for Friday Draft on {FRIDAY}",
    ]


def test_late_money_that_goes_back_is_told(as_visitor, paypal):
    night = create_date(maximum_event_capacity=2)
    order = create_order(as_visitor, night)
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal_client.capture_order(paypal_order_id, key="from-elsewhere")
    expire_hold(order)
    BookingFactory(occurrence=night, seats=2)

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "refunded"

    (letter,) = delivered()
    assert letter.subject == "Your payment was refunded – Cards for a Cause"
    for word in ("$27.60", "The seats were no longer available", "Friday Draft"):
        assert word in letter.body
