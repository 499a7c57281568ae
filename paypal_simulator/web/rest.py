"""PayPal's REST calls: who may call, what goes wrong on purpose, what is remembered, and what is answered."""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from paypal_simulator.faults.armed import Fault, Faults
from paypal_simulator.faults.errors import previous_request_in_progress
from paypal_simulator.faults.kinds import AFTER, BEFORE, CAPTURE_OUTCOMES, KEYED, REFUND_OUTCOMES, SHOWN
from paypal_simulator.faults.mishaps import mishap_after, mishap_before, with_wrong_facts
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import Answer, Refusal, Request, invalid_request, json_answer, not_found
from paypal_simulator.records.disputes import Disputes
from paypal_simulator.records.idempotency import RememberedAnswers
from paypal_simulator.records.in_progress import InProgress, Postponed
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.records.order_request import read_order
from paypal_simulator.records.refunds import Refunds
from paypal_simulator.records.reporting import Reporting
from paypal_simulator.records.representations import Representations, minimal
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.tokens import Tokens
from paypal_simulator.web.signatures import Signatures

LONGEST_REQUEST_ID = 108
REFUSED = frozenset({"unprocessable"})
LESS_LISTED = ("dispute_outcome", "messages")  # a list of disputes leaves these out
LOOKS_UP = {"get": "order", "capture": "order", "get_capture": "capture", "refund": "capture", "get_refund": "refund"}


@dataclass(frozen=True, slots=True)
class Parts:
    """What the REST calls work with."""

    settings: Settings
    store: Store
    identifiers: Identifiers
    tokens: Tokens
    ledger: Ledger
    refunds: Refunds
    disputes: Disputes
    shown: Representations
    signatures: Signatures
    faults: Faults
    remembered: RememberedAnswers
    reporting: Reporting
    rules: Rules
    progress: InProgress
    counts: Counter[str]  # how often each call was made


