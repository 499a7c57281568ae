"""Send webhooks: signed events, delivered in the background and retried with growing delays."""

import http.client
import json
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from typing import Literal

from paypal_simulator.clock import now, timestamp
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import not_found
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.web.signatures import Signatures

Tamper = Literal["", "signature", "body"]
RESOURCES = {
    "order": ("checkout-order", "An order"),
    "capture": ("capture", "A capture"),
    "refund": ("refund", "A refund"),
    "dispute": ("dispute", "A dispute"),
}
WORKERS = 4
MAX_PAUSE = 60.0  # seconds


class Webhooks:
    """Stores every event before it is sent, so that a restart continues with undelivered events."""

    def __init__(self, store: Store, identifiers: Identifiers, signatures: Signatures, settings: Settings) -> None:
        self._store = store
        self._identifiers = identifiers
        self._signatures = signatures
        self._settings = settings
        self._due: list[tuple[float, str, Tamper]] = []  # (monotonic time, event id, what to falsify)
        self._wake = threading.Condition()
        self._held = False
        self._stopped = False

    def start(self, base_url: str) -> None:
        """Start delivering, first the events that an earlier run left undelivered."""
        self._base_url = base_url
        for record in self._store.list_all("event"):
            if record["status"] == "pending":
                self._schedule(record["id"], 0)
        for number in range(WORKERS if self._settings.webhook_url else 0):
            threading.Thread(target=self._work, name=f"webhooks-{number}", daemon=True).start()

    def publish(self, event_type: str, kind: str, resource: Json, *, is_lost: bool = False) -> None:
        """Store an event and send it soon. Called inside the transaction of the change that it reports.

        A lost event is stored but never sent, except by `redeliver`.
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

    def redeliver(self, event_id: str, *, times: int = 1, tamper: Tamper = "") -> Json:
        """Send an event again, `times` times, even while webhooks are held back."""
        self._get_event(event_id)
        for _ in range(times):
            self._deliver(event_id, tamper)
        return self._get_event(event_id)

    def transmission(self, event_id: str, *, tamper: Tamper = "") -> tuple[dict[str, str], bytes]:
        """Return what `redeliver` would send."""
        return self._build_transmission(self._get_event(event_id)["event"], tamper)

    def headers_for(self, body: bytes, *, forged: bool = False) -> dict[str, str]:
        return self._signatures.sign(body).headers(self._base_url, forged=forged)

    def hold(self, held: bool) -> None:
        """Hold all webhooks back, or release them."""
        with self._wake:
            self._held = held
            self._wake.notify_all()

    @property
    def held(self) -> bool:
        return self._held

    def clear_queue(self) -> None:
        with self._wake:
            self._due.clear()

    def stop(self) -> None:
        with self._wake:
            self._stopped = True
            self._wake.notify_all()

    def _get_event(self, event_id: str) -> Json:
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
            except sqlite3.ProgrammingError:  # the store was closed during the delivery
                return

    def _next_due(self) -> str | None:
        """Wait for the next due event. Return None once the simulator stops."""
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
            self._schedule(event_id, min(pause, MAX_PAUSE))

    def _deliver(self, event_id: str, tamper: Tamper = "") -> Json | None:
        """Send an event once. Return its record afterwards, or None if a reset has deleted it."""
        if (record := self._store.get("event", event_id)) is None:
            return None
        headers, body = self._build_transmission(record["event"], tamper)
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

    def _build_transmission(self, event: Json, tamper: Tamper) -> tuple[dict[str, str], bytes]:
        """Return the headers and the body of a transmission, which is signed before it is tampered with."""
        body = _write(event)
        headers = self.headers_for(body, forged=tamper == "signature")
        return headers, _write({**event, "summary": "Tampered with on the way"}) if tamper == "body" else body

    def _send(self, headers: dict[str, str], body: bytes) -> str:
        """POST the body. Return the status or the kind of failure as text."""
        url = self._settings.webhook_url
        if url is None:
            return "webhooks are off"
        request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310
        try:
            with _without_redirects.open(request, timeout=self._settings.webhook_timeout) as response:
                return f"{response.status} at {timestamp()}"
        except urllib.error.HTTPError as error:
            with error:
                return f"{error.code} at {timestamp()}"
        except (OSError, http.client.HTTPException, ValueError) as error:
            return f"{_reason(error)} at {timestamp()}"


def _write(event: Json) -> bytes:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()


def _reason(error: Exception) -> str:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return getattr(cause, "strerror", None) or type(cause).__name__


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follow no redirects, because PayPal counts a redirect as a failed delivery."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


# An opener without proxies from the environment, because both programs run on one machine.
_without_redirects = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects)
