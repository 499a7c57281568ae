"""Refunds by staff."""

from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order


def post_refund(client, order, *, key="", **asked):
    headers = {"Idempotency-Key": key} if key else {}
    body = {"reason": "Night cancelled"} | asked
    return client.post(f"/api/orders/{order['_id']}/refund", body, format="json", headers=headers)


def post_refund_preview(client, order, **asked):
    return client.post(f"/api/orders/{order['_id']}/refund/preview", asked, format="json")


def count_seats_left(client, date):
    return client.get(f"/api/bookings?productId={date.event.public_id}").json()["countInStock"]


def list_refunded_amounts(paypal):
    """Return the amounts refunded at PayPal, oldest first."""
    return [made["amount"]["value"] for made in reversed(paypal.refunds())]


def create_date_with_two_seats():
    return OccurrenceFactory(event__price="10.10", event__maximum_event_capacity=2)


def pay_three_bookings(client, paypal, date):
    """Pay an order of three bookings at 10.10: 30.30 and 4.55 tax."""
    others = [OccurrenceFactory(event__price="10.10") for _ in range(2)]
    order = create_paid_order(paypal, client, date, *others, seats=1)
    assert order["totalPrice"] == 34.85
    return order
