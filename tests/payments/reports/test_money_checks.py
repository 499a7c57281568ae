"""`check_books` reports violations of amounts, which the tests write to the database directly."""

import pytest

from bookings.models import Booking
from orders.models import Order, Payment, Refund
from tests.orders.consistency import check_books, get_only_violation, join_messages
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def paid(as_visitor, paypal):
    return create_paid_order(paypal, as_visitor, OccurrenceFactory(), OccurrenceFactory())


@pytest.mark.parametrize("status", ["held", "capturing"])
def test_a_capture_of_an_unpaid_order_is_reported(paid, status):
    Order.objects.update(status=status, held_until=Order.objects.get().created_at)

    assert f"capture {Payment.objects.get().capture_id} took 55.20" in join_messages(check_books())


def test_a_paid_order_without_a_capture_is_reported(paid):
    Payment.objects.update(status="open", capture_id=None)

    found = join_messages(check_books())
    assert "should have captured 55.20" in found
    assert "was booked on" in found


@pytest.mark.parametrize("amount", ["55.19", "55.21"])
def test_a_capture_of_another_amount_is_reported(paid, amount):
    Payment.objects.update(amount=amount)

    assert "should have captured 55.20" in get_only_violation(check_books())


def add_refund(**fields):
    order = Order.objects.get()
    defaults = {"status": "completed", "reason": "x", "request_key": "k", "payment": Payment.objects.first()}
    return Refund.objects.create(order=order, **(defaults | fields))


def return_all_seats(refund):
    """Store that a refund returned all seats of the order."""
    for line in refund.order.lines.all():
        refund.parts.create(line=line, seats=line.seats, amount=0)
    Booking.objects.update(status="refunded")
    Order.objects.update(status="refunded")


def test_seats_whose_money_was_returned_are_no_violation(paid):
    Order.objects.update(status="partly_refunded")
    add_refund(amount="55.20")

    assert check_books() == (0, [])


def test_an_order_with_seats_that_is_refunded_is_reported(paid):
    Order.objects.update(status="refunded")
    add_refund(amount="55.20")

    code, sentences = check_books()

    assert (code, len(sentences)) == (1, 2)
    assert all("is not paid, but booking" in sentence for sentence in sentences)


def test_seats_of_a_refunded_order_that_no_refund_returned_are_reported(paid):
    refund = add_refund(amount="55.20")
    return_all_seats(refund)
    refund.parts.first().delete()

    assert "not all of its seats are confirmed" in get_only_violation(check_books())


def test_a_refund_above_the_captured_amount_is_reported(paid):
    return_all_seats(add_refund(amount="55.21"))

    assert "more was refunded than captured" in get_only_violation(check_books())


@pytest.mark.parametrize("kind", [{"is_test": True}, {"total_price": 0, "items_price": 0, "tax_price": 0}])
def test_a_capture_of_a_test_or_free_order_is_reported(paid, kind):
    Order.objects.update(**kind)

    assert "is a test or free order" in join_messages(check_books())


def test_the_refund_of_a_second_payment_does_not_count(paid):
    order = Order.objects.get()
    extra = Payment.objects.create(
        order=order, status="completed", is_extra=True, create_key="c2", capture_id="C2", amount="55.20"
    )
    add_refund(amount="55.20", payment=extra)

    assert check_books() == (0, [])
