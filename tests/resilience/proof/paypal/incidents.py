"""What PayPal, a bank, staff or a second browser window do to an order that meets a fault."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import requests

from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

Order = dict[str, Any]
Incident = Callable[[RunningShop, Order], None]
OWN_SEATS = 4
TRIES = 8
DELIVERY_TIMEOUT = 60  # seconds


def do_nothing(shop: RunningShop, order: Order) -> None:
    """Nothing else happens."""


# --- Webhooks and pauses -------------------------------------------------------------------------------------------


def lose_webhooks(shop: RunningShop, order: Order, times: int) -> None:
    shop.control("faults", call="message", kind="lost", times=times, order=order["_id"])


def wait_for_webhooks(shop: RunningShop, order: Order) -> None:
    """Wait until the shop has accepted every webhook about this order."""

    def is_delivered() -> bool:
        sent = shop.at_paypal()["webhooks"]
        return all(event["status"] != "pending" for event in sent if order["_id"] in str(event["event"]))

    assert eventually(is_delivered, DELIVERY_TIMEOUT), f"the shop accepts no webhooks about {order['_id']}"


def skip_retry_pauses(shop: RunningShop) -> None:
    """Let upkeep try again at once what has failed."""
    shop.rows(f"UPDATE charityshop_retry SET next_attempt_at = '{datetime.now(UTC) - timedelta(minutes=1)}'")


# --- Captures ------------------------------------------------------------------------------------------------------


def get_capture(shop: RunningShop, order: Order) -> dict[str, Any]:
    for _ in range(TRIES):
        for capture in shop.at_paypal()["captures"]:
            if capture["custom_id"] == order["_id"]:
                return dict(capture)
        shop.manage("upkeep")  # on a busy machine the shop's call may time out before PayPal has received it
    raise AssertionError(f"PayPal was never asked to capture order {order['_id']}")


def change_capture(action: str) -> Incident:
    return lambda shop, order: shop.control(f"captures/{get_capture(shop, order)['id']}/{action}") and None


def change_capture_silently(action: str) -> Incident:
    """PayPal's webhook is lost."""

    def act(shop: RunningShop, order: Order) -> None:
        lose_webhooks(shop, order, 1)
        change_capture(action)(shop, order)

    return act


def capture_elsewhere(shop: RunningShop, order: Order, status: str = "") -> None:
    """Another program with the shop's credentials captures the order, with an idempotency key of its own."""
    for made in shop.at_paypal()["orders"]:
        if made["purchase_units"][0]["custom_id"] == order["_id"] and made["status"] in (status or made["status"],):
            capture_with_the_shops_credentials(shop, made["id"])


def capture_with_the_shops_credentials(shop: RunningShop, paypal_order_id: str) -> None:
    login = ("simulator-client-id", "simulator-client-secret")
    form = {"grant_type": "client_credentials"}
    token = requests.post(f"{shop.simulator.url}/v1/oauth2/token", data=form, auth=login, timeout=5).json()
    headers = {"Authorization": f"Bearer {token['access_token']}", "PayPal-Request-Id": f"elsewhere {paypal_order_id}"}
    url = f"{shop.simulator.url}/v2/checkout/orders/{paypal_order_id}/capture"
    response = requests.post(url, json={}, headers=headers, timeout=5)
    assert response.ok, f"PayPal refused to capture {paypal_order_id}: {response.text}"


def capture_silently(shop: RunningShop, order: Order) -> None:
    lose_webhooks(shop, order, 1)
    capture_elsewhere(shop, order)


def expire_hold(shop: RunningShop, order: Order) -> None:
    past = datetime.now(UTC) - timedelta(minutes=1)
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    bookings = f"(SELECT booking_id FROM orders_orderline WHERE order_id = {rows})"
    shop.rows(f"UPDATE orders_order SET held_until = '{past}' WHERE id = {rows}")
    shop.rows(f"UPDATE bookings_booking SET held_until = '{past}' WHERE id IN {bookings}")


def capture_late(shop: RunningShop, order: Order) -> None:
    """The buyer stayed in PayPal's window until the hold had expired."""
    expire_hold(shop, order)
    capture_elsewhere(shop, order)


