"""The shop answers recorded batches of two phones like the one that the browser app's tests use.

Their histories show that nothing is lost, but with a shop written for tests (frontend/src/testing/door/server.ts). Here
the real one gets what the phones sent. frontend/src/evening/door/protocol/recordings.test.ts says how to record them.
"""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from door.models import DoorEntry
from tests.door.phones import UNKNOWN_HASH, DoorClient, PhoneClient
from tests.support.factories import BookingFactory, OccurrenceFactory

FILE = Path(os.environ.get("DOOR_RECORDINGS") or Path(__file__).with_name("recordings.json"))
RECORDINGS = json.loads(FILE.read_text())
UUIDS = {name: f"00000000-0000-4000-8000-00000000000{name}" for name in "ab"}  # in the same order as the names


class Clock:
    def __init__(self, time: datetime) -> None:
        self.time = time

    def now(self) -> datetime:
        return self.time


class Evening:
    """The date of a recording, with its tickets and its phones."""

    def __init__(self, organizer: Any, clock: Clock, recording: dict[str, Any]) -> None:
        date = OccurrenceFactory(starts_at=clock.time, ends_at=clock.time + timedelta(hours=3))
        self.hashes = {"unknown": UNKNOWN_HASH}
        for ticket in recording["passes"]:
            self.hashes[ticket["h"]] = BookingFactory(occurrence=date, seats=ticket["seats"]).passes.get().h
        door = DoorClient(organizer, date)
        self.phones = {name: enter(name, door.link) for name in UUIDS}

    def send(self, batch: dict[str, Any]) -> dict[str, Any]:
        entries = [self.translate(entry) for entry in batch["entries"]]
        answer = self.phones[batch["device"]].post(entries, sentAt=batch["sentAt"], queued=batch["queued"])
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    def translate(self, entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {"h": self.hashes[entry["h"]]} if "h" in entry else entry

    def get_name(self, phone: str) -> str:
        """Return how phone a's list names a phone: itself by its number, the other one by its ID."""
        return UUIDS["a"] if phone == "a" else self.phones[phone].row.public_id

    def get_list(self) -> dict[str, Any]:
        return dict(self.phones["a"].get_list().json())


def enter(name: str, link: dict[str, Any]) -> PhoneClient:
    phone = PhoneClient(name)
    phone.uuid = UUIDS[name]
    assert phone.enter(link).status_code == 200
    return phone


@pytest.fixture(params=RECORDINGS, ids=lambda recording: f"{len(recording['exchanges'])} batches")
def recording(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, recording: dict[str, Any]) -> Clock:
    first = datetime.fromisoformat(recording["exchanges"][0]["at"])
    clock = Clock(first.replace(minute=0, second=0, microsecond=0))
    monkeypatch.setattr(timezone, "now", clock.now)
    return clock


def test_the_shop_gives_the_recorded_answers_and_has_every_entry(clock, as_admin, recording):
    evening = Evening(as_admin, clock, recording)
    for exchange in recording["exchanges"]:
        clock.time = datetime.fromisoformat(exchange["at"])
        answer = evening.send(exchange["batch"])
        assert (answer["seen"], answer["results"]) == (exchange["seen"], exchange["results"])

    for each in recording["entries"]:
        stored = DoorEntry.objects.filter(phone__uuid=UUIDS[each["device"]]).order_by("seq")
        assert [(entry.seq, entry.kind, entry.seats) for entry in stored] == [
            (entry["seq"], entry["kind"], entry.get("seats", 0)) for entry in each["entries"]
        ]
    found = evening.get_list()
    inside = {ticket["h"]: ticket["in"] for ticket in found["passes"]}
    assert inside == {evening.hashes[ticket["h"]]: ticket["in"] for ticket in recording["passes"]}
    assert sorted((row["device"], row["seq"], row["conflict"]) for row in found["recent"] if row["conflict"]) == sorted(
        (evening.get_name(row["device"]), row["seq"], row["conflict"]) for row in recording["conflicts"]
    )