class Rest:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def answer(self, request: Request) -> Answer:
        """Answer one API call. Faults come first: a broken line doesn't read what was asked."""
        debug_id = self._parts.identifiers.debug()
        try:
            answer = self._routed(request)
        except Refusal as refusal:
            answer = refusal.answer(debug_id)
        return replace(answer, headers={**answer.headers, "Paypal-Debug-Id": debug_id, "Cache-Control": "no-store"})

    def _routed(self, request: Request) -> Answer:
        call, resource_id, respond = self._route(request)
        self._parts.counts[call] += 1
        names = self._names(call, resource_id, request)
        key, postponed = request.headers.get("paypal-request-id", ""), self._parts.progress.waiting()
        try:
            self._refuse_unseen(call, resource_id)
            return self._spoilt(call, names, request, lambda: self._changing(call, names, key, respond))
        finally:
            self._parts.progress.looked_up(postponed, call, key, names)

    def _spoilt(self, call: str, names: set[str], request: Request, respond: Callable[[], Answer]) -> Answer:
        take, hold_seconds = self._parts.faults.take, self._parts.settings.hold_seconds
        self._parts.faults.draw(call, names)
        if call != "token":
            if take(call, names, {"expire_tokens"}):
                self._parts.tokens.expire_all()
            self._parts.tokens.check(request)
        if fault := take(call, names, BEFORE.keys() - REFUSED if call in KEYED else BEFORE):
            return mishap_before(fault, hold_seconds)
        answer = respond()
        if fault := take(call, names, AFTER):
            return mishap_after(fault, answer, hold_seconds)
        return answer

    def _refuse_unseen(self, call: str, resource_id: str) -> None:
        """What is another merchant's own, or so new that it has not reached every one of PayPal's servers yet."""
        record = self._parts.store.get(LOOKS_UP[call], resource_id) if call in LOOKS_UP else None
        is_new = record and record.get("made_at", 0) > time.time() - self._parts.rules.lag
        if is_new or (record and (self._parts.ledger.order_of(resource_id) or {}).get("hidden")):
            raise not_found()

    def _changing(self, call: str, names: set[str], key: str, respond: Callable[[], Answer]) -> Answer:
        """Answer, unless a request that is still in progress, or is said to be, stands in the way."""
        if call not in KEYED:
            return respond()
        progress, take = self._parts.progress, self._parts.faults.take
        progress.refuse_repetition(call, key, names)
        if fault := take(call, names, {"previous_request_in_progress_later"}):
            status = fault.status or 409
            looks = 1 if fault.looks is None and fault.delay is None else fault.looks
            progress.postpone(Postponed(call, key, frozenset(names), status, respond, looks, fault.delay))
            raise previous_request_in_progress(status)
        fault = take(call, names, {"processing"})
        status = (fault.status or 409) if fault else 0
        with progress.entered(call, key, refuse=self._parts.rules.refuse_simultaneous, status=status):
            if fault:
                time.sleep(1.0 if fault.delay is None else fault.delay)
            return respond()

    def _route(self, request: Request) -> tuple[str, str, Callable[[], Answer]]:
        """Return the call's name for faults, the resource it is about, and what answers it."""
        parts = [unquote(part) for part in request.path.strip("/").split("/")]
        match request.method, *parts:
            case "POST", "v1", "oauth2", "token":
                return "token", "", lambda: self._parts.tokens.grant(request)
            case "POST", "v2", "checkout", "orders":
                return "create", "", lambda: self._create(request)
            case "GET", "v2", "checkout", "orders", order_id:
                return "get", order_id, lambda: self._get_order(order_id)
            case "POST", "v2", "checkout", "orders", order_id, "capture":
                return "capture", order_id, lambda: self._capture(request, order_id)
            case "GET", "v2", "payments", "captures", capture_id:
                return "get_capture", capture_id, lambda: self._get_capture(capture_id)
            case "POST", "v2", "payments", "captures", capture_id, "refund":
                return "refund", capture_id, lambda: self._refund(request, capture_id)
            case "GET", "v2", "payments", "refunds", refund_id:
                return "get_refund", refund_id, lambda: self._get_refund(refund_id)
            case "GET", "v1", "customer", "disputes":
                return "list_disputes", "", lambda: self._list_disputes(request)
            case "GET", "v1", "customer", "disputes", dispute_id:
                return "get_dispute", "", lambda: self._get_dispute(dispute_id)
            case "POST", "v1", "notifications", "verify-webhook-signature":
                return "verify", "", lambda: self._verify(request)
            case "GET", "v1", "reporting", "transactions":
                return "transactions", "", lambda: self._transactions(request)
        raise not_found("The requested URL was not found.")

    def _create(self, request: Request) -> Answer:
        def change() -> Answer:
            self._refuse_if_armed("create", "", request)
            unit = read_order(_json_body(request))
            return self._written(request, self._parts.shown.order(self._parts.ledger.create(unit)))

        return self._once("create", request, change)

    def _capture(self, request: Request, order_id: str) -> Answer:
        def change() -> Answer:
            self._refuse_if_armed("capture", order_id, request)
            _json_body(request, required=False)
            record = self._parts.ledger.capture(order_id, self._outcome("capture", order_id, CAPTURE_OUTCOMES))
            return self._written(request, self._parts.shown.order(record))

        return self._once("capture", request, change)

    def _refund(self, request: Request, capture_id: str) -> Answer:
        def change() -> Answer:
            self._refuse_if_armed("refund", capture_id, request)
            body = _json_body(request, required=False)
            if not isinstance(body, dict):
                raise invalid_request("INVALID_PARAMETER_SYNTAX", "The body must be an object.", "/")
            outcome = self._outcome("refund", capture_id, REFUND_OUTCOMES)
            record = self._parts.refunds.refund(capture_id, body, outcome)
            return self._written(request, self._parts.shown.refund(record))

        return self._once("refund", request, change)

    def _get_order(self, order_id: str) -> Answer:
        with self._parts.store.transaction():
            body = self._parts.shown.order(self._parts.ledger.order(order_id))
        fault = self._parts.faults.take("get", self._parts.ledger.names_of(order_id), SHOWN)
        return json_answer(200, with_wrong_facts(fault, body) if fault else body)

    def _get_capture(self, capture_id: str) -> Answer:
        with self._parts.store.transaction():
            body = self._parts.shown.capture(self._parts.ledger.captured(capture_id))
        fault = self._parts.faults.take("get_capture", self._parts.ledger.names_of(capture_id), SHOWN)
        return json_answer(200, with_wrong_facts(fault, body) if fault else body)

    def _get_refund(self, refund_id: str) -> Answer:
        with self._parts.store.transaction():
            refund = self._parts.refunds.refunded(refund_id)
            if refund.get("listed", "refunds") != "refunds":
                raise not_found()
            body = self._parts.shown.refund(refund)
        fault = self._parts.faults.take("get_refund", self._parts.ledger.names_of(refund_id), SHOWN)
        return json_answer(200, with_wrong_facts(fault, body) if fault else body)

    def _get_dispute(self, dispute_id: str) -> Answer:
        with self._parts.store.transaction():
            return json_answer(200, self._parts.shown.dispute(self._parts.disputes.known(dispute_id)))

    def _list_disputes(self, request: Request) -> Answer:
        """PayPal's list has less of each; `disputed_transaction_id` narrows it to one capture."""
        with self._parts.store.transaction():
            found = self._parts.disputes.about(request.query.get("disputed_transaction_id", ""))
            shown = [self._parts.shown.dispute(dispute) for dispute in found]
        items = [{name: value for name, value in body.items() if name not in LESS_LISTED} for body in shown]
        return json_answer(200, {"items": items, "links": []})

    def _transactions(self, request: Request) -> Answer:
        return json_answer(200, self._parts.reporting.transactions(request.query, self._parts.settings.merchant_id))

    def _verify(self, request: Request) -> Answer:
        body = _json_body(request)
        return json_answer(200, self._parts.signatures.verify(request.body.decode(), body))

    def _once(self, call: str, request: Request, change: Callable[[], Answer]) -> Answer:
        """Make the change and remember its answer in one transaction, or answer what is remembered."""
        if request.content_type != "application/json":
            sentence = "The server does not support the request payload's media type."
            raise Refusal(415, "UNSUPPORTED_MEDIA_TYPE", sentence)
        if len(request.headers.get("paypal-request-id", "")) > LONGEST_REQUEST_ID:
            sentence = "The value of a field is either too short or too long."
            raise invalid_request("INVALID_STRING_LENGTH", sentence, "PayPal-Request-Id")
        with self._parts.store.transaction():
            if remembered := self._parts.remembered.recall(call, request):
                return remembered
            try:
                answer = change()
            except Refusal as refusal:
                answer = refusal.answer(self._parts.identifiers.debug())
            self._parts.remembered.remember(call, request, answer)
            return answer

    def _refuse_if_armed(self, call: str, resource_id: str, request: Request) -> None:
        """A refusal is an answer that is kept under the key: two calls under one key never end differently."""
        if fault := self._parts.faults.take(call, self._names(call, resource_id, request), REFUSED):
            mishap_before(fault, self._parts.settings.hold_seconds)

    def _outcome(self, call: str, resource_id: str, kinds: frozenset[str]) -> Callable[[], Fault | None]:
        return lambda: self._parts.faults.take(call, self._parts.ledger.names_of(resource_id), kinds)

    def _written(self, request: Request, body: Json) -> Answer:
        """Answer 201 with as much of the body as the Prefer header asks for; PayPal's default is the minimum."""
        wants_all = "return=representation" in request.headers.get("prefer", "").replace(" ", "")
        return json_answer(201, body if wants_all else minimal(body))

    def _names(self, call: str, resource_id: str, request: Request) -> set[str]:
        if call == "create":
            return _names_in(request)
        return {resource_id} | self._parts.ledger.names_of(resource_id) if resource_id else set()


def _json_body(request: Request, *, required: bool = True) -> Any:
    """Read the body, or refuse it as malformed. A missing one counts as empty unless it is required."""
    if not request.body.strip() and not required:
        return {}
    try:
        return json.loads(request.body, parse_constant=_no_such_number)
    except (ValueError, RecursionError):
        raise invalid_request("MALFORMED_REQUEST_JSON", "The request JSON is not well formed.") from None


def _no_such_number(name: str) -> Any:
    raise ValueError(name)  # Python reads NaN and Infinity, JSON knows neither


def _names_in(request: Request) -> set[str]:
    """The shop's own ids in the body of a new order, so that a fault can wait for one that doesn't exist yet."""
    try:
        unit = _json_body(request)["purchase_units"][0]
        return {unit[name] for name in ("custom_id", "invoice_id") if isinstance(unit.get(name), str)}
    except (Refusal, LookupError, TypeError, AttributeError):
        return set()
