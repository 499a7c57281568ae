"""Rows that refer to each other are written together, each to the row it names."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.models import Booking
from charityshop.inserting import insert_together
from charityshop.prepared import AT_ONCE
from events.models import Occurrence
from orders.models import Order, OrderLine, PlacedRequest
from orders.services.orders.place_order import build_line
from tests.support.factories import OccurrenceFactory

Rows = tuple[list[Booking], Order, list[OrderLine], PlacedRequest]
SUMS = dict.fromkeys(("items_price", "tax_price", "shipping_price", "total_price"), Decimal(0))


@pytest.fixture
def rows_for(visitor):
    """An order of so many bookings, of one seat, of two and so on; nothing of it is stored."""

    def make(number: int) -> Rows:
        date = Occurrence.objects.select_related("event").get(pk=OccurrenceFactory().pk)
        bookings = [Booking(occurrence=date, user=visitor, seats=n + 1) for n in range(number)]
        order = Order(user=visitor, held_until=timezone.now(), **SUMS)
        lines = [build_line(booking, date) for booking in bookings]
        for line in lines:
            line.order = order
        return bookings, order, lines, PlacedRequest(user=visitor, key="a key", body_hash="", order=order)

    return make


@pytest.mark.parametrize("number", [1, 12, AT_ONCE + 5])
def test_each_row_names_the_row_it_was_made_with(rows_for, number):
    bookings, order, lines, request = rows_for(number)

    insert_together(bookings, [order], lines, [request])

    assert [line.pk for line in lines] == sorted(line.pk for line in lines)
    for booking, line in zip(bookings, lines, strict=True):
        stored = OrderLine.objects.select_related("booking").get(pk=line.pk)
        assert (stored.order_id, stored.seats) == (order.pk, booking.seats)
        assert (stored.booking.pk, stored.booking.public_id) == (booking.pk, booking.public_id)
        assert (line.order_id, line.booking_id, line.booking) == (order.pk, booking.pk, booking)
    assert PlacedRequest.objects.get().order_id == request.order_id == order.pk


def test_a_group_without_rows_is_left_out(rows_for):
    bookings, order, lines, _ = rows_for(2)

    insert_together(bookings, [order], lines, [])

    assert OrderLine.objects.filter(order=order.pk).count() == 2
    assert not PlacedRequest.objects.exists()


def test_of_rows_of_which_one_breaks_a_rule_none_is_written(rows_for):
    bookings, order, lines, request = rows_for(2)
    lines[1].seats = 0

    with pytest.raises(IntegrityError), transaction.atomic():
        insert_together(bookings, [order], lines, [request])

    assert not Booking.objects.exists()
    assert not Order.objects.exists()


def test_postgresql_takes_all_of_them_at_once(rows_for):
    bookings, order, lines, request = rows_for(12)

    with CaptureQueriesContext(connection) as asked:
        insert_together(bookings, [order], lines, [request])

    assert len(asked) == (1 if connection.vendor == "postgresql" else 4)
