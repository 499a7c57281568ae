"""Order numbers: unique, random, searchable, and never a way to an order."""

import re

import pytest
from django.db import IntegrityError

from orders.carts import CartItem, OrderRequest
from orders.models import Order
from orders.order_number import create_order_number
from orders.services.place_order import place_order
from tests.orders.api_calls import build_item, create_order, format_start
from tests.support.factories import OccurrenceFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


def place(date, numbers):
    """Place an order whose numbers are tried in this order."""
    item = CartItem(product=date.event.public_id, name="Draft", price=None, bookings=[(format_start(date), 1)])
    source = iter(numbers)
    return place_order(order_request=OrderRequest([item]), new_number=source.__next__, by=UserFactory())


def test_a_new_order_has_a_random_number_without_ambiguous_characters(as_visitor):
    date = OccurrenceFactory()
    numbers = {create_order(as_visitor, date, seats=1)["number"] for _ in range(3)}
    made = [create_order_number() for _ in range(2000)]

    assert len(numbers) == 3
    assert [number for number in [*numbers, *made] if not re.fullmatch("C-[0-9A-HJKMNP-TV-Z]{5}", number)] == []
    assert {character for number in made for character in number[2:]} == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_an_order_gets_another_number_if_its_own_is_taken():
    date = OccurrenceFactory()
    place(date, ["C-AAAAA"])

    order = place(date, ["C-AAAAA", "C-AAAAA", "C-BBBBB"])

    assert order.number == "C-BBBBB"
    assert sorted(Order.objects.values_list("number", "lines__seats")) == [("C-AAAAA", 1), ("C-BBBBB", 1)]
    assert sum(date.bookings.values_list("seats", flat=True)) == 2  # the refused attempts hold no seats


def test_two_orders_cannot_have_the_same_number(as_visitor):
    first, second = (create_order(as_visitor, OccurrenceFactory()) for _ in range(2))

    with pytest.raises(IntegrityError):
        Order.objects.filter(public_id=second["_id"]).update(number=first["number"])


def test_a_number_gives_no_access(as_visitor, as_admin, as_anonymous):
    date = OccurrenceFactory()
    number = create_order(as_visitor, date)["number"]

    for client in (as_visitor, as_admin, as_anonymous):
        for written in (number, number[2:], number.lower()):
            assert client.get(f"/api/orders/{written}").status_code == 404
            for action in ("cancel", "paypal", "refund"):
                assert client.post(f"/api/orders/{written}/{action}").status_code == 404
            assert client.put(f"/api/orders/{written}/pay").status_code == 404
    item = build_item(date)
    booking = {"product": item["_id"], "order": number} | item["bookings"][0]
    assert as_visitor.post("/api/bookings", booking, format="json").status_code == 404


def test_paypal_gets_the_long_id(paypal, as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())

    as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert order["_id"] in str(paypal.state()["orders"])
    assert order["number"] not in str(paypal.state())
