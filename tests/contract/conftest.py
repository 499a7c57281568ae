"""One running shop for all calls, which are made over HTTP with a cookie jar, as any client would."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import requests

from tests.contract.schema import find_mismatches
from tests.support.servers.running_shop import Client, RunningShop

PASSWORD = "a few random words"
DATETIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
NUMBERS = count(1)


class Caller:
    """A client that compares each answer with the API's schema."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def ask(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:
        answer = self.raw(method, path, body)
        assert answer.status_code == status, answer.text
        if answer.ok:
            assert find_mismatches(method, f"/api{path.partition('?')[0]}", status, answer.json()) == []
        return answer.json()

    def raw(self, method: str, path: str, body: object = None, **options: Any) -> requests.Response:
        answer = self.client.call(method, f"/api{path}", body, **options)
        assert answer.history == []  # a redirect would lose a body
        assert answer.headers["Content-Type"].startswith("application/json"), answer.text
        return answer


class World:
    """The shop and its callers."""

    def __init__(self, shop: RunningShop, staff_client: Client) -> None:
        self.shop = shop
        self.staff_client = staff_client

    def anonymous(self) -> Caller:
        return Caller(self.shop.client())

    def staff(self) -> Caller:
        return Caller(self.staff_client)

    def visitor(self, **fields: str) -> Caller:
        """Register a user, and return their client with the answer as `me`."""
        caller = self.anonymous()
        names = {"email": f"caller{next(NUMBERS)}@example.com", "firstName": "Ana", "lastName": "Diaz"}
        caller.me = caller.ask("POST", "/users", names | {"password": PASSWORD} | fields, status=201)  # type: ignore[attr-defined]
        return caller

    def add_event(self, **fields: Any) -> dict[str, Any]:
        made = self.staff().ask("POST", "/products", {}, status=201)
        form = {"name": "Friday Draft", "price": 12, "maximumEventCapacity": 20} | times() | fields
        return dict(self.staff().ask("PUT", f"/products/{made['_id']}", form))

    def approve(self, paypal_order_id: str) -> None:
        url = f"{self.shop.simulator.url}/_control/orders/{paypal_order_id}/approve"
        requests.post(url, json={}, timeout=5).raise_for_status()


def times(days: int = 7) -> dict[str, str]:
    start = (datetime.now(UTC) + timedelta(days=days)).replace(second=0, microsecond=0)
    return {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}


def cart(event: dict[str, Any], seats: int = 2) -> dict[str, Any]:
    booking = {"bookingDate": event["startTime"], "reservationSeats": {"qty": seats}}
    item = {"_id": event["_id"], "name": event["name"], "image": event["image"], "price": event["price"]}
    return {
        "orderItems": [item | {"bookings": [booking]}],
        "shippingAddress": {"fName": "Ana", "lName": "Diaz", "address": "12 Dock St", "city": "Portland"},
        "paymentMethod": "Paypal",
        "itemsPrice": "24.00",
        "shippingPrice": "0.00",
        "taxPrice": "3.60",
        "totalPrice": "27.60",
    }


@pytest.fixture(scope="package")
def shop(django_db_setup: None, django_db_blocker: Any) -> Iterator[RunningShop]:
    with django_db_blocker.unblock():
        running = RunningShop().__enter__()
    yield running
    output = running.check_books()
    with django_db_blocker.unblock():
        running.__exit__(None, None, None)
    assert "No violations" in output


@pytest.fixture(scope="package")
def staff_client(shop: RunningShop) -> Client:
    return shop.as_staff()


@pytest.fixture
def world(shop: RunningShop, staff_client: Client) -> World:
    return World(shop, staff_client)
