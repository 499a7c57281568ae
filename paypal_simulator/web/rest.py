"""PayPal's REST API: authorization, faults, idempotency and responses."""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from paypal_simulator.faults.armed import Fault, Faults
from paypal_simulator.faults.errors import previous_request_in_progress
from paypal_simulator.faults.failures import fail_after, fail_before, falsify_resource
from paypal_simulator.faults.kinds import AFTER, BEFORE, CAPTURE_OUTCOMES, KEYED, REFUND_OUTCOMES, SHOWN
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import ApiError, Request, Response, invalid_request, json_response, not_found
from paypal_simulator.records.disputes import Disputes
from paypal_simulator.records.idempotency import StoredResponses
from paypal_simulator.records.in_progress import InProgress, Postponed
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.records.order_request import parse_order, parse_shipping_preference
from paypal_simulator.records.refunds import Refunds
from paypal_simulator.records.reporting import Reporting
from paypal_simulator.records.representations import Representations, get_minimal
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.tokens import Tokens
from paypal_simulator.web.signatures import Signatures

MAX_REQUEST_ID_LENGTH = 108
REFUSALS = frozenset({"unprocessable"})
OMITTED_IN_LISTS = ("dispute_outcome", "messages")  # fields that a list of disputes omits


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the simulator."""

    settings: Settings
    store: Store
    identifiers: Identifiers
    tokens: Tokens
    ledger: Ledger
    refunds: Refunds
    disputes: Disputes
    representations: Representations
    signatures: Signatures
    faults: Faults
    stored_responses: StoredResponses
    reporting: Reporting
    rules: Rules
    progress: InProgress
    counts: Counter[str]  # how often each call was made


class Rest:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def respond(self, request: Request) -> Response:
        """Respond to an API call. Faults apply before the request is parsed."""
        debug_id = self._parts.identifiers.debug()
        try:
            response = self._respond_to_route(request)
        except ApiError as error:
            response = error.to_response(debug_id)
        return replace(response, headers={**response.headers, "Paypal-Debug-Id": debug_id, "Cache-Control": "no-store"})

    def _respond_to_route(self, request: Request) -> Response:
        call, resource_id, respond = self._route(request)
        self._parts.counts[call] += 1
        names = self._get_names(call, resource_id, request)
        key, postponed = request.headers.get("paypal-request-id", ""), self._parts.progress.waiting()
        try:
            return self._respond_with_faults(
                call, names, request, lambda: self._respond_in_progress(call, names, key, respond)
            )
        finally:
            self._parts.progress.count_look_up(postponed, call, key, names)

    def _respond_with_faults(
        self, call: str, names: set[str], request: Request, respond: Callable[[], Response]
    ) -> Response:
        take, hold_seconds = self._parts.faults.take, self._parts.settings.hold_seconds
        self._parts.faults.draw(call, names)
        if call != "token":
            if take(call, names, {"expire_tokens"}):
                self._parts.tokens.expire_all()
            self._parts.tokens.check(request)
        if fault := take(call, names, BEFORE.keys() - REFUSALS if call in KEYED else BEFORE):
            return fail_before(fault, hold_seconds)
        response = respond()
        if fault := take(call, names, AFTER):
            return fail_after(fault, response, hold_seconds)
        return response

    def _respond_in_progress(self, call: str, names: set[str], key: str, respond: Callable[[], Response]) -> Response:
        """Respond, unless a request with the same key is in progress or postponed."""
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
        with progress.enter(call, key, status=(fault and fault.status) or 409):
            if fault:
                time.sleep(1.0 if fault.delay is None else fault.delay)
            return respond()

    def _route(self, request: Request) -> tuple[str, str, Callable[[], Response]]:
        """Return the call's name, the ID of its resource, and the function that responds."""
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

    def _create(self, request: Request) -> Response:
        def change() -> Response:
            self._raise_armed_refusal("create", "", request)
            body = _parse_body(request)
            unit = parse_order(body)
            record = self._parts.ledger.create(unit, shipping_preference=parse_shipping_preference(body))
            return self._respond_created(request, self._parts.representations.order(record))

        return self._respond_once("create", request, change)

    def _capture(self, request: Request, order_id: str) -> Response:
        def change() -> Response:
            self._raise_armed_refusal("capture", order_id, request)
            _parse_body(request, required=False)
            record = self._parts.ledger.capture(order_id, self._take_outcome("capture", order_id, CAPTURE_OUTCOMES))
            return self._respond_created(request, self._parts.representations.order(record))

        return self._respond_once("capture", request, change)

    def _refund(self, request: Request, capture_id: str) -> Response:
        def change() -> Response:
            self._raise_armed_refusal("refund", capture_id, request)
            body = _parse_body(request, required=False)
            if not isinstance(body, dict):
                raise invalid_request("INVALID_PARAMETER_SYNTAX", "The body must be an object.", "/")
            outcome = self._take_outcome("refund", capture_id, REFUND_OUTCOMES)
            record = self._parts.refunds.refund(capture_id, body, outcome)
            return self._respond_created(request, self._parts.representations.refund(record))

        return self._respond_once("refund", request, change)

    def _get_order(self, order_id: str) -> Response:
        with self._parts.store.transaction():
            body = self._parts.representations.order(self._parts.ledger.get_order(order_id))
        fault = self._parts.faults.take("get", self._parts.ledger.get_names(order_id), SHOWN)
        return json_response(200, falsify_resource(fault, body) if fault else body)

    def _get_capture(self, capture_id: str) -> Response:
        with self._parts.store.transaction():
            body = self._parts.representations.capture(self._parts.ledger.get_capture(capture_id))
        fault = self._parts.faults.take("get_capture", self._parts.ledger.get_names(capture_id), SHOWN)
        return json_response(200, falsify_resource(fault, body) if fault else body)

    def _get_refund(self, refund_id: str) -> Response:
        with self._parts.store.transaction():
            refund = self._parts.refunds.get_refund(refund_id)
            if refund.get("listed", "refunds") != "refunds":
                raise not_found()
            body = self._parts.representations.refund(refund)
        fault = self._parts.faults.take("get_refund", self._parts.ledger.get_names(refund_id), SHOWN)
        return json_response(200, falsify_resource(fault, body) if fault else body)

    def _get_dispute(self, dispute_id: str) -> Response:
        with self._parts.store.transaction():
            return json_response(200, self._parts.representations.dispute(self._parts.disputes.get(dispute_id)))

    def _list_disputes(self, request: Request) -> Response:
        """List disputes with fewer fields. `disputed_transaction_id` filters by capture."""
        with self._parts.store.transaction():
            found = self._parts.disputes.list_about(request.query.get("disputed_transaction_id", ""))
            shown = [self._parts.representations.dispute(dispute) for dispute in found]
        items = [{name: value for name, value in body.items() if name not in OMITTED_IN_LISTS} for body in shown]
        return json_response(200, {"items": items, "links": []})

    def _transactions(self, request: Request) -> Response:
        return json_response(200, self._parts.reporting.transactions(request.query, self._parts.settings.merchant_id))

    def _verify(self, request: Request) -> Response:
        body = _parse_body(request)
        return json_response(200, self._parts.signatures.verify(request.body.decode(), body))

    def _respond_once(self, call: str, request: Request, change: Callable[[], Response]) -> Response:
        """Return the stored response, or make the change and store its response in one transaction."""
        if request.content_type != "application/json":
            sentence = "The server does not support the request payload's media type."
            raise ApiError(415, "UNSUPPORTED_MEDIA_TYPE", sentence)
        if len(request.headers.get("paypal-request-id", "")) > MAX_REQUEST_ID_LENGTH:
            sentence = "The value of a field is either too short or too long."
            raise invalid_request("INVALID_STRING_LENGTH", sentence, "PayPal-Request-Id")
        with self._parts.store.transaction():
            if stored := self._parts.stored_responses.find_response(call, request):
                return stored
            try:
                response = change()
            except ApiError as error:
                response = error.to_response(self._parts.identifiers.debug())
            self._parts.stored_responses.store_response(call, request, response)
            return response

    def _raise_armed_refusal(self, call: str, resource_id: str, request: Request) -> None:
        """Raise an armed refusal. It is stored with the key, so that a repeated call gets the same response."""
        if fault := self._parts.faults.take(call, self._get_names(call, resource_id, request), REFUSALS):
            fail_before(fault, self._parts.settings.hold_seconds)

    def _take_outcome(self, call: str, resource_id: str, kinds: frozenset[str]) -> Callable[[], Fault | None]:
        return lambda: self._parts.faults.take(call, self._parts.ledger.get_names(resource_id), kinds)

    def _respond_created(self, request: Request, body: Json) -> Response:
        """Return a 201 with the fields that the Prefer header requests. PayPal's default is minimal."""
        wants_all = "return=representation" in request.headers.get("prefer", "").replace(" ", "")
        return json_response(201, body if wants_all else get_minimal(body))

    def _get_names(self, call: str, resource_id: str, request: Request) -> set[str]:
        if call == "create":
            return _list_shop_ids(request)
        return {resource_id} | self._parts.ledger.get_names(resource_id) if resource_id else set()


def _parse_body(request: Request, *, required: bool = True) -> Any:
    """Parse the body. Raise ApiError if it is malformed, or missing although it is required."""
    if not request.body.strip() and not required:
        return {}
    try:
        return json.loads(request.body, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise invalid_request("MALFORMED_REQUEST_JSON", "The request JSON is not well formed.") from None


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)  # Python accepts NaN and Infinity, which are not JSON


def _list_shop_ids(request: Request) -> set[str]:
    """List the shop's IDs in the body of a new order, because a fault may be armed for them."""
    try:
        unit = _parse_body(request)["purchase_units"][0]
        return {unit[name] for name in ("custom_id", "invoice_id") if isinstance(unit.get(name), str)}
    except (ApiError, LookupError, TypeError, AttributeError):
        return set()
