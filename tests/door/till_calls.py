"""The calls of a phone that sells at the door, and of the organizer who opened the door."""

from typing import Any
from uuid import uuid4

from django.utils import timezone
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.conftest import signed_in
from tests.door import phones
from tests.support.answers import json_of

PRICE = "12.00"  # 13.80 with tax


def format_now() -> str:
    return f"{timezone.now():%Y-%m-%dT%H:%M:%SZ}"


def open_door(admin: APIClient, date: Occurrence) -> str:
    """Return the door's ID."""
    return str(json_of(phones.open_door(admin, date))["_id"])


def get_door(admin: APIClient, door_id: str) -> dict[str, Any]:
    return json_of(admin.get(f"/api/door/nights/{door_id}"))


def post_door(admin: APIClient, door_id: str, path: str, **body: Any) -> Any:
    """Make a call of the organizer's page of a door."""
    return admin.post(f"/api/door/nights/{door_id}/{path}", body, format="json")


class TillClient:
    """A phone that entered by a new link of the door."""

    def __init__(self, admin: APIClient, door_id: str, role: str = "till", name: str = "Ana", uuid: str = "") -> None:
        link = phones.create_link(admin, door_id, role)
        self.link = str(link["_id"])
        self.uuid, self.client, self.seq = uuid or str(uuid4()), signed_in(), 0
        self.at = format_now()  # of all entries, so that they can be sent again
        entering = {"key": phones.get_key(link), "pin": link["pin"], "name": name, "device": self.uuid}
        self.uuid = json_of(self.post("enter", **entering))["device"]

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
        return json_of(self.post("entries", **body))["results"]

    def get_list(self) -> dict[str, Any]:
        return json_of(self.client.get("/api/door/list"))

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


def get_token(till: TillClient) -> str:
    """Return the token of the link that a till shows to late guests."""
    return str(till.get_list()["payUrl"]).rpartition("#door=")[2]


def build_sale(seats: int = 1, total: float = 13.8, given: float = 20, *, allotment: bool = True) -> dict[str, Any]:
    return {"kind": "sale", "seats": seats, "total": total, "given": given, "allotment": allotment}


def build_cash(amount: float, reason: str) -> dict[str, Any]:
    return {"kind": "cash", "amount": amount, "reason": reason}


def give_back(admin: APIClient, door_id: str, order: str, seats: int = 1, *, key: str = "", **body: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    sent = {"order": order, "seats": seats, "reason": "They can't stay."} | body
    return admin.post(f"/api/door/nights/{door_id}/refunds", sent, format="json", headers=headers)