def capture_after_sellout(shop: RunningShop, order: Order) -> None:
    """The hold expires, and somebody else gets every seat before the capture."""
    expire_hold(shop, order)
    staff = shop.as_staff()
    for item in order["orderItems"]:
        body = {"product": item["_id"], "bookingDate": item["bookings"][0]["bookingDate"], "status": "confirmed"}
        answer = staff.call("POST", "/api/bookings", body | {"reservationSeats": OWN_SEATS})
        assert answer.status_code == 201, answer.text
    capture_elsewhere(shop, order)


# --- Second payments -----------------------------------------------------------------------------------------------


def hold_next_capture(shop: RunningShop, order: Order) -> None:
    """The order's next capture stays pending."""
    shop.control("faults", call="capture", kind="pending", order=order["_id"])


def list_pending_captures(shop: RunningShop, order: Order) -> list[str]:
    """Return the IDs of the order's pending captures, the oldest first."""
    captures = reversed(shop.at_paypal()["captures"])
    return [one["id"] for one in captures if one["custom_id"] == order["_id"] and one["status"] == "PENDING"]


def hold_second_capture(shop: RunningShop, order: Order) -> None:
    """The second of two PayPal orders stays pending, after the first was declined."""
    opened = [made for made in shop.at_paypal()["orders"] if made["purchase_units"][0]["custom_id"] == order["_id"]]
    if len(opened) > 1 and not order.get("is_second_held"):
        hold_next_capture(shop, order)
        order["is_second_held"] = True


def end_both_captures(*ends: tuple[int, str], one_by_one: bool = False) -> Incident:
    """Capture the declined PayPal order too, and end both pending captures: number 0 is the first, 1 the second.

    One by one, the shop receives the webhook of each before the next one ends.
    """

    def act(shop: RunningShop, order: Order) -> None:
        shop.control("rules", unique_invoice_ids=False)
        hold_next_capture(shop, order)
        capture_elsewhere(shop, order, status="APPROVED")
        captures = list_pending_captures(shop, order)
        for number, end in ends:
            if one_by_one:
                wait_for_webhooks(shop, order)
            shop.control(f"captures/{captures[number]}/{end}")

    return act


def pay_other_merchant(*, hidden: bool = False) -> Incident:
    """Another merchant captures the same amount on a PayPal order with this order's ID, and the buyer submits it.

    PayPal may show that order to the shop, or hide it as another account's.
    """

    def act(shop: RunningShop, order: Order) -> None:
        named = {"custom_id": order["_id"], "invoice_id": order["_id"]}
        made = shop.control("orders", amount=f"{order['totalPrice']:.2f}", hidden=hidden, **named)
        for action in ("approve", "capture"):
            shop.control(f"orders/{made['id']}/{action}")
        order["buyer"].call("PUT", f"/api/orders/{order['_id']}/pay", {"id": made["id"]})

    return act


# --- Refunds -------------------------------------------------------------------------------------------------------


def refund_by_staff(shop: RunningShop, order: Order, amount: int = 5) -> None:
    staff, body = shop.as_staff(), {"amount": amount, "reason": "A part back"}
    if staff.call("GET", f"/api/orders/{order['_id']}").json()["status"] == "capturing":
        shop.manage("upkeep")  # on a busy machine PayPal may have answered too late
    answer = staff.call("POST", f"/api/orders/{order['_id']}/refund", body)
    assert answer.status_code == 200, answer.text


def refund_pending_until(end: str) -> Incident:
    """PayPal reports the refund as pending first."""

    def act(shop: RunningShop, order: Order) -> None:
        refund_by_staff(shop, order)
        capture_id = get_capture(shop, order)["id"]
        made = next(refund for refund in shop.at_paypal()["refunds"] if refund["capture_id"] == capture_id)
        shop.control(f"refunds/{made['id']}/{end}")

    return act


def refund_again_if_failed(shop: RunningShop, order: Order) -> None:
    """Staff try again if the order says that a refund failed, in which case no money may have moved."""
    for _ in range(2):
        refund_by_staff(shop, order)
        if get_refund_statuses(shop, order)[-1:] != ["failed"]:
            return


def get_refund_statuses(shop: RunningShop, order: Order) -> list[str]:
    shown = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    return [str(refund["status"]) for refund in shown["refunds"]]


def refund_twice_unclearly(shop: RunningShop, order: Order) -> None:
    """Of two equal refunds the first never arrives; the second takes effect, and its answer is lost."""
    for kind in ("timeout_before", "timeout_after"):
        shop.control("faults", call="refund", kind=kind, order=order["_id"], times=2)
        refund_by_staff(shop, order, amount=2)
