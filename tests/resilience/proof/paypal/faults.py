"""The table of PayPal's faults over real HTTP: what PayPal does to an order, and the outcome that the order must have.

One row for each kind. Other calls and bodies that are read by the same code, late money, expired keys, second payments,
other merchants, reversals and disputes are cases in tests/payments.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.incidents import (
    Incident,
    Order,
    capture_elsewhere,
    capture_silently,
    change_capture,
    do_nothing,
    refund_again_if_failed,
    refund_pending_until_it_fails,
)
from tests.support.servers.running_shop import RunningShop


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of PayPal's, which is armed for one order, and the outcome that it must have."""

    name: str
    call: str = ""
    kind: str = ""
    times: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    before_paying: Incident = do_nothing
    leaves: bool = False  # the buyer closes the page without paying
    afterwards: Incident = do_nothing
    ends: str = "paid"
    is_opened_once: bool = False  # one PayPal order exists in the end, however often the call was made
    is_charged: bool = False  # the money is captured, or will be: no answer may say that nothing was charged
    refunded: Decimal | None = None  # the amount that PayPal refunds in all, however often the call was made

    def arm(self, shop: RunningShop, order: Order) -> None:
        if self.call:
            named = {"order": order["_id"], **self.options}
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, **named)


A_WHILE = 1000  # calls, so that it lasts until the faults end
LATER = "previous_request_in_progress_later"
REFUNDED = {"afterwards": refund_again_if_failed, "ends": "partly_refunded", "refunded": Decimal(5)}

FAULTS = [
    Fault("create: timeout after it took effect", "create", "timeout_after", 2, is_opened_once=True),
    Fault(
        "create: 422 in progress, takes effect after a second",
        "create", LATER, 1, {"status": 422, "delay": 1}, is_opened_once=True,
    ),
    Fault("create: 403 after it took effect", "create", "forbidden_403_after", 2, is_opened_once=True),
    Fault("capture: timeout before it took effect", "capture", "timeout_before", 2),
    Fault("capture: timeout after it took effect", "capture", "timeout_after", 2, is_charged=True),
    Fault("capture: 500 once", "capture", "error_500_before", 1),
    Fault("capture: 429 with Retry-After", "capture", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: INSTRUMENT_DECLINED", "capture", "decline"),
    Fault("capture: PENDING, later completed", "capture", "pending", afterwards=change_capture("complete")),
    Fault("capture: PENDING, later denied", "capture", "pending", afterwards=change_capture("deny"), ends="cancelled"),
    Fault("capture: ORDER_ALREADY_CAPTURED", before_paying=capture_elsewhere),
    Fault("capture: another amount", "capture", "wrong_amount", ends="review"),
    Fault("get: 404 for a while", "get", "not_found_404_before", 6),
    Fault("the access token expires in between", "capture", "expire_tokens"),
    Fault("capture: 401 after it took effect", "capture", "unauthorized_401_after", 2, is_charged=True),
    Fault("capture: half an answer", "capture", "cut_off_body", 2, is_charged=True),
    Fault(
        "capture: 409 in progress, takes effect after some look-ups",
        "capture", LATER, 1, {"status": 409, "looks": 3}, is_charged=True,
    ),
    Fault("captured with the page closed, and the webhook is lost", before_paying=capture_silently, leaves=True),
    Fault("refund: timeout after it took effect", "refund", "timeout_after", 2, **REFUNDED),
    Fault(
        "refund: 422 in progress, takes effect after a second",
        "refund", LATER, 1, {"status": 422, "delay": 1}, **REFUNDED,
    ),
    Fault("refund: 403 for a while", "refund", "forbidden_403_before", A_WHILE, **REFUNDED),
    Fault("refund: PENDING, later failed", "refund", "pending", afterwards=refund_pending_until_it_fails),
]  # fmt: skip
