"""The calls of a tournament: of scorekeepers' phones, of organizers, and of players."""

from functools import cached_property
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Pass
from tables.models import Tournament
from tests.conftest import signed_in
from tests.door.phones import DoorClient, PhoneClient, create_link, format_time
from tests.support.factories import BookingFactory, UserFactory


class Tables:
    """A date whose door is open, with the phone of a scorekeeper."""

    def __init__(self, door: DoorClient) -> None:
        self.door = door
        self.phone = self.enter("Ana")
        self.id = ""
        self.generation = 0

    @cached_property
    def at_the_door(self) -> PhoneClient:
        """The phone of a volunteer, who lets everybody in."""
        return self.door.phone()

    def enter(self, name: str, role: str = "tables") -> PhoneClient:
        phone = PhoneClient(name)
        assert phone.enter(create_link(self.door.organizer, self.door.id, role)).status_code == 200
        return phone

    def let_in(self, name: str, seats: int = 1, inside: int | None = None) -> Pass:
        """Sell seats, and let the party in."""
        first, _, last = name.partition(" ")
        user = UserFactory(first_name=first, last_name=last)
        ticket = BookingFactory(occurrence=self.door.date, seats=seats, user=user).passes.get()
        phone = self.at_the_door
        phone.send(phone.let_in(ticket.h, seats if inside is None else inside))
        return ticket

    def post(self, client: APIClient, call: str, **body: Any) -> Any:
        return client.post(f"/api/tables/{self.id}/{call}", body, format="json")

    def create(self, client: APIClient | None = None, **fields: Any) -> Any:
        date = self.door.date
        body = {"product": date.event.public_id, "bookingDate": format_time(date.starts_at), "format": "swiss"}
        answer = (client or self.phone.client).post("/api/tables", body | fields, format="json")
        self.id = answer.json().get("_id", self.id)
        return answer

    def start(self, *names: str, **fields: Any) -> list[str]:
        """Let these players in, create the tournament and take the lease. Return their IDs."""
        for name in names:
            self.let_in(name)
        assert self.create(**fields).status_code == 201
        assert self.take().status_code == 200
        return [each["_id"] for each in self.get()["players"]]

    def take(self, phone: PhoneClient | None = None, **fields: Any) -> Any:
        phone = phone or self.phone
        answer = self.post(phone.client, "lease", **{"device": phone.uuid} | fields)
        if phone is self.phone and answer.status_code == 200:
            self.generation = answer.json()["generation"]
        return answer

    def post_entries(self, entries: list[Any], **fields: Any) -> Any:
        body = {"generation": self.generation, "entries": entries} | fields
        return self.post(self.phone.client, "entries", **body)

    def write(self, *entries: dict[str, Any]) -> list[str]:
        """Number these entries and send them. Return their answers, or why they are unusable."""
        answer = self.post_entries([self.phone.record(**entry) for entry in entries])
        assert answer.status_code == 200, answer.content
        return [each.get("code") or each["answer"] for each in answer.json()["results"]]

    def report(self, code: str, **body: Any) -> Any:
        return self.post(signed_in(), "reports", **{"round": 1, "table": 1, "code": code} | body)

    def read(self, etag: str = "", client: APIClient | None = None) -> Any:
        headers = {"If-None-Match": etag} if etag else {}
        return (client or signed_in()).get(f"/api/tables/{self.id}", headers=headers)

    def get(self) -> dict[str, Any]:
        answer = self.read()
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def list_names(self) -> list[str]:
        return [each["name"] for each in self.get()["players"]]

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(public_id=self.id)


def build_round(number: int, *tables: list[str], bye: str | None = None) -> dict[str, Any]:
    return {"kind": "round", "number": number, "tables": [{"players": players} for players in tables], "bye": bye}


def build_result(round_number: int, table: int, *games: int, **other: Any) -> dict[str, Any]:
    return {"kind": "result", "round": round_number, "table": table} | (other or {"games": list(games)})


def build_player(name: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "player", "name": name, **fields}


def now() -> str:
    return format_time(timezone.now())
