"""The checks of histories find what they are for, when the tests write it to the database directly."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from discounts.models import Voucher
from orders.models import AppliedDiscount, OrderLine, Payment, Refund, RefundPart
from tests.ledger.movement_checks import find_ledger_violations
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.orders.change_calls import buy, create_date, post_change
from tests.orders.waiting_lists import create_full_date, end_offers, free_seats, join
from tests.resilience.proof.histories.discount_checks import find_overuse
from tests.resilience.proof.histories.order_checks import find_order_violations
from tests.resilience.proof.histories.paypal_checks import find_differences
from tests.resilience.proof.histories.seat_checks import SeatCount, find_seat_violations, find_step_violations
from tests.support.factories import BookingFactory, MembershipFactory, SeatLinkFactory, UserFactory, VoucherFactory
from waiting.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def date(as_visitor):
    """A full date with 4 seats, for 2 of which somebody waits."""
    date = create_full_date()
    join(as_visitor, date, 2)
    return date


def count_seats() -> SeatCount:
    return SeatCount.read(timezone.now())


def find_after(step) -> list[str]:
    before = count_seats()
    step()
    return find_step_violations(before, count_seats())


def test_ordinary_waiting_lists_and_offers_have_no_violations(as_visitor, as_admin, date):
    assert find_after(lambda: free_seats(as_admin, date, 2)) == find_seat_violations(count_seats()) == []
    assert find_after(lambda: create_order(as_visitor, date)) == find_seat_violations(count_seats()) == []


def test_too_many_seats_and_links_are_found(date):
    booking = BookingFactory(occurrence=date, seats=1)
    for _ in range(2):
        SeatLinkFactory(booking=booking)

    found = find_seat_violations(count_seats())

    assert [text for text in ("5 of 4 seats are taken", "has 2 links") if not any(text in row for row in found)] == []


def test_an_offer_without_seats_or_with_too_many_is_found(as_admin, date):
    free_seats(as_admin, date, 2)
    Booking.objects.filter(kind="offer").update(status="cancelled")

    assert "is offered and has 0 live bookings" in find_seat_violations(count_seats())[0]


def test_seats_sold_past_the_waiting_list_are_found(as_admin, date):
    free_seats(as_admin, date, 2)
    end_offers()
    Entry.objects.update(status="waiting")

    found = find_after(lambda: BookingFactory(occurrence=date, seats=1))

    assert "1 seats were sold, and 0 were for everybody" in found[0]


def test_released_seats_that_nobody_is_offered_are_found(date):
    last = Booking.objects.order_by("-pk")[:2]

    found = find_after(lambda: Booking.objects.filter(pk__in=last.values("pk")).update(status="cancelled"))

    assert "2 seats became free and were offered to nobody" in found[0]


def test_an_offer_before_somebody_who_waits_longer_is_found(as_admin, date):
    later = Entry.objects.create(occurrence=date, user=UserFactory(), seats=2, at_least=1)

    def offer() -> None:
        until = timezone.now() + timedelta(hours=1)
        Booking.objects.filter(pk__in=list(Booking.objects.values_list("pk", flat=True)[:2])).delete()
        Entry.objects.filter(pk=later.pk).update(status="offered", offered_until=until)
        BookingFactory(
            occurrence=date, user=later.user, kind="offer", status="pending", held_until=until, waiting_entry=later
        )

    assert any("got 2 seats before entry" in row for row in find_after(offer))


@pytest.fixture
def returned(as_visitor, paypal):
    """An order of 3 seats, one of which was refunded."""
    paid = buy(as_visitor, paypal, create_date())
    assert post_change(as_visitor, paid, "refund", seats=1, amount="12.42").status_code == 201
    assert find_order_violations() == find_differences(paypal.state()) == []
    return paid


def test_a_refund_of_another_amount_than_the_seats_are_worth_is_found(paypal, returned):
    RefundPart.objects.update(amount="12.41")
    Refund.objects.update(amount="12.41")

    assert "1242 cents of seats were returned for 1241" in find_order_violations()[0]
    assert "the shop refunded 12.41" in find_differences(paypal.state())[0]


def test_lost_seats_are_found(returned):
    Booking.objects.update(seats=1)

    assert "3 seats were sold, 1 returned, and 1 are left" in find_order_violations()[0]


def test_a_refund_that_paypal_made_and_the_shop_gave_up_is_found(paypal, returned):
    Refund.objects.update(status="failed")

    assert "the shop's refund has failed" in find_differences(paypal.state())[0]


# --- Discounts and the books -----------------------------------------------------------------------------------------


@pytest.fixture
def discounted(as_visitor, visitor, paypal):
    """An order with a code, a member's price and a gift."""
    VoucherFactory(code="ONCE", max_uses=1)
    MembershipFactory(user=visitor)
    date = create_date(event__member_price="10.00")
    paid = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="ONCE", giftPrice="5.00"))
    assert find_overuse(paid["_id"]) == find_ledger_violations() == find_differences(paypal.state()) == []
    return paid


def test_a_code_that_is_used_too_often_is_found(as_admin, discounted):
    other = create_order(as_admin, create_date())
    line = OrderLine.objects.get(order__status="held")
    line.discounts.create(kind="voucher", voucher=Voucher.objects.get(), seats=1, amount="1.00")

    assert find_overuse(other["_id"]) == ["The code ONCE may be used 1 times, and 1 other orders use it."]


def test_too_many_seats_at_the_member_price_are_found(discounted):
    AppliedDiscount.objects.filter(kind="member").update(seats=2)

    assert "has 2 seats at the member price on" in find_overuse(discounted["_id"])[0]


def test_another_balance_than_at_paypal_is_found(paypal, discounted):
    Payment.objects.update(fee="1.00")

    assert "after fees, and refunded 0" in find_differences(paypal.state())[0]


def test_another_sum_raised_than_in_the_ledger_is_found(discounted):
    Payment.objects.update(booked_on=None)

    assert "and the ledger has Raised(tickets=Decimal('0.00')" in find_ledger_violations()[0]
