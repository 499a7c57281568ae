"""All talk with PayPal, and nothing else: the vendor's SDK for orders, captures and refunds, its quirks kept in here.

A call ends in one of three ways. It answers. Or PayPal refuses for certain (`PayPalRefused`). Or nobody knows whether
it took effect (`PayPalUnclear`: timeout, cut line, 5xx, unreadable body) and it may be repeated with the same key.
"""

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

import requests
from django.conf import settings
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.exceptions.api_exception import ApiException
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

RETRY_LATER = (408, 429)
LONGEST_SPAN = timedelta(days=31)  # of PayPal's record that one call may ask for
TRIES = 2  # how often an unclear call is made with the same key before somebody is told to wait


class PayPalUnclear(Exception):
    """Nobody knows whether the call took effect. Ask again with the same request key, or look the order up."""


class PayPalRefused(Exception):
    """PayPal said no for certain. `issue` is its own word, such as INSTRUMENT_DECLINED."""

    def __init__(self, status: int, issue: str, message: str) -> None:
        super().__init__(f"{status} {issue}: {message}")
        self.status = status
        self.issue = issue
        self.message = message


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Capture:
    """Money PayPal took, or tried to take."""

    id: str
    status: str  # COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED
    amount: Amount

    @property
    def took_money(self) -> bool:
        return self.status in ("COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED")


@dataclass(frozen=True, slots=True)
class RefundMade:
    id: str
    status: str  # COMPLETED, PENDING, FAILED, CANCELLED
    amount: Amount | None


@dataclass(frozen=True, slots=True)
class PayPalOrder:
    """A PayPal order as PayPal's API shows it; the only thing about a payment that the shop believes."""

    id: str
    status: str  # CREATED, APPROVED, COMPLETED, VOIDED …
    amount: Amount
    payee: str
    custom_id: str
    created_at: datetime | None
    captures: tuple[Capture, ...]
    refunds: tuple[RefundMade, ...]

    @property
    def capture(self) -> Capture | None:
        """The capture that counts: one that took money before one that failed, the newest of its kind."""
        return max(self.captures, key=lambda capture: (capture.took_money, capture.status == "PENDING"), default=None)


@dataclass(frozen=True, slots=True)
class Transaction:
    """A line of PayPal's own record. Its amount is negative where money went back."""

    id: str  # of a capture, a refund or a reversal
    code: str  # T0006 and the like: what kind of movement it is
    status: str  # S done, V done and given back since, P pending, D denied
    amount: Amount
    reference: str  # of a refund: its capture; of a capture: its PayPal order
    custom_id: str  # our order's public id, where PayPal was told

    @property
    def is_payment(self) -> bool:
        return self.code.startswith("T00") and self.amount.value > 0 and self.status in ("S", "V")

    @property
    def is_refund(self) -> bool:
        return self.code.startswith(("T11", "T12")) and self.amount.value < 0 and self.status in ("S", "V")


def insist(ask: Callable[[], Answer]) -> Answer:
    """Repeat an unclear call: a read, or a write under a stored key, does no harm twice."""
    for _ in range(TRIES - 1):
        try:
            return ask()
        except PayPalUnclear as unclear:
            log.info("asking PayPal again: %s", unclear)
    return ask()


@dataclass(frozen=True, slots=True)
class Item:
    """What the buyer reads in PayPal's window; the items' sums have to add up to the breakdown's."""

    name: str
    quantity: int
    unit_price: Decimal


def create_order(
    *, reference: str, amount: Decimal, breakdown: Mapping[str, Decimal], key: str, items: Sequence[Item] = ()
) -> PayPalOrder:
    """Make the PayPal order for one of ours. `reference` is our order's public id."""
    unit: dict[str, Any] = {
        "custom_id": reference,
        "invoice_id": reference,
        "description": f"Seats, order {reference}",  # no name in it: a key that is used again needs the same body
        "amount": on_the_wire(amount) | {"breakdown": {name: on_the_wire(part) for name, part in breakdown.items()}},
    }
    if items:
        unit["items"] = [
            {"name": item.name[:127], "quantity": str(item.quantity), "unit_amount": on_the_wire(item.unit_price)}
            for item in items
        ]
    body = {"intent": "CAPTURE", "purchase_units": [unit]}
    return read_order(call(lambda client: client.orders.create_order(options(body=body, key=key))))


