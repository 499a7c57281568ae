"""Remembers what was answered under a PayPal-Request-Id, so that asking again changes nothing."""

import base64
import hashlib
import json
import time
from collections import deque

from paypal_simulator.messages import Answer, Refusal, Request, unprocessable
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store

LISTED = 500
REMEMBERED = frozenset({200, 201, 422})  # a malformed request or a broken line is not an answer to keep


class RememberedAnswers:
    """PayPal keeps keys per merchant and kind of call: the same key for another order is a changed request too."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self._rules = rules
        self.used_again: deque[Json] = deque(maxlen=LISTED)  # the latest first: calls under an id that is forgotten

    def recall(self, call: str, request: Request) -> Answer | None:
        """Return the answer that was given to the same request, or raise Refusal when the key was for another one."""
        remembered = self._store.get("request", _key(call, request)) if _key(call, request) else None
        if remembered is None:
            return None
        if remembered["at"] <= time.time() - self._rules.ids_kept(call):
            used = {"call": call, "path": request.path, "id": request.headers["paypal-request-id"]}
            self.used_again.appendleft(used | {"body": request.body.decode("utf-8", "replace")})
            return None
        if remembered["fingerprint"] != _fingerprint(request):
            raise _reused()
        # A repeated 201 is answered 200: nothing was created this time.
        status = 200 if remembered["status"] == 201 else remembered["status"]
        return Answer(status, base64.b64decode(remembered["body"]))

    def remember(self, call: str, request: Request, answer: Answer) -> None:
        if not _key(call, request) or answer.status not in REMEMBERED:
            return
        body: Json = {
            "fingerprint": _fingerprint(request),
            "path": request.path,
            "asked": request.body.decode("utf-8", "replace"),
            "at": time.time(),
            "status": answer.status,
            "body": base64.b64encode(answer.body).decode(),
        }
        self._store.put("request", _key(call, request), body)

    def forget(self, about: str = "") -> None:
        """Let every key grow too old to be remembered, or those whose call or answer names this id."""
        with self._store.transaction():
            for key, body in self._store.items("request"):
                if not about or _is_about(body, about):
                    self._store.put("request", key, body | {"at": 0.0})


def _is_about(remembered: Json, name: str) -> bool:
    """Whether the call or its answer names this ID: of an order, a capture or a refund, or a custom_id."""
    answered = base64.b64decode(remembered["body"]).decode("utf-8", "replace")
    return name in remembered["path"].split("/") or name in remembered["asked"] or name in answered


def _key(call: str, request: Request) -> str:
    given = request.headers.get("paypal-request-id", "")
    return f"{call} {given}" if given else ""


def _fingerprint(request: Request) -> str:
    """The same JSON in another order of keys, or with other spaces, is the same request."""
    try:
        body = json.dumps(json.loads(request.body), sort_keys=True) if request.body.strip() else "{}"
    except ValueError:
        body = request.body.decode("latin-1")
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()


def _reused() -> Refusal:
    sentence = "The value of PayPal-Request-Id header has already been used. Please specify a different value."
    return unprocessable("DUPLICATE_REQUEST_ID", sentence)
