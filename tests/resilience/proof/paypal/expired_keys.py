"""PayPal forgets the key of a call whose answer the shop never got. Used again it would be new to PayPal."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    Order,
    hear_of,
    let_the_hold_run_out,
    lose_messages,
    refund_by_staff,
    refunds_shown,
)
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

HOURS = timedelta(hours=7)  # PayPal remembers the keys of orders for 6 hours
DAYS = timedelta(days=46)  # and those of refunds for 45 days
LATER = "previous_request_in_progress_later"


def let_hours_pass(shop: RunningShop, order: Order) -> None:
    """As long as PayPal remembers the keys of orders. The hold has run out meanwhile."""
    past = datetime.now(UTC) - HOURS
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    shop.rows(f"UPDATE orders_order SET created_at = '{past}' WHERE id = {rows}")
    shop.rows(f"UPDATE orders_payment SET created_at = '{past}' WHERE order_id = {rows}")
    shop.rows(f"UPDATE orders_payment SET capture_key_at = '{past}' WHERE order_id = {rows} AND status = 'capturing'")
    if status_of(shop, order) == "held":
        let_the_hold_run_out(shop, order)
    forget_keys(shop, order)


def forget_keys(shop: RunningShop, order: Order) -> None:
    shop.control("request-ids/forget", about=order["_id"])


def status_of(shop: RunningShop, order: Order) -> str:
    return str(order["buyer"].call("GET", f"/api/orders/{order['_id']}").json()["status"])


def opening_forgotten(shop: RunningShop, order: Order) -> None:
    """PayPal makes the order, no answer comes, and the buyer is back hours later."""
    open_without_an_answer(shop, order)
    let_hours_pass(shop, order)


def open_without_an_answer(shop: RunningShop, order: Order) -> None:
    shop.control("faults", call="create", kind="timeout_after", order=order["_id"], times=2)
    order["buyer"].call("POST", f"/api/orders/{order['_id']}/paypal")


def its_message_is_lost(shop: RunningShop, order: Order) -> None:
    """Once, however often the buyer tries to pay."""
    if not order.get("is_message_lost"):
        hear_of(shop, order)  # a webhook has the shop look at PayPal
        lose_messages(shop, order, 1)
    order["is_message_lost"] = True


def capture_forgotten(shop: RunningShop, order: Order) -> None:
    """PayPal took the money after its answer, and nobody looked for hours."""
    assert eventually(lambda: is_captured(shop, order)), "PayPal never took the money"
    let_hours_pass(shop, order)
    shop.manage("upkeep")


def is_captured(shop: RunningShop, order: Order) -> bool:
    return any(capture["custom_id"] == order["_id"] for capture in shop.at_paypal()["captures"])


def capture_that_never_arrived(shop: RunningShop, order: Order) -> None:
    let_hours_pass(shop, order)
    shop.manage("upkeep")


def refund_forgotten(shop: RunningShop, order: Order) -> None:
    """The answer is lost, and when the shop asks again PayPal's memory of the key has ended."""
    lose_messages(shop, order, 1)
    refund_and_wait(shop, order, "timeout_after")


def refund_that_never_arrived(shop: RunningShop, order: Order) -> None:
    """Nobody can tell it from a forgotten one but PayPal's record. Then staff ask once more."""
    refund_and_wait(shop, order, "timeout_before")
    assert refunds_shown(shop, order) == ["failed"], "a refund was asked for under a key that PayPal may have forgotten"
    refund_by_staff(shop, order)


def refund_and_wait(shop: RunningShop, order: Order, kind: str) -> None:
    hear_of(shop, order)  # a webhook has the shop ask for its refunds again
    shop.control("faults", call="refund", kind=kind, order=order["_id"], times=2)
    refund_by_staff(shop, order)
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    shop.rows(f"UPDATE orders_refund SET created_at = '{datetime.now(UTC) - DAYS}' WHERE order_id = {rows}")
    forget_keys(shop, order)
    shop.manage("upkeep")


FORGOTTEN_KEYS = [
    Fault("create: its answer is lost, and PayPal forgets the key", before_opening=opening_forgotten),
    Fault(
        "capture: it takes effect unseen, and PayPal forgets the key",
        "capture", LATER, 1, {"status": 409, "delay": 2}, is_charged=True,
        before_paying=its_message_is_lost, afterwards=capture_forgotten, surplus_goes_back=True,
    ),
    Fault(
        "capture: it never arrives, and hours go by",
        "capture", "timeout_before", 2, clicks=1, afterwards=capture_that_never_arrived, ends=ends("expired"),
    ),
    Fault(
        "refund: its answer is lost, and PayPal forgets the key",
        afterwards=refund_forgotten, ends=ends("partly_refunded"), goes_back=Decimal(5),
    ),
    Fault(
        "refund: it never arrives, and PayPal would have forgotten the key",
        afterwards=refund_that_never_arrived, ends=ends("partly_refunded"), goes_back=Decimal(5),
    ),
]  # fmt: skip
