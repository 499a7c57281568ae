"""The shop answers recorded evenings of two scorekeepers' phones like the one that the browser app's tests use.

Those evenings show that nothing is lost, but with a shop written for tests (frontend/src/testing/door/tables.ts). Here
the real one is asked all that phones and players asked: on a few evenings, or TABLES_RECORDED.
"""

import json
import os
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Pass
from tests.conftest import signed_in
from tests.door.phones import DoorClient, create_link, format_time
from tests.door.test_recordings import UUIDS, Clock, enter
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory
from tests.support.vitest import run_vitest

NUMBER, SEED = os.environ.get("TABLES_RECORDED", "3"), os.environ.get("TABLES_SEED", "39")
TIMES = ("clockEndsAt", "endedAt", "since")
Call = dict[str, Any]


class Evening:
    """The date of a recording, with its tickets and its phones."""

    def __init__(self, organizer: APIClient, clock: Clock, recording: dict[str, Any]) -> None:
        self.date = OccurrenceFactory(starts_at=clock.time, ends_at=clock.time + timedelta(hours=6))
        self.clock = clock
        self.names: dict[str, str] = {}  # what is called otherwise in the recording
        self.codes: dict[str, str] = {}
        self.path = ""
        for ticket in recording["passes"]:
            self.sell(ticket)
        link = create_link(organizer, DoorClient(organizer, self.date).id, "tables")
        self.phones = {name: enter(name, link) for name in UUIDS}

    def sell(self, ticket: dict[str, Any]) -> None:
        first, last = ticket["name"].split()
        booking = BookingFactory(
            occurrence=self.date, seats=ticket["seats"], user=UserFactory(first_name=first, last_name=last)
        )
        sold: Pass = booking.passes.get()
        self.names[ticket["h"]], self.codes[sold.h] = sold.h, sold.code

    def translate(self, recorded: Any) -> Any:
        """Return something recorded with this shop's IDs."""
        text = json.dumps(recorded)
        for old, new in self.names.items():
            text = text.replace(f'"{old}"', f'"{new}"')
        return json.loads(text)

    def ask(self, recorded: Call) -> Any:
        """Ask what was asked, at the same time. Return the response."""
        self.clock.time = datetime.fromisoformat(recorded["at"])
        call = self.translate(recorded)
        answer: Any = getattr(self, f"ask_{call['call']}")(call)
        return answer

    def ask_door(self, call: Call) -> Any:
        batch = call["batch"]
        entries = [*map(to_sent, batch["entries"])]
        return self.phones[batch["device"]].post(entries, sentAt=batch["sentAt"], queued=batch["queued"])

    def ask_create(self, call: Call) -> Any:
        date = {"product": self.date.event.public_id, "bookingDate": format_time(self.date.starts_at)}
        answer = self.post(call["device"], "/api/tables", **date, **call["settings"])
        if answer.status_code == 201:
            created = answer.json()
            self.path = f"/api/tables/{created['_id']}"
            ids = {each["name"]: each["_id"] for each in created["players"]}
            self.names |= {each["_id"]: ids[each["name"]] for each in call["answer"]["players"]}
        return answer

    def ask_lease(self, call: Call) -> Any:
        return self.post(call["device"], f"{self.path}/lease", device=UUIDS[call["device"]])

    def ask_facts(self, call: Call) -> Any:
        batch = call["batch"]
        entries = [*map(to_sent, batch["entries"])]
        times = {"sentAt": batch["sentAt"], "queued": batch["queued"]}
        lease = batch["lease"]["generation"]
        return self.post(batch["device"], f"{self.path}/entries", generation=lease, entries=entries, **times)

    def ask_report(self, call: Call) -> Any:
        body = {"round": call["round"], "table": call["table"], "code": self.codes[call["h"]], **call["result"]}
        return signed_in().post(f"{self.path}/reports", body, format="json")

    def post(self, phone: str, path: str, **body: Any) -> Any:
        return self.phones[phone].client.post(path, body, format="json")

    def list_numbers(self, phone: str) -> list[int]:
        return list(self.phones[phone].row.entries.order_by("seq").values_list("seq", flat=True))

    def get_tournament(self) -> dict[str, Any]:
        return dict(signed_in().get(self.path).json())


def to_sent(entry: dict[str, Any]) -> dict[str, Any]:
    """Return what a phone sends of an entry that it has stored (frontend/src/evening/door/device/network.ts)."""
    if entry["kind"] != "fact":
        return entry
    return {"seq": entry["seq"], "at": entry["at"], **entry["fact"]}


def select(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what phones use of the answer to a call."""
    used = {"results", "generation", "code"} | ({"seen"} if answer.get("code") in (None, "taken_over") else set())
    results = [{key: each[key] for key in each if each[key] is not None} for each in answer.get("results", [])]
    return {key: answer[key] for key in used & answer.keys()} | {"results": results}


def without_ids(tournament: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same in both shops, with times to the second."""
    text = json.dumps({key: tournament[key] for key in tournament.keys() - {"_id", "name", "seed", "startTime"}})
    found = json.loads(text, object_hook=lambda each: each | {key: shorten(each[key]) for key in TIMES if key in each})
    for each in found["rounds"]:
        for table in each["tables"]:
            table["reports"].sort(key=lambda report: report["player"])
    found["players"].sort(key=lambda player: player["_id"])
    return dict(found)


def shorten(time: str | None) -> str | None:
    return time and f"{datetime.fromisoformat(time):%Y-%m-%d %H:%M:%S}"


def play(evening: Evening, recording: dict[str, Any]) -> None:
    for call in recording["calls"]:
        answer = evening.ask(call)
        assert select(answer.json()) == select(evening.translate(call.get("answer", {}))), call


def test_the_shop_gives_the_recorded_answers_and_has_every_fact_once(tmp_path, monkeypatch, as_admin):
    file = tmp_path / "evenings.json"
    sizes = {"TABLES_RECORDINGS": str(file), "TABLES_HISTORIES": NUMBER, "TABLES_SEED": SEED}
    assert run_vitest("src/evening/scorekeeper/protocol/evenings", sizes, only="Evenings are recorded") == []

    for recording in json.loads(file.read_text()):
        clock = Clock(datetime(2026, 11, 27, 3, tzinfo=UTC))
        with monkeypatch.context() as patch, transaction.atomic():
            patch.setattr(timezone, "now", clock.now)
            evening = Evening(as_admin, clock, recording)
            play(evening, recording)
            for phone in recording["phones"]:
                assert evening.list_numbers(phone["device"]) == [row["entry"]["seq"] for row in phone["rows"]]
            assert without_ids(evening.get_tournament()) == without_ids(evening.translate(recording["tournament"]))
            transaction.set_rollback(True)
