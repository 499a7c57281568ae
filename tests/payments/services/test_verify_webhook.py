"""PayPal's webhooks are verified by their bytes, stored and processed; forged ones cause few calls."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from charityshop.models import Retry
from orders.models import Order
from payments.models import Payment, WebhookEvent
from payments.reports.consistency_checks import list_violations
from payments.services.webhooks import MAX_FAILED_BY_ADDRESS, process_stored_notifications
from paypal import client
from paypal.client import CallLimit
from tests.conftest import signed_in
from tests.orders.api_calls import approve_payment, create_order, expire_hold, get_order, pay_with_paypal
from tests.support.factories import OccurrenceFactory

URL = "/api/webhooks/paypal"
FORGED = {
    "paypal-transmission-id": "b6c2a8e0-c000-11f0-8000-000000000000",
    "paypal-transmission-time": "2026-11-22T10:00:00Z",
    "paypal-transmission-sig": "Zm9yZ2Vk",
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270",
    "paypal-auth-algo": "SHA256withRSA",
}


@pytest.fixture
def capture(paypal, as_visitor):
    """A capture whose response was lost; the ID of its webhook."""
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.control(f"orders/{paypal_order_id}/capture")
    events = [row["event"] for row in paypal.state()["webhooks"]]
    return next(event["id"] for event in events if event["event_type"] == "PAYMENT.CAPTURE.COMPLETED")


def post(headers: dict[str, str], body: bytes | str, **more: Any) -> Any:
    data = body if isinstance(body, bytes) else body.encode()
    return signed_in().generic("POST", URL, data, content_type="application/json", headers=headers, **more)


def build_forged_event(number: int) -> str:
    return f'{{"id": "WH-FORGED-{number}", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": {{}}}}'


def count_calls(paypal) -> int:
    counts = paypal.state()["counts"]
    return counts.get("verify", 0) + counts.get("token", 0)


NUMBERS = '{"numbers": [10.0, 1e1, 1.10, 1E+2, -0.0, 12345678901234567890], '
WRITTEN: dict[str, Callable[[str], str]] = {
    "with other blanks": lambda text: json.dumps(json.loads(text), indent=2).replace("\n", "\r\n"),
    "between blanks": lambda text: f"\r\n\t {text} \r\n",
    "with keys in another order": lambda text: json.dumps(json.loads(text), sort_keys=True),
    "in UTF-8": lambda text: text.replace('"summary":"', '"summary":"für Zoë 🎟 '),
    "with escapes": lambda text: json.dumps(json.loads(text) | {"summary": "für Zoë 🎟"}).replace("/", "\\/"),
    "with odd numbers": lambda text: NUMBERS + text[1:],
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_a_genuine_webhook_is_processed_however_its_json_is_written(paypal, capture, write):
    body = write(paypal.control(f"webhooks/{capture}/transmission")["body"])
    signed = paypal.control("webhooks/sign", body=body)["headers"]

    answer = post({name: value for name, value in signed.items() if name.lower().startswith("paypal")}, body)

    assert answer.status_code == 200
    assert Order.objects.get().status == Order.Status.PAID
    assert WebhookEvent.objects.get().settled_at


@pytest.mark.parametrize("tamper", ["signature", "body"])
def test_a_tampered_webhook_is_refused_and_not_stored(paypal, capture, tamper):
    answer = paypal.deliver(capture, tamper=tamper)

    assert (answer.status_code, answer.json()["code"]) == (400, "forged")
    assert not WebhookEvent.objects.exists()
    assert Order.objects.get().status == Order.Status.HELD


def test_a_forged_copy_of_a_processed_webhook_is_refused(paypal, capture):
    assert paypal.deliver(capture).status_code == 200

    assert paypal.deliver(capture, tamper="signature").status_code == 400
    assert paypal.deliver(capture, tamper="body").status_code == 400
    assert paypal.deliver(capture).status_code == 200
    assert Payment.objects.filter(status=Payment.Status.COMPLETED).count() == 1


def test_a_payment_after_the_hold_expired_buys_the_seats_if_they_are_free(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    expire_hold(order)
    paypal.control(f"orders/{paypal_order_id}/capture")

    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "paid"
    assert list_violations() == []


def test_a_webhook_about_a_capture_that_is_recorded_asks_paypal_nothing(as_visitor, paypal):
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    lookups = paypal.state()["counts"]["get"]

    paypal.deliver_webhooks()

    assert WebhookEvent.objects.get(event_type="PAYMENT.CAPTURE.COMPLETED").settled_at
    approvals = WebhookEvent.objects.filter(event_type="CHECKOUT.ORDER.APPROVED").count()
    assert paypal.state()["counts"]["get"] == lookups + approvals


@pytest.fixture
def within_a_window(monkeypatch):
    """Stop the clock, so that a test counts within one window."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_many_forged_webhooks_cause_at_most_sixty_calls(paypal):
    before = count_calls(paypal)

    statuses = [post(FORGED, build_forged_event(number)).status_code for number in range(150)]

    assert count_calls(paypal) - before <= 60
    assert set(statuses) == {400, 503}
    assert not WebhookEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_simultaneous_forged_webhooks_from_one_address_do_not_block_genuine_ones(paypal, capture, within_a_window):
    paypal.fault("verify", "slow", times=100, delay=0.2)

    def forge(number: int) -> None:
        try:
            post(FORGED, build_forged_event(number), REMOTE_ADDR="198.51.100.7")
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(forge, range(60)))
    assert paypal.state()["counts"]["verify"] <= MAX_FAILED_BY_ADDRESS

    paypal.control("faults/clear")
    assert paypal.deliver(capture).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_webhooks_that_wait_too_long_for_a_call_to_paypal_do_not_count_as_forged(
    paypal, capture, monkeypatch, within_a_window
):
    everything_taken = CallLimit(1)
    everything_taken.slots.acquire()
    everything_taken.is_slow = True
    monkeypatch.setattr(client, "call_limit", everything_taken)
    statuses = {paypal.deliver(capture).status_code for _ in range(MAX_FAILED_BY_ADDRESS + 1)}
    assert statuses == {503}

    everything_taken.slots.release()

    assert paypal.deliver(capture).status_code == 200


