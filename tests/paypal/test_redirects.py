"""Calls to PayPal follow no redirects, so that no other server gets a token or an order."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from paypal.client import client, post_with_token
from paypal.endpoints import get_order
from paypal.exceptions import PayPalUnclear


class RedirectingServer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(307)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def requests_received(settings: Any) -> Iterator[list[str]]:
    """The paths requested from a server that redirects every request, and from its target."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), RedirectingServer)
    server.asked = []  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    before, settings.PAYPAL_API_URL = settings.PAYPAL_API_URL, f"http://127.0.0.1:{server.server_port}"
    client(renew=True)
    yield server.asked  # type: ignore[attr-defined]
    settings.PAYPAL_API_URL = before
    client(renew=True)
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("call", [lambda: get_order("ORDER1"), lambda: post_with_token("/v1/anything", b"{}")])
def test_no_call_to_paypal_follows_a_redirect(call: Callable[[], object], requests_received: list[str]) -> None:
    with pytest.raises(PayPalUnclear):
        call()

    assert requests_received == ["/v1/oauth2/token"]
