"""The API calls of a browser about orders."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Booking
from events.models import Occurrence
from orders.models import Order
from tests.conftest import signed_in
from tests.support.answers import json_of
from tests.support.races import run_together


def format_start(date: Occurrence) -> str:
    return f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"


def build_item(date: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    event = date.event
    booking = {"bookingDate": format_start(date), "reservationSeats": {"qty": seats}}
    return {"_id": event.public_id, "name": event.name, "price": float(event.price), "bookings": [booking]} | changes


def build_order(*dates: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    return {
        "orderItems": [build_item(date, seats) for date in dates],
        "shippingAddress": {"fName": "Ana", "lName": "Diaz"},
        "paymentMethod": "Paypal",
    } | changes


def create_order(client: APIClient, *dates: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    return json_of(client.post("/api/orders", build_order(*dates, seats=seats, **changes), format="json"))


def create_paypal_order(client: APIClient, order: dict[str, Any]) -> str:
    return json_of(client.post(f"/api/orders/{order['_id']}/paypal"))["id"]


def approve_payment(paypal: Any, client: APIClient, order: dict[str, Any]) -> str:
    """Create the PayPal order, and approve it as in PayPal's window. Return its ID."""
    paypal_order_id = create_paypal_order(client, order)
    paypal.approve(paypal_order_id)
    return paypal_order_id


def get_order(client: APIClient, order: dict[str, Any]) -> dict[str, Any]:
    return json_of(client.get(f"/api/orders/{order['_id']}"))


def list_attention(client: APIClient, kind: str = "") -> list[dict[str, Any]]:
    """Return what needs the staff's attention, optionally of one kind."""
    rows = json_of(client.get("/api/orders/attention"))
    return [row for row in rows if kind in ("", row["kind"])]


def pay(client: APIClient, order: dict[str, Any], paypal_order_id: str) -> Any:
    return client.put(f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id}, format="json")


def post_money(client: APIClient, body: object, **headers: str) -> Any:
    return client.post("/api/orders", body, format="json", headers=headers)


def post_orders_concurrently(buyer: User, bodies: Sequence[object]) -> list[Any]:
    """Post orders concurrently, like several windows of one buyer. Needs a test with real transactions."""
    clients = [signed_in(buyer) for _ in bodies]
    return run_together(
        *(
            lambda client=client, body=body: post_money(client, body)
            for client, body in zip(clients, bodies, strict=True)
        )
    )


def pay_with_paypal(paypal: Any, client: APIClient, order: dict[str, Any]) -> dict[str, Any]:
    """Create the PayPal order, approve it and capture it."""
    answer = pay(client, order, approve_payment(paypal, client, order))
    assert answer.json()["status"] == "paid", answer.content
    return dict(answer.json())


def pay_test_order(client: APIClient, order: dict[str, Any]) -> dict[str, Any]:
    answer = client.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")
    assert answer.json()["status"] == "paid", answer.content
    return dict(answer.json())


def expire_hold(order: dict[str, Any], *, minutes_ago: float = 1) -> None:
    """Let an order's hold expire, without running upkeep."""
    ended = timezone.now() - timedelta(minutes=minutes_ago)
    Order.objects.filter(public_id=order["_id"]).update(held_until=ended)
    Booking.objects.filter(order_line__order__public_id=order["_id"]).update(held_until=ended)


def list_booking_statuses(order: dict[str, Any]) -> list[str]:
    return [booking["status"] for item in order["orderItems"] for booking in item["bookings"]]


def list_booking_ids(order: dict[str, Any]) -> list[str]:
    return [booking["_id"] for item in order["orderItems"] for booking in item["bookings"]]
