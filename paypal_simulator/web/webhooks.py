"""Tells the shop what happened: signed events, sent in the background and tried again with growing pauses."""

import http.client
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from typing import Literal

from paypal_simulator.clock import now, timestamp
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import not_found
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.web.signatures import Signatures
from paypal_simulator.web.spellings import spell

Tamper = Literal["", "signature", "body", "spelling"]
RESOURCES = {
    "order": ("checkout-order", "An order"),
    "capture": ("capture", "A capture"),
    "refund": ("refund", "A refund"),
    "dispute": ("dispute", "A dispute"),
}
WORKERS = 4
LONGEST_PAUSE = 60.0  # seconds


class Webhooks:
    """Every event is stored before it is sent, so a restart goes on with what was not yet delivered."""

    def __init__(
        self, store: Store, identifiers: Identifiers, signatures: Signatures, settings: Settings, rules: Rules
    ) -> None:
        self._rules = rules
        self._store = store
        self._identifiers = identifiers
        self._signatures = signatures
        self._settings = settings
        self._due: list[tuple[float, str, Tamper]] = []  # (monotonic time, event id, what to falsify)
        self._wake = threading.Condition()
        self._held = False
        self._stopped = False

    def start(self, base_url: str) -> None:
        """Begin to deliver, with what an earlier run left undelivered first."""
        self._base_url = base_url
        for record in self._store.every("event"):
            if record["status"] == "pending":
                self._schedule(record["id"], 0)
        for number in range(WORKERS if self._settings.webhook_url else 0):
            threading.Thread(target=self._work, name=f"webhooks-{number}", daemon=True).start()

    def announce(self, event_type: str, kind: str, resource: Json, *, is_lost: bool = False) -> None:
        """Store an event and send it soon. Called inside the transaction that made it happen.

        A lost one is stored and never sent, unless somebody has it sent again.
        """
        if self._settings.webhook_url is None:
            return
        resource_type, subject = RESOURCES[kind]
        event_id = self._identifiers.event()
        path = f"{self._base_url}/v1/notifications/webhooks-events/{event_id}"
        event = {
            "id": event_id,
            "event_version": "1.0",
            "create_time": now().strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z",
            "resource_type": resource_type,
            "resource_version": "2.0",
            "event_type": event_type,
            "summary": f"{subject} is now {resource['status'].lower().replace('_', ' ')}",
            "resource": resource,
            "links": [
                {"href": path, "rel": "self", "method": "GET"},
                {"href": f"{path}/resend", "rel": "resend", "method": "POST"},
            ],
        }
        status = "lost" if is_lost else "pending"
        record: Json = {"id": event_id, "event": event, "status": status, "attempts": 0, "last": ""}
        self._store.put("event", event_id, record)
        if not is_lost:
            self._schedule(event_id, 0)

    def redeliver(self, event_id: str, *, times: int = 1, tamper: Tamper = "", spelling: str = "") -> Json:
        """Send a known event again, `times` times, even while others are held back."""
        self._known(event_id)
        for _ in range(times):
            self._deliver(event_id, tamper, spelling)
        return self._known(event_id)

    def transmission(self, event_id: str, *, tamper: Tamper = "", spelling: str = "") -> tuple[dict[str, str], bytes]:
        """What `redeliver` would send."""
        return self._written(self._known(event_id)["event"], tamper, spelling)

    def headers_for(self, body: bytes, *, forged: bool = False) -> dict[str, str]:
        return self._signatures.sign(body).headers(self._base_url, forged=forged)

    def hold(self, held: bool) -> None:
        """Keep everything back, or let go of what was kept."""
        with self._wake:
            self._held = held
            self._wake.notify_all()

    @property
    def held(self) -> bool:
        return self._held

    def forget_waiting(self) -> None:
        with self._wake:
            self._due.clear()

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            self._wake.notify_all()

    def _known(self, event_id: str) -> Json:
        record = self._store.get("event", event_id)
        if record is None:
            raise not_found()
        return record

    def _schedule(self, event_id: str, pause: float) -> None:
        with self._wake:
            self._due.append((time.monotonic() + pause, event_id, ""))
            self._wake.notify()

    def _work(self) -> None:
        while (event_id := self._next_due()) is not None:
            try:
                self._attempt(event_id)
            except sqlite3.ProgrammingError:  # the store was closed while this delivery was on its way
                return

    def _next_due(self) -> str | None:
        """Wait for the next event whose time has come; None once the simulator stops."""
        with self._wake:
            while not self._stopped:
                first = min(self._due, default=None)
                pause = None if first is None or self._held else first[0] - time.monotonic()
                if first is not None and pause is not None and pause <= 0:
                    self._due.remove(first)
                    return first[1]
                self._wake.wait(pause)
        return None

    def _attempt(self, event_id: str) -> None:
        record = self._deliver(event_id)
        if record and record["status"] == "pending":
            pause = self._settings.webhook_backoff * 2 ** (record["attempts"] - 1)
            self._schedule(event_id, min(pause, LONGEST_PAUSE))

    def _deliver(self, event_id: str, tamper: Tamper = "", spelling: str = "") -> Json | None:
        """Send one event once; return its record afterwards, or None when a reset has forgotten it."""
        if (record := self._store.get("event", event_id)) is None:
            return None
        headers, body = self._written(record["event"], tamper, spelling)
        result = self._send(headers, body)
        with self._store.transaction():
            if (record := self._store.get("event", event_id)) is None:
                return None
            record["attempts"] += 1
            record["last"] = result
            if result.startswith("2"):
                record["status"] = "delivered"
            elif record["attempts"] >= self._settings.webhook_attempts and record["status"] == "pending":
                record["status"] = "failed"
            self._store.put("event", event_id, record)
        return record

    def _written(self, event: Json, tamper: Tamper, spelling: str) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a transmission. It was signed as it should be before it was tampered with."""
        spelling = spelling or self._rules.webhook_spelling
        body = spell(event, spelling)
        headers = self.headers_for(body, forged=tamper == "signature")
        if tamper == "body":
            body = spell({**event, "summary": "Tampered with on the way"}, spelling)
        elif tamper == "spelling":
            body = spell(event, "indented" if spelling != "indented" else "compact")
        return headers, body

    def _send(self, headers: dict[str, str], body: bytes) -> str:
        """POST it; return the status, or the kind of failure, as text."""
        url = self._settings.webhook_url
        if url is None:
            return "webhooks are off"
        request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310
        try:
            with _without_redirects.open(request, timeout=self._settings.webhook_timeout) as answer:
                return f"{answer.status} at {timestamp()}"
        except urllib.error.HTTPError as error:
            with error:
                return f"{error.code} at {timestamp()}"
        except (OSError, http.client.HTTPException, ValueError) as error:
            return f"{_reason(error)} at {timestamp()}"


def _reason(error: Exception) -> str:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return getattr(cause, "strerror", None) or type(cause).__name__


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """PayPal counts a redirect as a failed delivery."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


# Its own opener: no proxy from the environment stands between two programs on one machine.
_without_redirects = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects)
