"""An order uses a code, and a member's seat, while any of its seats are taken."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from discounts.selectors import count_member_seats, count_uses
from orders.models import AppliedDiscount, Order
from tests.orders.api_calls import create_order
from tests.support.factories import MembershipFactory, OccurrenceFactory, VoucherFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def voucher():
    return VoucherFactory()


@pytest.fixture
def dates():
    return [OccurrenceFactory(), OccurrenceFactory()]


def sell(client, dates, **source):
    """Hold an order with two seats on each date, the first of which cost less."""
    order = Order.objects.get(public_id=create_order(client, *dates)["_id"])
    kind = "voucher" if "voucher" in source else "member"
    for line in order.lines.all():
        AppliedDiscount.objects.create(line=line, kind=kind, seats=1, amount=1, **source)
    return order


def count(voucher, **by):
    return count_uses([voucher.pk], now=timezone.now(), **by).get(voucher.pk, 0)


def test_uses_are_counted_by_code_and_by_buyer(as_visitor, as_other_visitor, visitor, other_visitor, voucher, dates):
    other = VoucherFactory()
    for client in (as_visitor, as_visitor, as_other_visitor):
        sell(client, dates[:1], voucher=voucher)
    sell(as_visitor, dates[:1], voucher=other)

    assert count_uses([voucher.pk, other.pk], now=timezone.now()) == {voucher.pk: 3, other.pk: 1}
    assert [count(voucher, by=buyer) for buyer in (visitor, other_visitor)] == [2, 1]


def test_an_expired_hold_is_no_use_and_an_order_that_waits_for_paypal_is_one(as_visitor, voucher, dates):
    sell(as_visitor, dates, voucher=voucher)
    tomorrow = timezone.now() + timedelta(days=1)
    assert count_uses([voucher.pk], now=tomorrow) == {}

    Booking.objects.update(held_until=None)

    assert count_uses([voucher.pk], now=tomorrow) == {voucher.pk: 1}


@pytest.mark.parametrize(
    ("statuses", "uses"),
    [(["confirmed", "confirmed"], 1), (["refunded", "confirmed"], 1), (["refunded", "cancelled"], 0)],
)
def test_a_use_is_free_again_once_all_lines_are_returned(as_visitor, voucher, dates, statuses, uses):
    order = sell(as_visitor, dates, voucher=voucher)
    for line, status in zip(order.lines.all(), statuses, strict=True):
        Booking.objects.filter(pk=line.booking_id).update(status=status, held_until=None)

    assert count(voucher) == uses


def test_a_members_seats_are_counted_by_date(as_visitor, visitor, dates):
    member = MembershipFactory(user=visitor)
    sell(as_visitor, dates, membership=member)
    returned = sell(as_visitor, dates[:1], membership=member)
    sell(as_visitor, dates[:1], membership=MembershipFactory())
    ids = [date.pk for date in dates]

    assert count_member_seats(member, ids, now=timezone.now()) == {ids[0]: 2, ids[1]: 1}

    Booking.objects.filter(order_line__order=returned).update(status="cancelled")
    assert count_member_seats(member, ids[:1], now=timezone.now()) == {ids[0]: 1}
