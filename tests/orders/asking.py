"""What a browser sends about orders."""

from typing import Any

from rest_framework.test import APIClient

from events.models import Occurrence


def moment(date: Occurrence) -> str:
    return f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"


def an_item(date: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    event = date.event
    booking = {"bookingDate": moment(date), "reservationSeats": {"qty": seats}}
    return {"_id": event.public_id, "name": event.name, "price": float(event.price), "bookings": [booking]} | changes


def an_order_for(*dates: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    return {
        "orderItems": [an_item(date, seats) for date in dates],
        "shippingAddress": {"fName": "Ana", "lName": "Diaz"},
        "paymentMethod": "Paypal",
    } | changes


def place(client: APIClient, *dates: Occurrence, seats: int = 2, **changes: Any) -> dict[str, Any]:
    answer = client.post("/api/orders", an_order_for(*dates, seats=seats, **changes), format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()


def open_at_paypal(client: APIClient, order: dict[str, Any]) -> str:
    answer = client.post(f"/api/orders/{order['_id']}/paypal")
    assert answer.status_code == 200, answer.content
    return answer.json()["id"]


def pay(client: APIClient, order: dict[str, Any], paypal_order_id: str) -> Any:
    return client.put(f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id}, format="json")
