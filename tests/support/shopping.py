"""Buyers of a running shop, and the requests that they send."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop


def next_week() -> dict[str, str]:
    """Return the start and end of an event that can be booked now."""
    start = (datetime.now(UTC) + timedelta(days=7)).replace(second=0, microsecond=0)
    return {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}


def order_body(event: dict[str, Any], *, seats: int) -> dict[str, Any]:
    booking = {"bookingDate": event["startTime"], "reservationSeats": {"qty": seats}}
    return {"orderItems": [{"_id": event["_id"], "bookings": [booking]}]}


class Shopper:
    """A buyer, from the cart to the paid order."""

    def __init__(self, shop: RunningShop, client: Client) -> None:
        self.shop = shop
        self.client = client

    def place(self, event: dict[str, Any], *, seats: int = 1) -> dict[str, Any]:
        return self.client.ask("POST", "/api/orders", order_body(event, seats=seats))

    def open_at_paypal(self, order: dict[str, Any]) -> str:
        return str(self.client.ask("POST", f"/api/orders/{order['_id']}/paypal")["id"])

    def approve(self, paypal_order_id: str) -> None:
        """Approve the PayPal order as in PayPal's window."""
        self.shop.control(f"orders/{paypal_order_id}/approve")

    def pay(self, order: dict[str, Any], paypal_order_id: str) -> dict[str, Any]:
        return self.client.ask("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})

    def look(self, order: dict[str, Any]) -> dict[str, Any]:
        return self.client.ask("GET", f"/api/orders/{order['_id']}")

    def buy(self, event: dict[str, Any], *, seats: int = 1) -> dict[str, Any]:
        order = self.place(event, seats=seats)
        paypal_order_id = self.open_at_paypal(order)
        self.approve(paypal_order_id)
        paid = self.pay(order, paypal_order_id)
        assert paid["status"] == "paid", paid
        return paid
