"""Create the simulator's parts and route each request to one of them."""

from collections import Counter, deque
from dataclasses import replace
from urllib.parse import urlsplit

from paypal_simulator.clock import timestamp
from paypal_simulator.control.interface import Control
from paypal_simulator.faults.armed import Faults
from paypal_simulator.faults.kinds import MESSAGES
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import ApiError, Request, Response
from paypal_simulator.records.disputes import Disputes
from paypal_simulator.records.idempotency import StoredResponses
from paypal_simulator.records.in_progress import InProgress
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.records.refunds import Refunds
from paypal_simulator.records.reporting import Reporting
from paypal_simulator.records.representations import Representations
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings
from paypal_simulator.tokens import Tokens
from paypal_simulator.web.checkout import Checkout
from paypal_simulator.web.rest import Parts, Rest
from paypal_simulator.web.signatures import Signatures
from paypal_simulator.web.webhooks import Webhooks

MAX_LISTED_CALLS = 500


class Site:
    def __init__(self, settings: Settings, base_url: str) -> None:
        self._store = Store(settings.state)
        identifiers = Identifiers(self._store, settings.seed)
        signatures = Signatures(self._store, identifiers, settings)
        self._faults = Faults()
        rules = Rules()
        self._webhooks = Webhooks(self._store, identifiers, signatures, settings)
        ledger = Ledger(self._store, identifiers, settings, rules, self._publish)
        self._ledger = ledger
        refunds = Refunds(ledger)
        self._representations = Representations(ledger, refunds, base_url)
        parts = Parts(
            settings=settings,
            store=self._store,
            identifiers=identifiers,
            tokens=Tokens(self._store, identifiers, settings, rules),
            ledger=ledger,
            refunds=refunds,
            disputes=Disputes(ledger, refunds),
            representations=self._representations,
            signatures=signatures,
            faults=self._faults,
            stored_responses=StoredResponses(self._store, rules),
            reporting=Reporting(self._store, ledger, rules),
            rules=rules,
            progress=InProgress(),
            counts=Counter(),
        )
        self._progress = parts.progress
        self._calls: deque[Json] = deque(maxlen=MAX_LISTED_CALLS)
        self._rest = Rest(parts)
        self._control = Control(parts, self._webhooks, self._calls)
        self._checkout = Checkout(settings, ledger, parts.faults)
        self._webhooks.start(base_url)

    def respond(self, request: Request) -> Response:
        if request.path.startswith(("/v1/", "/v2/")):
            return self._respond_to_call(request)
        try:
            _refuse_cross_origin(request)
            part = self._control if request.path == "/" or request.path.startswith("/_control/") else self._checkout
            return part.respond(request)
        except ApiError as error:
            return error.to_response("none")

    def close(self) -> None:
        self._webhooks.stop()
        self._progress.clear()
        self._store.close()

    def _respond_to_call(self, request: Request) -> Response:
        response = self._rest.respond(request)
        call = {
            "time": timestamp(),
            "method": request.method,
            "path": request.path,
            "request_id": request.headers.get("paypal-request-id", ""),
            "status": response.status,
            "delivery": response.delivery,
            "debug_id": response.headers["Paypal-Debug-Id"],
        }
        self._calls.appendleft(call)
        return replace(response, wait=response.wait + self._control.delay)

    def _publish(self, event_type: str, kind: str, record: Json) -> None:
        shown = self._representations.build(kind, record)
        about = record.get("capture_id") or record["id"]
        if (self._ledger.find_order(about) or {}).get("silent"):
            return
        names = self._ledger.get_names(about) | {record["id"]}
        is_lost = self._faults.take("message", names, MESSAGES) is not None
        self._webhooks.publish(event_type, kind, shown, is_lost=is_lost)


def _refuse_cross_origin(request: Request) -> None:
    """Refuse POSTs from pages of other origins, which a developer's browser could send."""
    origin = request.headers.get("origin")
    if request.method == "GET" or origin is None:
        return
    if urlsplit(origin).netloc != request.headers.get("host", ""):
        raise ApiError(403, "NOT_AUTHORIZED", "Only the simulator's own pages may do this.")