def get_order(paypal_order_id: str) -> PayPalOrder:
    """Raises PayPalRefused with status 404 for an id that PayPal does not know."""
    return read_order(call(lambda client: client.orders.get_order({"id": paypal_order_id})))


def capture_order(paypal_order_id: str, *, key: str) -> PayPalOrder:
    return read_order(call(lambda client: client.orders.capture_order(options(key=key, id=paypal_order_id))))


def get_capture(capture_id: str) -> Capture:
    return read_capture(call(lambda client: client.payments.get_captured_payment({"capture_id": capture_id})))


def refund_capture(capture_id: str, *, amount: Decimal, key: str, currency: str | None = None) -> RefundMade:
    """In the currency that was captured, which is the shop's own unless something went wrong."""
    asked = options(body={"amount": on_the_wire(amount, currency)}, key=key, capture_id=capture_id)
    return read_refund(call(lambda client: client.payments.refund_captured_payment(asked)))


def get_refund(refund_id: str) -> RefundMade:
    return read_refund(call(lambda client: client.payments.get_refund({"refund_id": refund_id})))


def list_transactions(*, start: datetime, end: datetime) -> Iterator[Transaction]:
    """PayPal's record of a span of time, in as many calls as it takes. It may lag three hours behind."""
    while start < end:
        until = min(start + LONGEST_SPAN, end)
        page, pages = 1, 1
        while page <= pages:
            answer = insist(lambda: transactions_page(start, until, page))  # noqa: B023 - called at once
            pages = int(answer.get("total_pages") or 0)
            yield from (read_transaction(line) for line in answer.get("transaction_details") or ())
            page += 1
        start = until


def transactions_page(start: datetime, end: datetime, page: int) -> Mapping[str, Any]:
    span = {"start_date": f"{start:%Y-%m-%dT%H:%M:%SZ}", "end_date": f"{end:%Y-%m-%dT%H:%M:%SZ}"}
    asked = span | {"fields": "transaction_info", "page_size": 500, "page": page}
    return call(lambda client: client.transaction_search.search_transactions(asked))


def is_genuine(headers: Mapping[str, str], event: object) -> bool:
    """Whether PayPal itself sent this webhook. Raises PayPalUnclear where PayPal cannot be asked."""
    names = ("transmission_id", "transmission_time", "cert_url", "auth_algo", "transmission_sig")
    claims = {name: headers.get(f"paypal-{name.replace('_', '-')}", "") for name in names}
    body = claims | {"webhook_id": settings.PAYPAL_WEBHOOK_ID, "webhook_event": event}
    answer = post_with_token("/v1/notifications/verify-webhook-signature", body)
    return answer.get("verification_status") == "SUCCESS"


# --- The wire ------------------------------------------------------------------------------------------------------


def on_the_wire(amount: Decimal, currency: str | None = None) -> dict[str, Any]:
    return {"currency_code": currency or settings.CURRENCY, "value": f"{amount:.2f}"}


def options(*, key: str, body: object = None, **path: str) -> dict[str, Any]:
    sent = {"body": body} if body is not None else {}
    return {**path, **sent, "paypal_request_id": key, "prefer": "return=representation"}


def read_order(answer: Mapping[str, Any]) -> PayPalOrder:
    try:
        unit = answer["purchase_units"][0]
        payments = unit.get("payments") or {}
        payee = unit.get("payee") or {}
        created = answer.get("create_time")
        return PayPalOrder(
            id=answer["id"],
            status=answer["status"],
            amount=read_amount(unit["amount"]),
            payee=payee.get("merchant_id") or payee.get("email_address") or "",
            custom_id=unit.get("custom_id") or "",
            created_at=datetime.fromisoformat(created) if created else None,
            captures=tuple(read_capture(capture) for capture in payments.get("captures") or ()),
            refunds=tuple(read_refund(refund) for refund in payments.get("refunds") or ()),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"an order that cannot be read: {error!r}") from error


def read_capture(answer: Mapping[str, Any]) -> Capture:
    try:
        return Capture(id=answer["id"], status=answer["status"], amount=read_amount(answer["amount"]))
    except UNREADABLE as error:
        raise PayPalUnclear(f"a capture that cannot be read: {error!r}") from error


def read_refund(answer: Mapping[str, Any]) -> RefundMade:
    try:
        amount = read_amount(answer["amount"]) if answer.get("amount") else None
        return RefundMade(id=answer["id"], status=answer["status"], amount=amount)
    except UNREADABLE as error:
        raise PayPalUnclear(f"a refund that cannot be read: {error!r}") from error


