"""Organizers' and phones' calls at the door."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from door.models import Door, Phone
from events.models import Occurrence
from tests.conftest import signed_in
from tests.support.answers import json_of
from tests.support.factories import OccurrenceFactory, in_days

UNKNOWN_HASH = "A" * 16


def create_date(**fields: Any) -> Occurrence:
    """Create a date that is on now."""
    return OccurrenceFactory(starts_at=in_days(0, hours=-1), ends_at=in_days(0, hours=2), **fields)


def format_time(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def open_door(client: APIClient, date: Occurrence) -> Any:
    body = {"product": date.event.public_id, "bookingDate": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"}
    return client.post("/api/door/nights", body, format="json")


def create_link(client: APIClient, door_id: str, role: str = "door") -> dict[str, Any]:
    return json_of(client.post(f"/api/door/nights/{door_id}/links", {"role": role}, format="json"))


def get_key(link: dict[str, Any]) -> str:
    return str(link["url"]).rpartition("#k=")[2]


class PhoneClient:
    """A phone that numbers its entries, and that can send them again."""

    def __init__(self, name: str = "Ana", clock: timedelta = timedelta()) -> None:
        self.client = signed_in()
        self.uuid = str(uuid4())
        self.name = name
        self.clock = clock  # how far it is ahead
        self.log: list[dict[str, Any]] = []

    def enter(self, link: dict[str, Any], **fields: Any) -> Any:
        body = {"key": get_key(link), "pin": link["pin"], "name": self.name, "device": self.uuid} | fields
        return self.client.post("/api/door/enter", body, format="json")

    def read_link(self, link: dict[str, Any], **fields: Any) -> Any:
        return self.client.post("/api/door/link", {"key": get_key(link)} | fields, format="json")

    def now(self) -> str:
        return format_time(timezone.now() + self.clock)

    def record(self, **entry: Any) -> dict[str, Any]:
        recorded = {"seq": len(self.log) + 1, "at": self.now(), **entry}
        self.log.append(recorded)
        return recorded

    def let_in(self, h: str, seats: int = 1, **fields: Any) -> dict[str, Any]:
        return self.record(kind="in", h=h, seats=seats, **{"how": "scan", "forced": False, **fields})

    def undo(self, seq: int) -> dict[str, Any]:
        return self.record(kind="undo", of=seq)

    def post(self, batch: list[Any], **fields: Any) -> Any:
        body = {"device": self.uuid, "sentAt": self.now(), "queued": len(batch), "entries": batch} | fields
        return self.client.post("/api/door/entries", body, format="json")

    def send(self, *entries: Any, **fields: Any) -> list[dict[str, Any]]:
        """Send these entries, or all. Return the results."""
        return json_of(self.post(list(entries) or self.log, **fields))["results"]

    def get_list(self, etag: str = "") -> Any:
        return self.client.get("/api/door/list", headers={"If-None-Match": etag} if etag else {})

    @property
    def row(self) -> Phone:
        return Phone.objects.get(uuid=self.uuid)

    @property
    def token(self) -> str:
        return str(self.client.cookies[settings.DOOR_COOKIE_NAME].value)


class DoorClient:
    """An open door, its organizer, and a link for phones."""

    def __init__(self, organizer: APIClient, date: Occurrence) -> None:
        self.organizer = organizer
        self.date = date
        self.id = str(open_door(organizer, date).json()["_id"])
        self.link = create_link(organizer, self.id)

    def phone(self, name: str = "Ana", **options: Any) -> PhoneClient:
        phone = PhoneClient(name, **options)
        assert phone.enter(self.link).status_code == 200
        return phone

    def get(self) -> dict[str, Any]:
        return dict(self.organizer.get(f"/api/door/nights/{self.id}").json())

    def post(self, call: str, **body: Any) -> Any:
        return self.organizer.post(f"/api/door/nights/{self.id}/{call}", body, format="json")

    def revoke(self) -> None:
        assert self.organizer.delete(f"/api/door/links/{self.link['_id']}").status_code == 204

    @property
    def row(self) -> Door:
        return Door.objects.get(public_id=self.id)