@pytest.mark.parametrize(
    ("header", "wrong"), [*((header, "") for header in FORGED), ("paypal-cert-url", "a" * 1001)], ids=str
)
def test_a_webhook_without_signature_headers_is_refused_without_a_call(paypal, header, wrong):
    before = count_calls(paypal)

    answer = post(FORGED | {header: wrong}, build_forged_event(1))

    assert (answer.status_code, answer.json()["code"]) == (400, "forged")
    assert count_calls(paypal) == before


BODIES = {
    "NUL in the ID": rb'{"id": "WH-1\u0000", "event_type": "X", "resource": {}}',
    "NUL in a value": rb'{"id": "WH-1", "event_type": "X", "resource": {"id": "a\u0000"}}',
    "a NUL byte": b'{"id": "WH-1", "event_type": "X", "resource": {"id": "a\0"}}',
    "a lone surrogate": rb'{"id": "WH-1", "event_type": "X", "resource": {"id": "\ud800"}}',
    "bytes that are not UTF-8": b'{"id": "WH-1", "event_type": "X", "resource": {"id": "\xff"}}',
    "deep nesting": b'{"id": "WH-1", "event_type": "X", "resource": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "nothing": b"",
    "two of them": b'{"id": "WH-1", "event_type": "X"}{"id": "WH-2", "event_type": "X"}',
    "more fields for the call": b'{"id": "WH-1", "event_type": "X"}, "webhook_id": "MINE"',
    "an ID twice": b'{"id": "WH-1", "id": "WH-2", "event_type": "X", "resource": {}}',
    "no ID": b'{"event_type": "X", "resource": {}}',
    "a long ID": b'{"id": "' + b"W" * 65 + b'", "event_type": "X", "resource": {}}',
    "a type that is no text": b'{"id": "WH-1", "event_type": [], "resource": {}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_an_invalid_body_is_refused_without_a_call(paypal, body):
    before = count_calls(paypal)

    answer = post(FORGED, body)

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert count_calls(paypal) == before
    assert not WebhookEvent.objects.exists()


def test_a_webhook_of_more_than_a_megabyte_is_too_large(paypal):
    body = b'{"id": "WH-1", "event_type": "X", "resource": {"note": "' + b"a" * 1024 * 1024 + b'"}}'

    assert post(FORGED, body).status_code == 413


@pytest.mark.parametrize("fault", ["error_500_before", "timeout_before", "html_body"])
def test_a_webhook_that_cannot_be_verified_now_is_not_stored_and_may_be_resent(paypal, capture, fault):
    paypal.fault("verify", fault, times=1, delay=0)

    answer = paypal.deliver(capture)

    assert (answer.status_code, answer.json()["code"]) == (503, "try_again")
    assert not WebhookEvent.objects.exists()
    assert paypal.deliver(capture).status_code == 200


def test_while_the_credentials_are_refused_a_webhook_is_neither_refused_as_forged_nor_stored(paypal, capture):
    paypal.control("rules", credentials_accepted=False)
    assert paypal.deliver(capture).status_code == 503
    assert not WebhookEvent.objects.exists()

    paypal.control("rules", credentials_accepted=True)

    assert paypal.deliver(capture).status_code == 200
    assert Order.objects.get().status == Order.Status.PAID


@pytest.mark.parametrize(
    ("fault", "retried_by"),
    [("unauthorized_401_before", "upkeep"), ("forbidden_403_before", "redelivery"), ("error_500_before", "upkeep")],
)
def test_a_webhook_that_cannot_be_processed_stays_stored_until_it_is(paypal, capture, fault, retried_by):
    paypal.fault("get", fault, times=1000)
    assert paypal.deliver(capture).status_code == 503
    assert WebhookEvent.objects.get().settled_at is None
    assert Order.objects.get().status == Order.Status.HELD
    assert Retry.objects.get().failures == 1

    paypal.control("faults/clear")
    if retried_by == "upkeep":
        process_stored_notifications()
    else:
        assert paypal.deliver(capture).status_code == 200

    assert WebhookEvent.objects.get().settled_at <= timezone.now()
    assert Order.objects.get().status == Order.Status.PAID
    assert not Retry.objects.exists()
