"""What an order's page and email say about its gift for taxes."""

import pytest
from django.utils import timezone

from charityshop.branding import defaults
from charityshop.models import ShopSettings
from events.models import Event
from orders.models import Order, Payment, Refund
from orders.selectors.receipts import get_gift_note
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.orders.gifts import give, give_alone
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db
ORGANIZATION = {"receipts": True, "is_501c3": True, "legal_name": "Cards for a Cause, Inc.", "ein": "12-3456789"}


@pytest.fixture
def receipts():
    ShopSettings.objects.create(pk=ShopSettings.ONLY, **ORGANIZATION)


@pytest.fixture
def paid(as_visitor, paypal):
    """Four seats at $12 with 7.20 tax, without a gift yet."""
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory(), seats=4))
    return Order.objects.get(public_id=order["_id"])


@pytest.mark.django_db(transaction=True)
def test_without_receipts_the_page_and_the_email_say_that_they_are_none(as_visitor, paid):
    give(paid, "25.00")

    shown = as_visitor.get(f"/api/orders/{paid.public_id}").json()
    listed = as_visitor.get("/api/orders/my_orders").json()[0]
    (message,) = delivered("order_paid")

    assert shown["giftNote"] == "This is not a tax receipt."
    assert "giftNote" not in listed
    assert shown["giftNote"] in message.body
    assert shown["giftNote"] in html_of(message)


def test_orders_without_a_gift_say_nothing(as_visitor, receipts, paid):
    assert "giftNote" not in as_visitor.get(f"/api/orders/{paid.public_id}").json()
    assert get_gift_note(paid) == ""


def test_seats_with_a_gift_above_75_dollars_are_disclosed(receipts, paid):
    assert get_gift_note(give(paid, "25.00")) == (
        "You paid $80.20. You received 4 seats with an estimated fair market value of $55.20. The amount deductible "
        "for federal income tax purposes is limited to the excess of your payment over that value: $25.00."
    )


@pytest.mark.parametrize(("gift", "is_disclosed"), [("19.80", False), ("19.81", True)])
def test_the_whole_payment_counts_toward_the_75_dollars(receipts, paid, gift, is_disclosed):
    assert bool(get_gift_note(give(paid, gift))) == is_disclosed


def test_the_fair_value_of_a_seat_replaces_the_list_price(receipts, paid):
    Event.objects.update(fair_value="8.00")

    note = get_gift_note(give(paid, "25.00"))

    assert "estimated fair market value of $36.80" in note
    assert note.endswith(": $43.40.")


def test_nothing_is_deductible_if_the_seats_are_worth_more(receipts, paid):
    Event.objects.update(fair_value="50.00")

    assert get_gift_note(give(paid, "25.00")).endswith(": $0.00.")


def test_a_gift_alone_got_nothing_in_return(receipts):
    assert get_gift_note(give_alone("25.00")) == defaults.GIFT_ALONE


def test_a_gift_from_250_dollars_names_the_organization_and_the_amount(receipts):
    order = give_alone("250.00")
    local = timezone.localtime(order.paid_at)

    assert get_gift_note(order) == (
        f"Cards for a Cause, Inc. (EIN 12-3456789) received your gift of $250.00 on {local:%a, %b} {local.day}, "
        f"{local.year}. {defaults.GIFT_ALONE}"
    )
    assert "EIN" not in get_gift_note(give_alone("249.99"))


def test_the_texts_are_the_clubs(receipts):
    ShopSettings.objects.update(gift_alone_text="You got nothing.", disclosure_text="{deductible} of {paid}")

    assert get_gift_note(give_alone("25.00")) == "You got nothing."


def test_there_is_no_receipt_for_what_was_refunded_is_a_test_or_is_not_paid(receipts, paid):
    give(paid, "25.00")
    Refund.objects.create(order=paid, payment=Payment.objects.get(), amount="1.00", reason="Ill.", request_key="k")

    assert get_gift_note(paid) == ""
    assert get_gift_note(give_alone("25.00", is_test=True)) == ""
    assert get_gift_note(give_alone("25.00", paid_at=None, status=Order.Status.CANCELLED)) == ""
