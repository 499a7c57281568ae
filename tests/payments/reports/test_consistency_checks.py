"""`check_books` reports violations, which the tests write to the database directly."""

import pytest
from django.db import IntegrityError, transaction

from bookings.models import Booking, Pass
from bookings.services.passes import record_moves
from discounts.models import Voucher
from events.models import Event
from orders.models import AppliedDiscount, Order, OrderLine
from payments.journal import post_money
from payments.models import Payment, Refund
from tests.orders.api_calls import approve_payment, create_order, expire_hold, list_booking_ids, pay
from tests.orders.consistency import check_books, get_only_violation, join_messages, run_check_books
from tests.orders.discounted import create_member
from tests.support.factories import OccurrenceFactory, VoucherFactory, in_days
from tests.support.paid_orders import create_paid_order
from tests.support.triggers import disabled_triggers


@pytest.fixture
def held(as_visitor):
    return create_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())


@pytest.fixture
def paid(as_visitor, paypal):
    return create_paid_order(paypal, as_visitor, OccurrenceFactory(), OccurrenceFactory())


@pytest.fixture
def capturing(as_visitor, paypal, held):
    paypal_order_id = approve_payment(paypal, as_visitor, held)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, held, paypal_order_id).json()["status"] == "capturing"
    return held


@pytest.mark.parametrize("status", ["review", "refund_due"])
def test_items_waiting_for_staff_are_counted_and_no_violations(held, status):
    Order.objects.update(status=status, refund_reason="refused", held_until=None)
    Booking.objects.update(status="cancelled" if status == "refund_due" else "pending", held_until=None)
    Payment.objects.create(capture_id="C1", amount="5", status="completed")

    _, shown, _ = run_check_books()

    assert "Waiting for staff: 2." in shown
    assert "No violations." in shown


@pytest.mark.parametrize("status", ["held", "refunded", "refund_due", "capturing"])
def test_confirmed_seats_of_an_unpaid_order_are_reported(held, status):
    Order.objects.update(status=status, refund_reason="refused")
    Booking.objects.filter(public_id=list_booking_ids(held)[0]).update(status="confirmed", held_until=None)
    Booking.objects.filter(status="pending").update(held_until=Order.objects.get().held_until)
    if status == "capturing":
        Booking.objects.filter(status="pending").update(held_until=None)

    sentences = check_books()[1]

    assert [line for line in sentences if f"booking {list_booking_ids(held)[0]} is confirmed" in line]


@pytest.mark.parametrize(("status", "which"), [("pending", "one"), ("cancelled", "all"), ("refunded", "one")])
def test_a_paid_order_with_unconfirmed_seats_is_reported(paid, status, which):
    lost = list_booking_ids(paid) if which == "all" else list_booking_ids(paid)[1:]
    Booking.objects.filter(public_id__in=lost).update(status=status)
    record_moves(booking_ids=list(Booking.objects.values_list("pk", flat=True)))

    sentence = get_only_violation(check_books())

    assert paid["number"] in sentence
    assert "not all of its seats are confirmed" in sentence


@pytest.mark.parametrize(
    "change", [{"held_until": None}, {"held_until": in_days(99)}, {"status": "cancelled"}], ids=str
)
def test_a_booking_of_a_held_order_that_is_not_held_as_long_is_reported(held, change):
    Booking.objects.filter(public_id=list_booking_ids(held)[0]).update(**change)

    sentence = get_only_violation(check_books())

    assert list_booking_ids(held)[0] in sentence
    assert ("disagree about when the hold ends" in sentence) == ("held_until" in change)


def test_seats_with_an_expiry_during_a_capture_are_reported(capturing):
    Booking.objects.filter(pk=Booking.objects.first().pk).update(held_until=in_days(0))

    assert "disagree about when the hold ends" in get_only_violation(check_books())


def test_an_oversold_date_is_reported(held):
    Event.objects.filter(public_id=held["orderItems"][0]["_id"]).update(maximum_event_capacity=1)

    assert "2 seats are taken, and there are 1." in get_only_violation(check_books())


@pytest.mark.parametrize("status", ["cancelled", "refund_due"])
def test_an_ended_order_that_still_holds_seats_is_reported(held, status):
    Order.objects.update(status=status, refund_reason="refused", held_until=None)
    Booking.objects.update(held_until=None)
    Booking.objects.exclude(public_id=list_booking_ids(held)[0]).update(status="cancelled")

    assert [line for line in check_books()[1] if list_booking_ids(held)[0] in line]


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Another"},
        {"description": "Another"},
        {"event_location": "Elsewhere"},
        {"image": "events/x.jpg"},
        {"product": "0" * 24},
        {"seats": 3},
        {"price": "11.99"},
        {"line_price": "1.00"},
        {"tax_rate": "0.07"},
    ],
    ids=str,
)
def test_a_line_stays_as_it_was_sold(held, change):
    line = OrderLine.objects.filter(pk=OrderLine.objects.first().pk)
    for write in (lambda: line.update(**change), lambda: line._raw_delete("default")):
        with pytest.raises(IntegrityError, match="stay as they were sold"), transaction.atomic():
            write()


