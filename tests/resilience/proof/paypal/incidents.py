"""What PayPal, staff or another program do to an order that meets a fault."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support.servers.running_shop import RunningShop

Order = dict[str, Any]
Incident = Callable[[RunningShop, Order], None]
TRIES = 8


def do_nothing(shop: RunningShop, order: Order) -> None:
    """Nothing else happens."""


def skip_retry_pauses(shop: RunningShop) -> None:
    """Let upkeep try again immediately what has failed."""
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


def capture_elsewhere(shop: RunningShop, order: Order) -> None:
    """Another program with the shop's credentials captures the order."""
    for made in shop.at_paypal()["orders"]:
        if made["purchase_units"][0]["custom_id"] == order["_id"]:
            shop.control(f"orders/{made['id']}/capture")


def capture_silently(shop: RunningShop, order: Order) -> None:
    """PayPal's webhook is lost."""
    shop.control("faults", call="message", kind="lost", order=order["_id"])
    capture_elsewhere(shop, order)


# --- Refunds -------------------------------------------------------------------------------------------------------


def refund_by_staff(shop: RunningShop, order: Order) -> None:
    staff, body = shop.as_staff(), {"amount": 5, "reason": "A part back"}
    if staff.call("GET", f"/api/orders/{order['_id']}").json()["status"] == "capturing":
        shop.manage("upkeep")  # on a busy machine PayPal may have answered too late
    answer = staff.call("POST", f"/api/orders/{order['_id']}/refund", body)
    assert answer.status_code == 200, answer.text


def refund_pending_until_it_fails(shop: RunningShop, order: Order) -> None:
    refund_by_staff(shop, order)
    capture_id = get_capture(shop, order)["id"]
    made = next(refund for refund in shop.at_paypal()["refunds"] if refund["capture_id"] == capture_id)
    shop.control(f"refunds/{made['id']}/fail")


def refund_again_if_failed(shop: RunningShop, order: Order) -> None:
    """Staff try again if the order says that a refund failed, in which case no money may have moved."""
    for _ in range(2):
        refund_by_staff(shop, order)
        shown = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
        if [refund["status"] for refund in shown["refunds"]][-1:] != ["failed"]:
            return
