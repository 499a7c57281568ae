"""The door's calls, answered in the browser's place until the test reaches the shop's own."""

import base64
import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import BrowserContext, Route

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_code(number: int) -> str:
    """Return a valid code."""
    digits = (number // 32, number % 32, *(place * place for place in range(14)))
    body = "".join(ALPHABET[digit % 32] for digit in digits)
    total = 0
    for character in body:
        total = double(total) ^ ALPHABET.index(character)
    return f"T1{body}{ALPHABET[double(total)]}"


def double(element: int) -> int:
    doubled = element << 1
    return doubled if doubled < 32 else doubled ^ 0b100101


def hash_of(code: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(code.encode()).digest()[:12]).decode()


class DoorApi:
    """One date's list and log."""

    def __init__(self, context: BrowserContext, passes: dict[str, tuple[str, int]]) -> None:
        start = datetime.now(UTC) - timedelta(hours=1)
        self.date = {
            "_id": "a" * 24, "name": "Friday Draft", "startTime": start.isoformat(),
            "endTime": (start + timedelta(hours=3)).isoformat(),
        }  # fmt: skip
        self.passes = {hash_of(code): value for code, value in passes.items()}
        self.entries: dict[int, dict[str, Any]] = {}
        self.sent = 0
        self.is_signed_out = self.is_down = False
        self.device = ""
        context.route("**/api/door/**", self.answer)

    def answer(self, route: Route) -> None:
        path = route.request.url.rpartition("/")[2]
        if self.is_down:
            return route.abort()
        if path == "enter":
            body = json.loads(route.request.post_data or "{}")
            if body["pin"] != "1234":
                message = "That link and PIN do not go together."
                return route.fulfill(status=401, json={"message": message, "code": "door_refused"})
            self.device = body["device"]
            self.is_signed_out = False
            return route.fulfill(json={"role": "door", "night": self.date, "device": self.device, "now": now()})
        if self.is_signed_out:
            message = "Open the night's link again."
            return route.fulfill(status=401, json={"message": message, "code": "door_signed_out"})
        if path == "list":
            return route.fulfill(json=self.list())
        if path == "entries":
            return route.fulfill(json=self.store(json.loads(route.request.post_data or "{}")))
        return route.fulfill(status=204)

    def inside(self, h: str) -> int:
        undone = {entry["of"] for entry in self.entries.values() if entry["kind"] == "undo"}
        admitted = [e for seq, e in self.entries.items() if e["kind"] == "in" and seq not in undone and e["h"] == h]
        return min(sum(entry["seats"] for entry in admitted), self.passes[h][1])

    def list(self) -> dict[str, Any]:
        passes = [
            {"h": h, "b": b, "name": name, "seats": seats, "in": self.inside(h), "state": "valid", "to": None}
            for b, (h, (name, seats)) in enumerate(self.passes.items())
        ]
        seen = {self.device: max(self.entries, default=0)}
        return {"night": self.date, "now": now(), "price": 12, "allotment": 0, "seen": seen, "passes": passes,
                "recent": []}  # fmt: skip

    def store(self, batch: dict[str, Any]) -> dict[str, Any]:
        self.sent += 1
        results = []
        for entry in batch["entries"]:
            answer = "repeated" if entry["seq"] in self.entries else "stored"
            self.entries[entry["seq"]] = entry
            results.append({"seq": entry["seq"], "answer": answer, "conflict": None, "in": 0, "seats": 0})
        return {"now": now(), "seen": max(self.entries), "results": results}


def now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")
