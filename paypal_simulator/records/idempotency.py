"""Store the responses of each PayPal-Request-Id (PayPal's idempotency key), so that a repeated call changes nothing."""

import base64
import hashlib
import json
import time
from collections import deque

from paypal_simulator.messages import ApiError, Request, Response, unprocessable
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store

LISTED = 500
REMEMBERED = frozenset({200, 201, 422})  # responses to malformed requests are not stored


class StoredResponses:
    """Keys are stored per kind of call. The same key for another order counts as a changed request."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self._rules = rules
        self.used_again: deque[Json] = deque(maxlen=LISTED)  # calls with an expired key, newest first

    def find_response(self, call: str, request: Request) -> Response | None:
        """Return the stored response, or None. Raise ApiError if the key was used for another request."""
        stored = self._store.get("request", _key(call, request)) if _key(call, request) else None
        if stored is None:
            return None
        if stored["at"] <= time.time() - self._rules.get_key_lifetime(call):
            used = {"call": call, "path": request.path, "id": request.headers["paypal-request-id"]}
            self.used_again.appendleft(used | {"body": request.body.decode("utf-8", "replace")})
            return None
        if stored["fingerprint"] != _fingerprint(request):
            raise _reused()
        # A repeated call returns 200 instead of 201, because it creates nothing.
        status = 200 if stored["status"] == 201 else stored["status"]
        return Response(status, base64.b64decode(stored["body"]))

    def store_response(self, call: str, request: Request, response: Response) -> None:
        if not _key(call, request) or response.status not in REMEMBERED:
            return
        body: Json = {
            "fingerprint": _fingerprint(request),
            "path": request.path,
            "asked": request.body.decode("utf-8", "replace"),
            "at": time.time(),
            "status": response.status,
            "body": base64.b64encode(response.body).decode(),
        }
        self._store.put("request", _key(call, request), body)

    def expire(self, about: str = "") -> None:
        """Expire all keys, or those whose call or response contains this ID."""
        with self._store.transaction():
            for key, body in self._store.list_items("request"):
                if not about or _contains_id(body, about):
                    self._store.put("request", key, body | {"at": 0.0})


def _contains_id(stored: Json, name: str) -> bool:
    """Return whether the call or its response contains this ID of an order, capture or refund, or this custom_id."""
    response_text = base64.b64decode(stored["body"]).decode("utf-8", "replace")
    return name in stored["path"].split("/") or name in stored["asked"] or name in response_text


def _key(call: str, request: Request) -> str:
    given = request.headers.get("paypal-request-id", "")
    return f"{call} {given}" if given else ""


def _fingerprint(request: Request) -> str:
    """Return a hash that ignores the order of JSON keys and whitespace."""
    try:
        body = json.dumps(json.loads(request.body), sort_keys=True) if request.body.strip() else "{}"
    except ValueError:
        body = request.body.decode("latin-1")
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()


def _reused() -> ApiError:
    sentence = "The value of PayPal-Request-Id header has already been used. Please specify a different value."
    return unprocessable("DUPLICATE_REQUEST_ID", sentence)
