"""PayPal deletes the idempotency key of a call whose answer never arrived. A later call with it would take effect."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    Order,
    expire_hold,
    lose_webhooks,
    refund_by_staff,
    wait_for_webhooks,
)
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

HOURS = timedelta(hours=7)  # PayPal stores the keys of orders for 6 hours
DAYS = timedelta(days=46)  # and those of refunds for 45 days
LATER = "previous_request_in_progress_later"


def skip_hours(shop: RunningShop, order: Order) -> None:
    """Skip the time for which PayPal stores the keys of orders. The hold expires too."""
    past = datetime.now(UTC) - HOURS
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    shop.rows(f"UPDATE orders_order SET created_at = '{past}' WHERE id = {rows}")
    shop.rows(f"UPDATE orders_payment SET created_at = '{past}' WHERE order_id = {rows}")
    shop.rows(f"UPDATE orders_payment SET capture_key_at = '{past}' WHERE order_id = {rows} AND status = 'capturing'")
    if get_status(shop, order) == "held":
        expire_hold(shop, order)
    delete_keys(shop, order)


def delete_keys(shop: RunningShop, order: Order) -> None:
    shop.control("request-ids/forget", about=order["_id"])


def get_status(shop: RunningShop, order: Order) -> str:
    return str(order["buyer"].call("GET", f"/api/orders/{order['_id']}").json()["status"])


def open_with_expired_key(shop: RunningShop, order: Order) -> None:
    """PayPal creates the order, no answer arrives, and the buyer returns hours later."""
    open_without_answer(shop, order)
    skip_hours(shop, order)


def open_without_answer(shop: RunningShop, order: Order) -> None:
    shop.control("faults", call="create", kind="timeout_after", order=order["_id"], times=2)
    order["buyer"].call("POST", f"/api/orders/{order['_id']}/paypal")


def lose_capture_webhook(shop: RunningShop, order: Order) -> None:
    """Lose one webhook, however often the buyer tries to pay."""
    if not order.get("is_webhook_lost"):
        wait_for_webhooks(shop, order)  # a webhook makes the shop look at PayPal
        lose_webhooks(shop, order, 1)
    order["is_webhook_lost"] = True


def reconcile_capture_late(shop: RunningShop, order: Order) -> None:
    """PayPal captured after its answer, and upkeep runs hours later."""
    assert eventually(lambda: is_captured(shop, order)), "PayPal never captured"
    skip_hours(shop, order)
    shop.manage("upkeep")


def is_captured(shop: RunningShop, order: Order) -> bool:
    return any(capture["custom_id"] == order["_id"] for capture in shop.at_paypal()["captures"])


def refund_with_expired_key(shop: RunningShop, order: Order) -> None:
    """The answer is lost, and PayPal has deleted the key when the shop tries again."""
    lose_webhooks(shop, order, 1)
    refund_and_skip_days(shop, order, "timeout_after")


def refund_and_skip_days(shop: RunningShop, order: Order, kind: str) -> None:
    wait_for_webhooks(shop, order)  # a webhook makes the shop send its refunds again
    shop.control("faults", call="refund", kind=kind, order=order["_id"], times=2)
    refund_by_staff(shop, order)
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    shop.rows(f"UPDATE orders_refund SET created_at = '{datetime.now(UTC) - DAYS}' WHERE order_id = {rows}")
    delete_keys(shop, order)
    shop.manage("upkeep")


EXPIRED_KEYS = [
    Fault("create: its answer is lost, and its key expires", before_opening=open_with_expired_key),
    Fault(
        "capture: it takes effect unnoticed, and its key expires",
        "capture", LATER, 1, {"status": 409, "delay": 2}, is_charged=True,
        before_paying=lose_capture_webhook, afterwards=reconcile_capture_late, surplus_is_refunded=True,
    ),
    Fault(
        "refund: its answer is lost, and its key expires", is_alone=True,
        afterwards=refund_with_expired_key, ends=ends("partly_refunded"), refunded=Decimal(5),
    ),
]  # fmt: skip
