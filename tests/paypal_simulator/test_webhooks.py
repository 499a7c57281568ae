"""Signed webhooks and their delivery."""

import json
from collections.abc import Callable

import pytest

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import Client, Shop
from tests.support.waiting import eventually


@pytest.fixture
def connect_with_webhooks(
    shop: Shop, start: Callable[..., Simulator], connect: Callable[[Simulator], Client]
) -> Callable[..., Client]:
    """Connect to a simulator that sends webhooks to the shop."""
    return lambda **changes: connect(start(**{"webhook_url": shop.url, "webhook_backoff": 0.02, **changes}))


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


def test_only_an_unchanged_transmission_for_this_webhook_is_verified(
    shop: Shop, connect_with_webhooks: Callable[..., Client]
) -> None:
    paypal = connect_with_webhooks()
    paypal.approved()
    shop.wait_for(1)
    (headers, event), body = shop.received[0], shop.bodies[0]

    assert get_verdict(paypal, build_claims(headers), body) == "SUCCESS"
    assert get_verdict(paypal, build_claims(headers), json.dumps({**event, "summary": "more"}).encode()) == "FAILURE"
    for change in (
        {"webhook_id": "ANOTHERWEBHOOK"},
        {"transmission_id": "00000000-0000-4000-8000-000000000000"},
        {"transmission_time": "2020-01-01T00:00:00Z"},
        {"transmission_sig": "Zm9yZ2Vk"},
        {"auth_algo": "none"},
        {"cert_url": "https://evil.example.com/cert"},
    ):
        assert get_verdict(paypal, build_claims(headers, **change), body) == "FAILURE"


BODIES = [
    '{"id":"WH-1","numbers":[10.0,1e1,12345678901234567890]}',
    '{ "id": "WH-1",\r\n  "summary": "für Zoë 🎟"}',
    '{"summary":"\\u00e9 \\/","id":"WH-1"}',
    '\r\n {"id": "WH-1"} \n',
]


@pytest.mark.parametrize("body", BODIES)
def test_an_event_is_verified_only_with_unchanged_bytes(
    connect_with_webhooks: Callable[..., Client], body: str
) -> None:
    paypal = connect_with_webhooks()
    claims = build_claims(paypal.control("webhooks/sign", body=body)["headers"])

    assert get_verdict(paypal, claims, body.encode()) == "SUCCESS"
    others = {json.dumps(json.loads(body), indent=indent).encode() for indent in (None, 2)}
    assert {get_verdict(paypal, claims, other) for other in others - {body.strip().encode()}} == {"FAILURE"}


def test_a_refused_webhook_is_retried_until_it_is_accepted(
    shop: Shop, connect_with_webhooks: Callable[..., Client]
) -> None:
    shop.answers = [503, 500, 302, 200]
    paypal = connect_with_webhooks()

    paypal.approved()

    assert shop.wait_for(4) == ["CHECKOUT.ORDER.APPROVED"] * 4
    assert len({event["id"] for _, event in shop.received}) == 1
    assert eventually(lambda: paypal.state()["webhooks"][0]["status"] == "delivered")
