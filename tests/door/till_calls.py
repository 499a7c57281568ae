"""The calls of a phone that sells at the door, and of the organizer who opened the door."""

from typing import Any
from uuid import uuid4

from django.utils import timezone
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.conftest import signed_in
from tests.orders.api_calls import format_start

PRICE = "12.00"  # 13.80 with tax


def format_now() -> str:
    return f"{timezone.now():%Y-%m-%dT%H:%M:%SZ}"


def open_door(admin: APIClient, date: Occurrence) -> str:
    """Return the door's ID."""
    body = {"product": date.event.public_id, "bookingDate": format_start(date)}
    answer = admin.post("/api/door/nights", body, format="json")
    assert answer.status_code in (200, 201), answer.content
    return str(answer.json()["_id"])


def get_door(admin: APIClient, door_id: str) -> dict[str, Any]:
    answer = admin.get(f"/api/door/nights/{door_id}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def post_door(admin: APIClient, door_id: str, path: str, **body: Any) -> Any:
    """Make a call of the organizer's page of a door."""
    return admin.post(f"/api/door/nights/{door_id}/{path}", body, format="json")


class TillClient:
    """A phone that entered by a new link of the door."""

    def __init__(self, admin: APIClient, door_id: str, role: str = "till", name: str = "Ana", uuid: str = "") -> None:
        link = post_door(admin, door_id, "links", role=role)
        assert link.status_code == 201, link.content
        self.link = str(link.json()["_id"])
        self.uuid, self.client, self.seq = uuid or str(uuid4()), signed_in(), 0
        self.at = format_now()  # of all entries, so that they can be sent again
        key = link.json()["url"].partition("#k=")[2]
        body = {"key": key, "pin": link.json()["pin"], "name": name, "device": self.uuid}
        answer = self.client.post("/api/door/enter", body, format="json")
        assert answer.status_code == 200, answer.content
        self.uuid = answer.json()["device"]

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/door/{path}", body, format="json")

    def sell(self, seats: int = 1, given: float = 100, *, seq: int | None = None, **more: Any) -> Any:
        self.seq = self.seq + 1 if seq is None else seq
        return self.post("sales", seq=self.seq, seats=seats, given=given, **more)

    def keep(self, seats: int) -> Any:
        return self.client.put("/api/door/allotment", {"seats": seats}, format="json")

    def report(self, *entries: dict[str, Any]) -> list[dict[str, Any]]:
        """Send entries that were made without a connection. Return their results."""
        rows = []
        for entry in entries:
            self.seq += 1
            rows.append({"seq": self.seq, "at": self.at} | entry)
        body = {"device": self.uuid, "sentAt": format_now(), "queued": len(rows), "entries": rows}
        answer = self.post("entries", **body)
        assert answer.status_code == 200, answer.content
        return list(answer.json()["results"])

    def get_list(self) -> dict[str, Any]:
        answer = self.client.get("/api/door/list")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def open_drawer(self, amount: float = 50) -> Any:
        return self.post("drawer", float=amount)

    def get_drawer(self) -> Any:
        return self.client.get("/api/door/drawer").json()

    def count(self, name: str, total: float, **more: Any) -> Any:
        return self.post("drawer/counts", name=name, total=total, **more)

    def close_drawer(self, **body: Any) -> Any:
        return self.post("drawer/close", **body)

    def count_and_close_drawer(self, total: float = 50) -> None:
        for name in ("Ana", "Ben"):
            assert self.count(name, total).status_code == 200
        assert self.close_drawer().status_code == 200


def build_sale(seats: int = 1, total: float = 13.8, given: float = 20, *, allotment: bool = True) -> dict[str, Any]:
    return {"kind": "sale", "seats": seats, "total": total, "given": given, "allotment": allotment}


def build_cash(amount: float, reason: str) -> dict[str, Any]:
    return {"kind": "cash", "amount": amount, "reason": reason}


def give_back(admin: APIClient, door_id: str, order: str, seats: int = 1, *, key: str = "", **body: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    sent = {"order": order, "seats": seats, "reason": "They can't stay."} | body
    return admin.post(f"/api/door/nights/{door_id}/refunds", sent, format="json", headers=headers)
