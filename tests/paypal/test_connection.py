"""Connections to PayPal require a valid certificate, and use the configured proxy."""

import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from paypal.client import client, post_with_token
from paypal.endpoints import get_order
from paypal.exceptions import PayPalUnclear
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory

CERTIFICATE = Path(__file__).with_name("self_signed.pem")  # for 127.0.0.1, valid until 2126, with its key; self-signed
CERTIFICATE_ERROR = "CERTIFICATE_VERIFY_FAILED"
PAYPAL_ORDER = {
    "id": "ORDER1",
    "status": "APPROVED",
    "purchase_units": [{"amount": {"currency_code": "USD", "value": "5.00"}, "payee": {"merchant_id": "M1"}}],
}
TOKEN = {"access_token": "a-token", "token_type": "Bearer", "expires_in": 9000}


class FakePayPal(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps(TOKEN if "token" in self.path else PAYPAL_ORDER).encode() if self.status == 200 else b""
        self.send_response(self.status)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


class RedirectingPayPal(FakePayPal):
    status = 307


@contextmanager
def serve_fake_paypal(
    settings: Any, at: str, context: ssl.SSLContext | None = None, handler: type[FakePayPal] = FakePayPal
) -> Iterator[tuple[int, list[str]]]:
    """Run a fake PayPal. Yield its port and the requested paths. `at` becomes the shop's PAYPAL_API_URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that don't trust the certificate close the connection
    server.asked = []  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    before, settings.PAYPAL_API_URL = settings.PAYPAL_API_URL, at.format(port=server.server_port)
    client(renew=True)
    try:
        yield server.server_port, server.asked  # type: ignore[attr-defined]
    finally:
        settings.PAYPAL_API_URL = before
        server.shutdown()
        server.server_close()


@pytest.fixture
def clean_clients() -> Iterator[None]:
    """Discard clients after the test. Requested first, so that it runs after settings are restored."""
    yield
    client(renew=True)


@pytest.fixture
def requests_received(clean_clients: None, settings: Any) -> Iterator[list[str]]:
    """The paths requested from a fake PayPal with the self-signed certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with serve_fake_paypal(settings, "https://127.0.0.1:{port}", context) as (_, paths):
        yield paths


def test_a_server_with_a_self_signed_certificate_gets_no_request(requests_received: list[str]) -> None:
    with pytest.raises(PayPalUnclear, match=CERTIFICATE_ERROR):
        get_order("ORDER1")

    assert requests_received == []


def test_a_cached_token_is_not_sent_to_a_server_with_a_self_signed_certificate(
    requests_received: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(CERTIFICATE))
    client(renew=True)
    assert get_order("ORDER1").id == "ORDER1"  # with a trusted certificate
    session = client().global_configuration.get_http_client_configuration().http_client_instance
    session.close()
    session.verify = True  # the default certificates again, with the token still cached
    before = list(requests_received)

    with pytest.raises(PayPalUnclear, match=CERTIFICATE_ERROR):
        get_order("ORDER1")

    assert before == ["/v1/oauth2/token", "/v2/checkout/orders/ORDER1"]
    assert requests_received == before


def test_calls_use_the_proxy_from_the_environment(
    clean_clients: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_fake_paypal(settings, "http://paypal.example") as (port, requests_received):
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        client(renew=True)
        assert get_order("ORDER1").id == "ORDER1"

    assert requests_received == [
        "http://paypal.example/v1/oauth2/token",
        "http://paypal.example/v2/checkout/orders/ORDER1",
    ]


def test_a_certificate_error_is_logged(
    requests_received: list[str], as_visitor: Any, caplog: pytest.LogCaptureFixture
) -> None:
    order = create_order(as_visitor, OccurrenceFactory())

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code >= 400
    assert any(
        CERTIFICATE_ERROR in record.getMessage() and order["_id"] in record.getMessage() for record in caplog.records
    )


@pytest.mark.parametrize("call", [lambda: get_order("ORDER1"), lambda: post_with_token("/v1/anything", b"{}")])
def test_no_call_to_paypal_follows_a_redirect(call: Callable[[], object], clean_clients: None, settings: Any) -> None:
    with serve_fake_paypal(settings, "http://127.0.0.1:{port}", handler=RedirectingPayPal) as (_, requests_received):
        with pytest.raises(PayPalUnclear):
            call()

        assert requests_received == ["/v1/oauth2/token"]
