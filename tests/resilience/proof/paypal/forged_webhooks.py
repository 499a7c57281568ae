"""Hundreds of forged webhooks at once cause few calls to PayPal, store nothing, and do not lock out genuine ones."""

from concurrent.futures import ThreadPoolExecutor

import requests

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.webhooks import reset_verification_limit
from tests.resilience.proof.result import Result
from tests.support.servers.running_shop import UNHURRIED, RunningShop
from tests.support.shopping import Shopper, next_week

AT_ONCE = 8
MAX_CALLS = 60
HEADERS = {
    "Content-Type": "application/json",
    "paypal-transmission-id": "b6c2a8e0-c000-11f0-8000-000000000000",
    "paypal-transmission-time": "2026-11-22T10:00:00Z",
    "paypal-transmission-sig": "Zm9yZ2Vk",
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270",
    "paypal-auth-algo": "SHA256withRSA",
}


def send_forgeries(number: int, *, sabotage: dict[str, str] | None = None) -> Result:
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=sabotage) as shop:
        shop.control("webhooks/hold", held=True)
        event = shop.add_event(name="Friday Draft", price="12.00", maximumEventCapacity=10, **next_week())
        buyer = Shopper(shop, shop.crowd(1)[0])
        order = buyer.place(event)
        paypal_order_id = buyer.open_at_paypal(order)
        buyer.approve(paypal_order_id)
        shop.control(f"orders/{paypal_order_id}/capture")
        before = count_calls(shop)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            statuses = set(pool.map(lambda one: send_forgery(shop, one, paypal_order_id), range(number)))
        made = count_calls(shop) - before
        wrong = [f"{number} forged webhooks caused {made} calls to PayPal"] * (made > MAX_CALLS)
        wrong += [f"forged webhooks were answered {statuses}"] * (not statuses <= {400, 503})
        wrong += ["a forged webhook was stored"] * bool(shop.rows("SELECT 1 FROM orders_webhookevent"))
        wrong += [
            f"a forged webhook left the order {status}" for status in [buyer.look(order)["status"]] if status != "held"
        ]
        wrong += send_genuine(shop)
        wrong += [f"the order ended {status}" for status in [buyer.look(order)["status"]] if status != "paid"]
        return Result({"forged": number, "calls to PayPal": made}, wrong + find_inconsistencies(shop))


def send_forgery(shop: RunningShop, number: int, paypal_order_id: str) -> int:
    body = {
        "id": f"WH-FORGED-{number}",
        "event_type": "PAYMENT.CAPTURE.COMPLETED",
        "resource": {"supplementary_data": {"related_ids": {"order_id": paypal_order_id}}},
    }
    return requests.post(f"{shop.url}/api/webhooks/paypal", json=body, headers=HEADERS, timeout=60).status_code


def send_genuine(shop: RunningShop) -> list[str]:
    """Let PayPal send its own webhooks again after the limit's ten minutes."""
    reset_verification_limit(shop)
    answers = {
        event["event"]["event_type"]: shop.control(f"webhooks/{event['id']}/redeliver")["last"]
        for event in shop.at_paypal()["webhooks"]
    }
    return [f"{kind} was not accepted: {answer}" for kind, answer in answers.items() if not answer.startswith("200")]


def count_calls(shop: RunningShop) -> int:
    counts = shop.at_paypal()["counts"]
    return int(counts.get("verify", 0)) + int(counts.get("token", 0))
