"""Puts the parts together and sends each request to the one that answers it."""

from collections import Counter, deque
from dataclasses import replace
from urllib.parse import urlsplit

from paypal_simulator.clock import timestamp
from paypal_simulator.control.interface import Control
from paypal_simulator.faults.armed import Faults
from paypal_simulator.faults.kinds import MESSAGES
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import Answer, Refusal, Request
from paypal_simulator.records.disputes import Disputes
from paypal_simulator.records.idempotency import RememberedAnswers
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

REMEMBERED_CALLS = 500


class Site:
    def __init__(self, settings: Settings, base_url: str) -> None:
        self._store = Store(settings.state)
        identifiers = Identifiers(self._store, settings.seed)
        signatures = Signatures(self._store, identifiers, settings)
        self._faults = Faults()
        rules = Rules()
        self._webhooks = Webhooks(self._store, identifiers, signatures, settings, rules)
        ledger = Ledger(self._store, identifiers, settings, rules, self._announce)
        self._ledger = ledger
        refunds = Refunds(ledger)
        self._shown = Representations(ledger, refunds, base_url)
        parts = Parts(
            settings=settings,
            store=self._store,
            identifiers=identifiers,
            tokens=Tokens(self._store, identifiers, settings, rules),
            ledger=ledger,
            refunds=refunds,
            disputes=Disputes(ledger, refunds),
            shown=self._shown,
            signatures=signatures,
            faults=self._faults,
            remembered=RememberedAnswers(self._store, rules),
            reporting=Reporting(self._store, ledger, rules),
            rules=rules,
            progress=InProgress(),
            counts=Counter(),
        )
        self._progress = parts.progress
        self._calls: deque[Json] = deque(maxlen=REMEMBERED_CALLS)
        self._rest = Rest(parts)
        self._control = Control(parts, self._webhooks, self._calls)
        self._checkout = Checkout(settings, ledger, parts.faults)
        self._webhooks.start(base_url)

    def answer(self, request: Request) -> Answer:
        if request.path.startswith(("/v1/", "/v2/")):
            return self._answer_call(request)
        try:
            _refuse_other_pages(request)
            part = self._control if request.path == "/" or request.path.startswith("/_control/") else self._checkout
            return part.answer(request)
        except Refusal as refusal:
            return refusal.answer("none")

    def close(self) -> None:
        self._webhooks.stop()
        self._progress.forget()
        self._store.close()

    def _answer_call(self, request: Request) -> Answer:
        answer = self._rest.answer(request)
        call = {
            "time": timestamp(),
            "method": request.method,
            "path": request.path,
            "request_id": request.headers.get("paypal-request-id", ""),
            "status": answer.status,
            "delivery": answer.delivery,
            "debug_id": answer.headers["Paypal-Debug-Id"],
        }
        self._calls.appendleft(call)
        return replace(answer, wait=answer.wait + self._control.delay)

    def _announce(self, event_type: str, kind: str, record: Json) -> None:
        shown = self._shown.of(kind, record)
        about = record.get("capture_id") or record["id"]
        if (self._ledger.order_of(about) or {}).get("silent"):
            return
        names = self._ledger.names_of(about) | {record["id"]}
        is_lost = self._faults.take("message", names, MESSAGES) is not None
        self._webhooks.announce(event_type, kind, shown, is_lost=is_lost)


def _refuse_other_pages(request: Request) -> None:
    """A page of some other site could post here from a developer's browser; only our own pages may."""
    origin = request.headers.get("origin")
    if request.method == "GET" or origin is None:
        return
    if urlsplit(origin).netloc != request.headers.get("host", ""):
        raise Refusal(403, "NOT_AUTHORIZED", "Only the simulator's own pages may do this.")