@pytest.mark.parametrize("change", [{"seats": 1}, {"seats": 3}])
def test_a_booking_with_another_number_of_seats_than_sold_is_reported(paid, change):
    booking = list_booking_ids(paid)[0]
    Booking.objects.filter(public_id=booking).update(**change)
    Pass.objects.filter(booking__public_id=booking).update(**change)
    record_moves(booking_ids=list(Booking.objects.values_list("pk", flat=True)))

    assert booking in get_only_violation(check_books())


@pytest.mark.parametrize("status", ["held", "capturing"])
def test_a_capture_of_an_unpaid_order_is_reported(paid, status):
    Order.objects.update(status=status, held_until=Order.objects.get().created_at)

    assert f"capture {Payment.objects.get().capture_id} took 55.20" in join_messages(check_books())


def test_a_paid_order_without_a_capture_is_reported(paid):
    Payment.objects.update(status="open", capture_id=None)

    found = join_messages(check_books())
    assert "should have captured 55.20" in found
    assert "was posted on" in found


@pytest.mark.parametrize("amount", ["55.19", "55.21"])
def test_a_capture_of_another_amount_is_reported(paid, amount):
    Payment.objects.update(amount=amount)

    assert "should have captured 55.20" in join_messages(check_books())


def add_refund(**fields):
    order = Order.objects.get()
    defaults = {"status": "completed", "reason": "x", "request_key": "k", "payment": Payment.objects.first()}
    refund = Refund.objects.create(order=order, **(defaults | fields))
    post_money(order)
    return refund


def return_all_seats(refund):
    """Store that a refund returned all seats of the order."""
    for line in refund.order.lines.all():
        refund.parts.create(line=line, seats=line.seats, amount=0)
    Booking.objects.update(status="refunded")
    record_moves(booking_ids=list(Booking.objects.values_list("pk", flat=True)))
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


@pytest.fixture
def orders(as_visitor, as_other_visitor):
    """Three orders with a code, two of them of one buyer, and one whose hold expired."""
    VoucherFactory(code="SPRING", value=10)
    dates = [OccurrenceFactory(), OccurrenceFactory()]
    buyers = (as_visitor, as_visitor, as_other_visitor, as_other_visitor)
    placed = [create_order(buyer, *dates, voucher="SPRING") for buyer in buyers]
    expire_hold(placed[-1])
    return placed


def test_only_uses_of_a_code_beyond_its_limits_are_reported(orders):
    """A late payment does not count that staff decide on or accepted."""
    too_many = {
        "max_uses": "Discount code SPRING: 3 orders use it, and it allows 2.",
        "per_person": "Discount code SPRING: 2 orders of a buyer use it, and it allows 1 each.",
    }
    allowed = {"max_uses": 3, "per_person": 2}
    for limits in ({}, allowed):
        Voucher.objects.update(**limits)
        assert check_books() == (0, []), limits
    for limit, violation in too_many.items():
        Voucher.objects.update(**allowed | {limit: allowed[limit] - 1})
        assert violation in get_only_violation(check_books())

    Voucher.objects.update(max_uses=2, per_person=1)
    Order.objects.filter(public_id=orders[0]["_id"]).update(review_because="code_used")
    assert check_books() == (0, [])


@pytest.fixture
def line(as_visitor, visitor):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    create_order(as_visitor, OccurrenceFactory(event__member_price="10.00"), voucher="SPRING", giftPrice=5)
    return OrderLine.objects.get()


def test_discounts_and_items_that_do_not_add_up_are_reported(line):
    AppliedDiscount.objects.filter(kind="voucher").update(amount="2.21")
    assert "add up to 24.01" in get_only_violation(check_books())
    AppliedDiscount.objects.filter(kind="voucher").update(amount="2.20")

    with disabled_triggers():
        OrderLine.objects.update(line_price="9.90", price="7.05")
    assert "its lines cost 9.90, and its items 19.80" in get_only_violation(check_books())


def test_a_lost_discount_is_reported(line):
    AppliedDiscount.objects.filter(kind="member").delete()

    assert "add up to 22.00" in get_only_violation(check_books())
