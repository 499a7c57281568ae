"""Store the responses of each PayPal-Request-Id (PayPal's idempotency key), so that a repeated call changes nothing."""

import base64
import hashlib
import json
import time

from paypal_simulator.messages import ApiError, Request, Response, unprocessable
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store

REMEMBERED = frozenset({200, 201, 422})  # responses to malformed requests are not stored


class StoredResponses:
    """Keys are stored per kind of call. The same key for another order counts as a changed request."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self._rules = rules

    def find_response(self, call: str, request: Request) -> Response | None:
        """Return the stored response, or None. Raise ApiError if the key was used for another request."""
        stored = self._store.get("request", _key(call, request)) if _key(call, request) else None
        if stored is None:
            return None
        if stored["at"] <= time.time() - self._rules.get_key_lifetime(call):
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
            "at": time.time(),
            "status": response.status,
            "body": base64.b64encode(response.body).decode(),
        }
        self._store.put("request", _key(call, request), body)

    def expire(self) -> None:
        with self._store.transaction():
            for key, body in self._store.list_items("request"):
                self._store.put("request", key, body | {"at": 0.0})


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
