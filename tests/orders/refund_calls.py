"""Giving money back, as staff do it."""

from tests.orders.api_calls import pay_through, place
from tests.support.factories import OccurrenceFactory


def refund(client, order, **asked):
    return client.post(f"/api/orders/{order['_id']}/refund", {"reason": "Night cancelled"} | asked, format="json")


def seats_left(client, date):
    return client.get(f"/api/bookings?productId={date.event.public_id}").json()["countInStock"]


def values(paypal):
    """What went back at PayPal, the oldest first."""
    return [made["amount"]["value"] for made in reversed(paypal.refunds())]


def a_night_of_two_seats():
    return OccurrenceFactory(event__price="10.10", event__maximum_event_capacity=2)


def three_bookings(client, paypal, night):
    """A paid order of three bookings at 10.10: 30.30 and 4.55 tax."""
    others = [OccurrenceFactory(event__price="10.10") for _ in range(2)]
    order = pay_through(paypal, client, place(client, night, *others, seats=1))
    assert order["totalPrice"] == 34.85
    return order
