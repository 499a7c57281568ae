"""What emails say about discounts and gifts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import ShopSettings
from orders.models import Order
from payments.services.reconcile_payments import reconcile_payments
from tests.changes.change_calls import create_date as create_refundable_date
from tests.changes.change_calls import post_change
from tests.changes.date_change_calls import call_off, format_time
from tests.orders.api_calls import create_order, create_paypal_order, list_booking_ids, pay, pay_with_paypal
from tests.orders.discounted import create_member
from tests.orders.event_dates import create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import VoucherFactory
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db
STAYS = "Your gift of $5.00 stays with Second Harvest. Want it back? Reply within 30 days."


@pytest.fixture(autouse=True)
def charity():
    ShopSettings.objects.create(pk=ShopSettings.ONLY, charity="Second Harvest")


def test_the_confirmation_lists_discounts_and_the_gift(as_visitor, visitor, paypal):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    date = create_date(member_price="10.00")
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="SPRING", giftPrice=0.23))

    (message,) = delivered("order_paid")

    for text in ("Before discounts", "$24.00", "Member price", "−$2.00", "Code SPRING", "−$2.20", "$19.80"):
        assert text in message.body
        assert text in html_of(message)
    assert "Gift to Second Harvest: $0.23\nTotal: $23.00" in message.body
    assert "Gift to Second Harvest" in html_of(message)


def test_a_plain_confirmation_names_neither(as_visitor, paypal):
    create_paid_order(paypal, as_visitor, create_date())

    (message,) = delivered("order_paid")

    for text in (message.body, html_of(message)):
        assert "Before discounts" not in text
        assert "gift" not in text.lower()


def test_a_gift_alone_is_confirmed_without_a_ticket(as_visitor, paypal):
    order = create_paid_order(paypal, as_visitor, gift=25)

    (message,) = delivered("order_paid")

    assert message.subject.startswith(f"Thank you for your gift ({order['number']})")
    assert "Thank you for your gift to Second Harvest!" in message.body
    assert "Gift to Second Harvest: $25.00\nTotal: $25.00" in message.body
    for text in (message.body, html_of(message)):
        assert "seats" not in text
        assert "ticket" not in text.replace("This is not a tax receipt.", "")
        assert order["_id"] in text


@pytest.mark.parametrize(("hours", "kind"), [(48, "date_off"), (0, "date_cancelled")])
def test_a_canceled_date_leaves_the_gift_with_the_charity(as_visitor, as_admin, paypal, hours, kind):
    date = create_date()
    create_paid_order(paypal, as_visitor, date, gift=5)
    call_off(as_admin, date, answerHours=hours)
    process_date_changes()

    (message,) = delivered(kind)

    assert STAYS in message.body
    assert STAYS in html_of(message)


def test_a_skipped_date_leaves_the_gifts_with_the_charity(as_visitor, as_admin, paypal):
    date = create_date()
    create_paid_order(paypal, as_visitor, date, gift=3)
    create_paid_order(paypal, as_visitor, date, gift=2)
    create_order(as_visitor, date, giftPrice=50)  # not paid
    skip = {"startTime": format_time(date.starts_at), "refund": True, "reason": "Flooded."}
    answer = as_admin.post(f"/api/products/{date.event.public_id}/snooze", skip, format="json")
    assert answer.status_code == 200, answer.content

    (message,) = delivered("date_cancelled")

    assert STAYS in message.body
    assert STAYS in html_of(message)


def test_without_a_gift_left_a_canceled_date_says_nothing_about_it(as_visitor, as_admin, paypal):
    date = create_date()
    order = create_paid_order(paypal, as_visitor, date, gift=5)
    post_refund(as_admin, order, gift=True)
    call_off(as_admin, date)
    process_date_changes()

    (message,) = delivered("date_off")

    assert "gift" not in message.body


def test_a_refunded_gift_is_named(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date(), gift=5)
    post_refund(as_admin, order, gift=True, lines=list_booking_ids(order))
    (message,) = delivered("order_refunded")

    for text in (message.body, html_of(message)):
        assert "This includes your gift of $5.00." in text
        assert "The whole order is refunded." in text


def test_a_refund_of_all_seats_says_that_only_the_gift_is_left(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date(), gift=5)
    post_refund(as_admin, order, lines=list_booking_ids(order))
    (message,) = delivered("order_refunded")

    for text in (message.body, html_of(message)):
        assert "We refunded $27.60 of your order" in text
        assert "You keep" not in text
        assert "Your gift of $5.00 stays with Second Harvest." in text


def test_a_refund_of_some_seats_says_nothing_about_the_gift(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date(), gift=5)
    post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})
    (message,) = delivered("order_refunded")

    assert "gift" not in message.body


@pytest.mark.parametrize("seats", [1, 2])
def test_a_buyer_who_gives_all_seats_back_reads_that_the_gift_stays(as_visitor, paypal, seats):
    date = create_refundable_date()
    order = create_paid_order(paypal, as_visitor, date, seats=2, gift=5)
    amount = {1: "12.42", 2: "24.84"}[seats]
    assert post_change(as_visitor, order, "refund", seats=seats, amount=amount).status_code == 201
    (message,) = delivered("seats_given_back")

    for text in (message.body, html_of(message)):
        assert f"PayPal is returning ${amount}." in text
        assert ("Your gift of $5.00 stays with Second Harvest." in text) == (seats == 2)


def test_emails_about_the_payment_of_a_gift_alone_name_no_seats(as_visitor, paypal):
    order = create_order(as_visitor, giftPrice=25)
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "pending")
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    delivered("payment_in_review")
    paypal.control(f"captures/{paypal.captures()[0]['id']}/deny")
    Order.objects.get().payments.update(capture_key_at=timezone.now() - timedelta(minutes=5))
    reconcile_payments()

    for kind in ("payment_in_review", "payment_denied"):
        (message,) = delivered(kind)
        for text in (message.body, html_of(message)):
            assert "seats" not in text
