"""On its way to PayPal the shop believes nobody without a certificate, and goes through the proxy it is told."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from orders.paypal import PayPalUnclear, get_order
from orders.paypal.client import client
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory

CERTIFICATE = Path(__file__).with_name("self_signed.pem")  # of 127.0.0.1 until 2126, with its key; believed by nobody
REFUSED = "CERTIFICATE_VERIFY_FAILED"
AN_ORDER = {
    "id": "ORDER1",
    "status": "APPROVED",
    "purchase_units": [{"amount": {"currency_code": "USD", "value": "5.00"}, "payee": {"merchant_id": "M1"}}],
}
TOKEN = {"access_token": "a-token", "token_type": "Bearer", "expires_in": 9000}


class LikePayPal(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps(TOKEN if "token" in self.path else AN_ORDER).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def answering(settings: Any, at: str, context: ssl.SSLContext | None = None) -> Iterator[tuple[int, list[str]]]:
    """A server like PayPal's, with its port and the paths that were asked for; the shop takes `at` for PayPal."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), LikePayPal)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # who does not believe it hangs up
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
def afterwards_as_before() -> Iterator[None]:
    """Used first, so that it comes last: when settings and environment are what they were."""
    yield
    client(renew=True)


@pytest.fixture
def asked(afterwards_as_before: None, settings: Any) -> Iterator[list[str]]:
    """The paths that were asked for at an https server with that certificate, where PayPal should be."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with answering(settings, "https://127.0.0.1:{port}", context) as (_, paths):
        yield paths


def test_nobody_with_a_certificate_of_their_own_is_taken_for_paypal(asked: list[str]) -> None:
    with pytest.raises(PayPalUnclear, match=REFUSED):
        get_order("ORDER1")

    assert asked == []


def test_a_token_kept_from_before_is_not_shown_to_them_either(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(CERTIFICATE))
    client(renew=True)
    assert get_order("ORDER1").id == "ORDER1"  # with a certificate that is believed it is PayPal
    session = client().global_configuration.get_http_client_configuration().http_client_instance
    session.close()
    session.verify = True  # the machine's own certificates again, the token still there
    before = list(asked)

    with pytest.raises(PayPalUnclear, match=REFUSED):
        get_order("ORDER1")

    assert before == ["/v1/oauth2/token", "/v2/checkout/orders/ORDER1"]
    assert asked == before


def test_calls_go_through_the_proxy_that_the_environment_names(
    afterwards_as_before: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(settings, "http://paypal.example") as (port, asked):
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
        client(renew=True)
        assert get_order("ORDER1").id == "ORDER1"

    assert asked == ["http://paypal.example/v1/oauth2/token", "http://paypal.example/v2/checkout/orders/ORDER1"]


@pytest.mark.django_db
def test_a_certificate_that_cannot_be_verified_is_in_the_log(
    asked: list[str], as_visitor: Any, caplog: pytest.LogCaptureFixture
) -> None:
    order = create_order(as_visitor, OccurrenceFactory())

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code >= 400
    assert any(REFUSED in record.getMessage() and order["_id"] in record.getMessage() for record in caplog.records)
