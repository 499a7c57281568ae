"""What PayPal can do to an order, row by row, and what must have become of the order in the end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import requests

from tests.running_shop import RunningShop

Order = dict[str, Any]
Afterwards = Callable[[RunningShop, Order], None]
OWN_SEATS = 4
TRIES = 8


def nothing(shop: RunningShop, order: Order) -> None:
    """PayPal has done all it does."""


def capture_of(shop: RunningShop, order: Order) -> dict[str, Any]:
    for _ in range(TRIES):
        for capture in shop.at_paypal()["captures"]:
            if capture["custom_id"] == order["_id"]:
                return dict(capture)
        shop.manage("upkeep")  # on a busy machine the shop's 0.3 seconds may end before PayPal has heard it
    raise AssertionError(f"PayPal was never asked to capture order {order['_id']}")


def to_the_capture(action: str) -> Afterwards:
    return lambda shop, order: shop.control(f"captures/{capture_of(shop, order)['id']}/{action}") and None


def in_silence(action: str) -> Afterwards:
    """PayPal does it, and its message is lost on the way."""

    def act(shop: RunningShop, order: Order) -> None:
        lose_messages(shop, order, 1)
        to_the_capture(action)(shop, order)

    return act


def lose_messages(shop: RunningShop, order: Order, times: int) -> None:
    shop.control("faults", call="message", kind="lost", times=times, order=order["_id"])


def refund_by_staff(shop: RunningShop, order: Order) -> None:
    staff, body = shop.as_staff(), {"amount": 5, "reason": "A part back"}
    if staff.call("GET", f"/api/orders/{order['_id']}").json()["status"] == "capturing":
        shop.manage("upkeep")  # the shop gave PayPal 0.3 seconds, and on a busy machine that is short
    answer = staff.call("POST", f"/api/orders/{order['_id']}/refund", body)
    assert answer.status_code == 200, answer.text


def refund_that_ends(how: str) -> Afterwards:
    """PayPal keeps the refund pending at first."""

    def act(shop: RunningShop, order: Order) -> None:
        refund_by_staff(shop, order)
        capture_id = capture_of(shop, order)["id"]
        made = next(refund for refund in shop.at_paypal()["refunds"] if refund["capture_id"] == capture_id)
        shop.control(f"refunds/{made['id']}/{how}")

    return act


def refund_refused(shop: RunningShop, order: Order) -> None:
    """It stands on the staff's list, with what to do."""
    refund_by_staff(shop, order)
    for _ in range(TRIES):  # a refusal that was slower than 0.3 seconds is heard when upkeep asks again
        if stands_on_the_list(shop, order):
            break
        shop.manage("upkeep")
    assert stands_on_the_list(shop, order), "nobody is told that PayPal refused a refund"


def stands_on_the_list(shop: RunningShop, order: Order) -> bool:
    return order["_id"] in shop.as_staff().call("GET", "/api/orders/attention").text


def refund_refused_then_done(shop: RunningShop, order: Order) -> None:
    refund_refused(shop, order)
    refund_by_staff(shop, order)


def capture_elsewhere(shop: RunningShop, order: Order) -> None:
    """Somebody else who has the shop's credentials captures it, under a key that the shop does not know."""
    login = ("simulator-client-id", "simulator-client-secret")
    form = {"grant_type": "client_credentials"}
    token = requests.post(f"{shop.simulator.url}/v1/oauth2/token", data=form, auth=login, timeout=5).json()
    headers = {"Authorization": f"Bearer {token['access_token']}", "PayPal-Request-Id": f"elsewhere {order['_id']}"}
    for made in shop.at_paypal()["orders"]:
        if made["purchase_units"][0]["custom_id"] == order["_id"]:
            url = f"{shop.simulator.url}/v2/checkout/orders/{made['id']}/capture"
            requests.post(url, json={}, headers=headers, timeout=5).raise_for_status()


def captured_in_silence(shop: RunningShop, order: Order) -> None:
    lose_messages(shop, order, 1)
    capture_elsewhere(shop, order)


def let_the_hold_run_out(shop: RunningShop, order: Order) -> None:
    past = datetime.now(UTC) - timedelta(minutes=1)
    rows = f"(SELECT id FROM orders_order WHERE public_id = '{order['_id']}')"
    bookings = f"(SELECT booking_id FROM orders_orderline WHERE order_id = {rows})"
    shop.rows(f"UPDATE orders_order SET held_until = '{past}' WHERE id = {rows}")
    shop.rows(f"UPDATE bookings_booking SET held_until = '{past}' WHERE id IN {bookings}")


def capture_late(shop: RunningShop, order: Order) -> None:
    """The buyer dawdled in PayPal's window until the hold had run out."""
    let_the_hold_run_out(shop, order)
    capture_elsewhere(shop, order)


def capture_when_seats_are_gone(shop: RunningShop, order: Order) -> None:
    """Meanwhile somebody else got every seat."""
    let_the_hold_run_out(shop, order)
    staff = shop.as_staff()
    for item in order["orderItems"]:
        body = {"product": item["_id"], "bookingDate": item["bookings"][0]["bookingDate"], "status": "confirmed"}
        answer = staff.call("POST", "/api/bookings", body | {"reservationSeats": OWN_SEATS})
        assert answer.status_code == 201, answer.text
    capture_elsewhere(shop, order)


