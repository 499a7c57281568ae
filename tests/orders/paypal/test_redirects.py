"""A server that sends the shop's calls to PayPal on to somebody else gets no answer there: neither token nor order."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from orders.paypal import PayPalUnclear, get_order
from orders.paypal.client import client, post_with_token


class SendsOn(BaseHTTPRequestHandler):
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
def asked(settings: Any) -> Iterator[list[str]]:
    """The paths that were asked for at a server which sends everybody on."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), SendsOn)
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
def test_no_call_to_paypal_follows_somebody_elsewhere(call: Callable[[], object], asked: list[str]) -> None:
    with pytest.raises(PayPalUnclear):
        call()

    assert asked == ["/v1/oauth2/token"]
