"""Signed webhooks and their delivery."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.paypal_simulator.clients import Client
from tests.support.waiting import eventually

ANSWERS = [503, 500, 302, 200]


class Shop(BaseHTTPRequestHandler):
    """Refuses three deliveries, and accepts the fourth."""

    received: list[dict[str, object]]

    def do_POST(self) -> None:
        self.received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(ANSWERS[len(self.received) - 1])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def shop() -> Iterator[str]:
    Shop.received = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_refused_webhook_is_retried_until_it_is_accepted(shop: str, start: Callable[..., Client]) -> None:
    paypal = start(webhook_url=shop, webhook_backoff=0.02)

    paypal.approved()

    assert eventually(lambda: paypal.state()["webhooks"][0]["status"] == "delivered")
    assert [event["event_type"] for event in Shop.received] == ["CHECKOUT.ORDER.APPROVED"] * 4
    assert len({event["id"] for event in Shop.received}) == 1


def build_claims(headers: dict[str, str], **changes: str) -> dict[str, str]:
    return {
        "transmission_id": headers["PAYPAL-TRANSMISSION-ID"],
        "transmission_time": headers["PAYPAL-TRANSMISSION-TIME"],
        "transmission_sig": headers["PAYPAL-TRANSMISSION-SIG"],
        "cert_url": headers["PAYPAL-CERT-URL"],
        "auth_algo": headers["PAYPAL-AUTH-ALGO"],
        "webhook_id": "SIMULATORWEBHOOK1",
        **changes,
    }


def get_verdict(paypal: Client, claimed: dict[str, str], event: bytes) -> str:
    """Verify with the event's exact bytes, between the other fields."""
    before, after = (json.dumps(dict(part)).encode() for part in (list(claimed.items())[:3], list(claimed.items())[3:]))
    body = before[:-1] + b', "webhook_event":' + event + b", " + after[1:]
    path = f"{paypal.url}/v1/notifications/verify-webhook-signature"
    headers = {"Content-Type": "application/json"}
    answer = paypal.session.post(path, data=body, headers=headers, timeout=5)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["verification_status"])


def test_only_an_unchanged_transmission_for_this_webhook_is_verified(paypal: Client) -> None:
    event = {"id": "WH-1", "event_type": "CHECKOUT.ORDER.APPROVED"}
    body = json.dumps(event)
    headers = paypal.control("webhooks/sign", body=body)["headers"]

    assert get_verdict(paypal, build_claims(headers), body.encode()) == "SUCCESS"
    assert get_verdict(paypal, build_claims(headers), json.dumps(event, indent=2).encode()) == "FAILURE"
    for change in (
        {"webhook_id": "ANOTHERWEBHOOK"},
        {"transmission_id": "00000000-0000-4000-8000-000000000000"},
        {"transmission_time": "2020-01-01T00:00:00Z"},
        {"transmission_sig": "Zm9yZ2Vk"},
        {"auth_algo": "none"},
        {"cert_url": "https://evil.example.com/cert"},
    ):
        assert get_verdict(paypal, build_claims(headers, **change), body.encode()) == "FAILURE"