@dataclass(frozen=True, slots=True)
class Fault:
    """One row of the table. The fault is armed for this one order before its buyer goes on."""

    name: str
    call: str = ""
    kind: str = ""
    times: int = 1
    more: dict[str, Any] = field(default_factory=dict)
    approved_late: bool = False
    own_night: bool = False  # with OWN_SEATS seats, for this order alone
    before_paying: Afterwards = nothing
    leaves: bool = False  # the buyer closes the page and never pays by it
    afterwards: Afterwards = nothing
    ends: frozenset[str] = frozenset({"paid"})
    mails: frozenset[str] = frozenset()  # each of these kinds reaches the buyer, once

    def arm(self, shop: RunningShop, order: Order) -> None:
        if self.call == "verify":  # no order's name is in a message's signature
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, **self.more)
        elif self.call:
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, order=order["_id"], **self.more)


def ends(*statuses: str) -> frozenset[str]:
    return frozenset(statuses)


FAULTS = [
    Fault("create: timeout before it took effect", "create", "timeout_before", 2),
    Fault("create: timeout after it took effect", "create", "timeout_after", 2),
    Fault("create: 500", "create", "error_500_before", 2),
    Fault("create: 429 with Retry-After", "create", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: 429 with Retry-After", "capture", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: timeout before it took effect", "capture", "timeout_before", 2),
    Fault("capture: timeout after it took effect", "capture", "timeout_after", 2),
    Fault("capture: 500, then fine", "capture", "error_500_before", 1),
    Fault("capture: line reset after it took effect", "capture", "connection_reset_after", 2),
    Fault("capture: INSTRUMENT_DECLINED", "capture", "decline"),
    Fault("capture: made, and its status is DECLINED", "capture", "declined_capture"),
    Fault("capture: PENDING, later completed", "capture", "pending", afterwards=to_the_capture("complete")),
    Fault(
        "capture: PENDING, later denied",
        "capture", "pending", afterwards=to_the_capture("deny"), ends=ends("cancelled"),
        mails=frozenset({"payment_in_review", "payment_denied"}),
    ),
    Fault("capture: ORDER_ALREADY_CAPTURED", before_paying=capture_elsewhere),
    Fault("capture: ORDER_NOT_APPROVED", approved_late=True),
    Fault("capture: another amount is taken", "capture", "wrong_amount", ends=ends("review")),
    Fault("capture: another currency is taken", "capture", "wrong_currency", ends=ends("review")),
    Fault("get: another amount is shown", "get", "wrong_amount"),
    Fault("get: another currency is shown", "get", "wrong_currency"),
    Fault("get: another payee is shown", "get", "wrong_payee"),
    Fault("token runs out in between", "capture", "expire_tokens"),
    Fault("create: a page of HTML", "create", "html_body", 2),
    Fault("capture: a page of HTML", "capture", "html_body", 2),
    Fault("capture: half an answer", "capture", "cut_off_body", 2),
    Fault(
        "refund: timeout after it took effect",
        "refund", "timeout_after", 2, afterwards=refund_by_staff, ends=ends("partly_refunded"),
    ),
    Fault(
        "refund: 500 after it took effect",
        "refund", "error_500_after", 2, afterwards=refund_by_staff, ends=ends("partly_refunded"),
    ),
    Fault("refund: PENDING", "refund", "pending", afterwards=refund_by_staff, ends=ends("paid")),
    Fault(
        "refund: PENDING, later completed",
        "refund", "pending", afterwards=refund_that_ends("complete"), ends=ends("partly_refunded"),
    ),
    Fault(
        "refund: PENDING, later failed",
        "refund", "pending", afterwards=refund_that_ends("fail"), ends=ends("paid"),
    ),
    Fault("refund: refused for certain", "refund", "unprocessable", afterwards=refund_refused, ends=ends("paid")),
    Fault(
        "refund: refused, asked for again",
        "refund", "unprocessable", afterwards=refund_refused_then_done, ends=ends("partly_refunded"),
    ),
    Fault("refunded from PayPal's side", afterwards=to_the_capture("refund"), ends=ends("refunded")),
    Fault("reversed from PayPal's side", afterwards=to_the_capture("reverse"), ends=ends("refunded")),
    Fault("refunded from PayPal's side, and never told", afterwards=in_silence("refund"), ends=ends("refunded")),
    Fault("reversed from PayPal's side, and never told", afterwards=in_silence("reverse"), ends=ends("refunded")),
    Fault("captured with the page closed, and never told", before_paying=captured_in_silence, leaves=True),
    Fault("late money: the seats are free", before_paying=capture_late, leaves=True, mails=frozenset({"order_paid"})),
    Fault(
        "late money: the seats are gone",
        own_night=True, leaves=True, before_paying=capture_when_seats_are_gone, ends=ends("refunded"),
        mails=frozenset({"late_money_returned"}),
    ),
    Fault("create: refused for certain", "create", "unprocessable"),
    Fault("a message cannot be checked at first", "verify", "error_500_before", 2),
]  # fmt: skip