def read_transaction(answer: Mapping[str, Any]) -> Transaction:
    try:
        info = answer["transaction_info"]
        return Transaction(
            id=info["transaction_id"],
            code=info["transaction_event_code"],
            status=info["transaction_status"],
            amount=read_amount(info["transaction_amount"]),
            reference=info.get("paypal_reference_id") or "",
            custom_id=info.get("custom_field") or "",
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a transaction that cannot be read: {error!r}") from error


def read_amount(answer: Mapping[str, Any]) -> Amount:
    return Amount(value=Decimal(answer["value"]), currency=answer["currency_code"])


UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation)

# --- The client ----------------------------------------------------------------------------------------------------

local = threading.local()  # one client a thread: the SDK keeps its token and its connection inside


def call(ask: Callable[[PaypalServersdkClient], Any]) -> Mapping[str, Any]:
    """One call and its JSON. The SDK does not renew a token that PayPal turned down: a new client asks once more."""
    try:
        return attempt(ask, client())
    except PayPalRefused as refusal:
        if refusal.status != 401:
            raise
    return attempt(ask, client(renew=True))


def attempt(ask: Callable[[PaypalServersdkClient], Any], client: PaypalServersdkClient) -> Mapping[str, Any]:
    try:
        text = ask(client).text  # the SDK's models drop fields they do not know, so the text it is
    except ApiException as error:
        raise refusal_of(error.response_code, getattr(error.response, "text", "")) from error
    except Exception as error:  # the SDK and what it stands on raise many kinds; all of them leave the end unknown
        raise PayPalUnclear(repr(error)) from error
    return readable(text)


def client(*, renew: bool = False) -> PaypalServersdkClient:
    if renew or not hasattr(local, "client"):
        local.client = make_client()
    return local.client


class AtBase(Configuration):  # type: ignore[misc]
    """The SDK has no setting for another base URL; `clone_with` would lose this one."""

    def get_base_uri(self, server: Server = Server.DEFAULT) -> str:
        return settings.PAYPAL_API_URL


def make_client() -> PaypalServersdkClient:
    credentials = ClientCredentialsAuthCredentials(
        o_auth_client_id=settings.PAYPAL_CLIENT_ID, o_auth_client_secret=settings.PAYPAL_CLIENT_SECRET
    )
    config = AtBase(
        environment=Environment.PRODUCTION if settings.PAYPAL_ENVIRONMENT == "live" else Environment.SANDBOX,
        timeout=settings.PAYPAL_TIMEOUT,
        max_retries=0,  # the shop retries itself, with the stored key
        client_credentials_auth_credentials=credentials,
    )
    return PaypalServersdkClient(config=config)


def refusal_of(status: int, text: str) -> Exception:
    if status >= 500 or status in RETRY_LATER:
        return PayPalUnclear(f"PayPal answered {status}")
    try:
        body = readable(text)
    except PayPalUnclear as unclear:
        return unclear
    detail: Mapping[str, str] = next(iter(body.get("details") or ()), {})
    issue = detail.get("issue") or body.get("name") or body.get("error") or str(status)
    return PayPalRefused(status, issue, detail.get("description") or body.get("message") or "")


def readable(text: str) -> Mapping[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, TypeError) as error:
        raise PayPalUnclear("PayPal's answer cannot be read") from error
    if not isinstance(body, dict):
        raise PayPalUnclear("PayPal's answer is not an object")
    return body


def post_with_token(path: str, body: object) -> Mapping[str, Any]:
    """A call the SDK does not have. It brings its own token, since the SDK keeps its to itself."""
    try:
        token = requests.post(
            f"{settings.PAYPAL_API_URL}/v1/oauth2/token",
            data={"grant_type": "client_credentials"},
            auth=(settings.PAYPAL_CLIENT_ID, settings.PAYPAL_CLIENT_SECRET),
            timeout=settings.PAYPAL_TIMEOUT,
        )
        token.raise_for_status()
        bearer = {"Authorization": f"Bearer {readable(token.text)['access_token']}"}
        answer = requests.post(
            f"{settings.PAYPAL_API_URL}{path}", json=body, headers=bearer, timeout=settings.PAYPAL_TIMEOUT
        )
    except (requests.RequestException, KeyError) as error:
        raise PayPalUnclear(repr(error)) from error
    if answer.status_code >= 400:
        raise refusal_of(answer.status_code, answer.text)
    return readable(answer.text)
