"""What buyers send to a running shop."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop


def next_week() -> dict[str, str]:
    """When a night takes place that is to be booked now."""
    start = (datetime.now(UTC) + timedelta(days=7)).replace(second=0, microsecond=0)
    return {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}


def an_order(night: dict[str, Any], *, seats: int) -> dict[str, Any]:
    booking = {"bookingDate": night["startTime"], "reservationSeats": {"qty": seats}}
    return {"orderItems": [{"_id": night["_id"], "bookings": [booking]}]}


class Shopper:
    """One buyer, all the way to a paid order."""

    def __init__(self, shop: RunningShop, client: Client) -> None:
        self.shop = shop
        self.client = client

    def place(self, night: dict[str, Any], *, seats: int = 1) -> dict[str, Any]:
        return self.ask("POST", "/api/orders", an_order(night, seats=seats))

    def open_at_paypal(self, order: dict[str, Any]) -> str:
        return str(self.ask("POST", f"/api/orders/{order['_id']}/paypal")["id"])

    def approve(self, paypal_order_id: str) -> None:
        """In PayPal's window."""
        self.shop.control(f"orders/{paypal_order_id}/approve")

    def pay(self, order: dict[str, Any], paypal_order_id: str) -> dict[str, Any]:
        return self.ask("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})

    def look(self, order: dict[str, Any]) -> dict[str, Any]:
        return self.ask("GET", f"/api/orders/{order['_id']}")

    def buy(self, night: dict[str, Any], *, seats: int = 1) -> dict[str, Any]:
        order = self.place(night, seats=seats)
        paypal_order_id = self.open_at_paypal(order)
        self.approve(paypal_order_id)
        paid = self.pay(order, paypal_order_id)
        assert paid["status"] == "paid", paid
        return paid

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        answer = self.client.call(method, path, body)
        assert answer.ok, answer.text
        return dict(answer.json())
