"""The table of PayPal's faults over real HTTP: what PayPal does to an order, and the outcome that the order must have.

One row for each kind. Other calls and bodies that are read by the same code are cases in tests/payments.
"""

from decimal import Decimal

from tests.resilience.proof.paypal.expired_keys import EXPIRED_KEYS
from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    capture_after_sellout,
    capture_elsewhere,
    capture_late,
    capture_silently,
    change_capture,
    change_capture_silently,
    end_both_captures,
    hold_second_capture,
    pay_other_merchant,
    refund_again_if_failed,
    refund_pending_until,
    refund_twice_unclearly,
)
from tests.resilience.proof.paypal.reversals import dispute_capture, dispute_silently, reverse_capture

A_WHILE = 1000  # calls, so that it lasts until the faults end
LATER = "previous_request_in_progress_later"
REFUNDED = {"afterwards": refund_again_if_failed, "ends": ends("partly_refunded"), "refunded": Decimal(5)}
REVERSED = {"ends": ends("partly_refunded"), "shown_to_staff": True, "seats_stay": True}

CREATING = [
    Fault("create: timeout after it took effect", "create", "timeout_after", 2, is_opened_once=True),
    Fault(
        "create: 422 in progress, takes effect after a second",
        "create", LATER, 1, {"status": 422, "delay": 1}, is_opened_once=True,
    ),
    Fault("create: 403 after it took effect", "create", "forbidden_403_after", 2, is_opened_once=True),
]  # fmt: skip
CAPTURING = [
    Fault("capture: timeout before it took effect", "capture", "timeout_before", 2),
    Fault("capture: timeout after it took effect", "capture", "timeout_after", 2, is_charged=True),
    Fault("capture: 500 once", "capture", "error_500_before", 1),
    Fault("capture: 429 with Retry-After", "capture", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: INSTRUMENT_DECLINED", "capture", "decline"),
    Fault("capture: PENDING, later completed", "capture", "pending", afterwards=change_capture("complete")),
    Fault(
        "capture: PENDING, later denied",
        "capture", "pending", afterwards=change_capture("deny"), ends=ends("cancelled"),
        mails=frozenset({"payment_in_review", "payment_denied"}),
    ),
    Fault("capture: ORDER_ALREADY_CAPTURED", before_paying=capture_elsewhere),
    Fault("capture: another amount", "capture", "wrong_amount", ends=ends("review")),
    Fault("get: 404 for a while", "get", "not_found_404_before", 6),
    Fault("the access token expires in between", "capture", "expire_tokens"),
    Fault("capture: 401 after it took effect", "capture", "unauthorized_401_after", 2, is_charged=True),
    Fault("capture: half an answer", "capture", "cut_off_body", 2, is_charged=True),
    Fault(
        "capture: 409 in progress, takes effect after some look-ups",
        "capture", LATER, 1, {"status": 409, "looks": 3}, is_charged=True,
    ),
    Fault("captured with the page closed, and the webhook is lost", before_paying=capture_silently, leaves=True),
    Fault("late payment: the seats are free", before_paying=capture_late, leaves=True, mails=frozenset({"order_paid"})),
    Fault(
        "late payment: the seats are sold",
        own_event=True, leaves=True, before_paying=capture_after_sellout, ends=ends("refunded"),
        mails=frozenset({"late_money_returned"}),
    ),
    Fault(
        "two windows: both payments are pending, later completed",
        "capture", "decline", clicks=1, before_paying=hold_second_capture,
        afterwards=end_both_captures((0, "complete"), (1, "complete")), surplus_is_refunded=True,
    ),
    Fault(
        "another merchant is paid with the order's ID",
        leaves=True, before_paying=pay_other_merchant(), ends=ends("held"), shown_to_staff=True,
    ),
]  # fmt: skip
REFUNDING = [
    Fault("refund: timeout after it took effect", "refund", "timeout_after", 2, **REFUNDED),
    Fault(
        "refund: 422 in progress, takes effect after a second",
        "refund", LATER, 1, {"status": 422, "delay": 1}, **REFUNDED,
    ),
    Fault("refund: 403 for a while", "refund", "forbidden_403_before", A_WHILE, **REFUNDED),
    Fault(
        "refund: PENDING, later failed",
        "refund", "pending", afterwards=refund_pending_until("fail"), ends=ends("paid"),
    ),
    Fault(
        "two refunds: one never arrives, the other's answer is lost",
        afterwards=refund_twice_unclearly, ends=ends("partly_refunded"), refunded=Decimal(4),
    ),
]  # fmt: skip
TAKEN_BACK = [
    Fault(
        "refunded at PayPal, and the webhook is lost",
        afterwards=change_capture_silently("refund"), ends=ends("refunded"),
    ),
    Fault(
        "charged back, not listed, and the webhook is lost",
        afterwards=reverse_capture("chargeback", listed="no", announced=False), **REVERSED,
    ),
    Fault("dispute: open, and the webhook is lost", afterwards=dispute_silently, shown_to_staff=True, seats_stay=True),
    Fault(
        "dispute: the buyer is right, not listed",
        afterwards=dispute_capture("RESOLVED_BUYER_FAVOUR", channel="EXTERNAL", listed="no"), **REVERSED,
    ),
]  # fmt: skip
FAULTS = [*EXPIRED_KEYS, *CREATING, *CAPTURING, *REFUNDING, *TAKEN_BACK]  # those with an upkeep of their own first
