"""The table of PayPal's faults: what PayPal does to an order, and the outcome that the order must have."""

from decimal import Decimal

from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    capture_after_sellout,
    capture_elsewhere,
    capture_late,
    capture_silently,
    change_capture,
    change_capture_silently,
    refund_again_if_failed,
    refund_by_staff,
    refund_pending_until,
    refund_refused,
    refund_refused_then_accepted,
)
from tests.resilience.proof.paypal.unclear_faults import UNCLEAR_FAULTS

FAULTS: list[Fault] = [
    Fault("create: timeout before it took effect", "create", "timeout_before", 2),
    Fault("create: timeout after it took effect", "create", "timeout_after", 2),
    Fault("create: 500", "create", "error_500_before", 2),
    Fault("create: 429 with Retry-After", "create", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: 429 with Retry-After", "capture", "rate_limited_429", 2, {"retry_after": 1}),
    Fault("capture: timeout before it took effect", "capture", "timeout_before", 2),
    Fault("capture: timeout after it took effect", "capture", "timeout_after", 2),
    Fault("capture: 500 once", "capture", "error_500_before", 1),
    Fault("capture: connection reset after it took effect", "capture", "connection_reset_after", 2),
    Fault("capture: INSTRUMENT_DECLINED", "capture", "decline"),
    Fault("capture: its status is DECLINED", "capture", "declined_capture"),
    Fault("capture: PENDING, later completed", "capture", "pending", afterwards=change_capture("complete")),
    Fault(
        "capture: PENDING, later denied",
        "capture", "pending", afterwards=change_capture("deny"), ends=ends("cancelled"),
        mails=frozenset({"payment_in_review", "payment_denied"}),
    ),
    Fault("capture: ORDER_ALREADY_CAPTURED", before_paying=capture_elsewhere),
    Fault("capture: ORDER_NOT_APPROVED", approved_late=True),
    Fault("capture: another amount", "capture", "wrong_amount", ends=ends("review")),
    Fault("capture: another currency", "capture", "wrong_currency", ends=ends("review")),
    Fault("get: another amount", "get", "wrong_amount"),
    Fault("get: another currency", "get", "wrong_currency"),
    Fault("get: another payee", "get", "wrong_payee"),
    Fault("get: another order's ID", "get", "wrong_custom_id"),
    Fault("the access token expires in between", "capture", "expire_tokens"),
    Fault("create: an HTML page", "create", "html_body", 2),
    Fault("capture: an HTML page", "capture", "html_body", 2),
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
        "refund", "pending", afterwards=refund_pending_until("complete"), ends=ends("partly_refunded"),
    ),
    Fault(
        "refund: PENDING, later failed",
        "refund", "pending", afterwards=refund_pending_until("fail"), ends=ends("paid"),
    ),
    Fault("refund: refused", "refund", "unprocessable", afterwards=refund_refused, ends=ends("paid")),
    Fault(
        "refund: refused, sent again",
        "refund", "unprocessable", afterwards=refund_refused_then_accepted, ends=ends("partly_refunded"),
    ),
    Fault("refunded at PayPal", afterwards=change_capture("refund"), ends=ends("refunded")),
    Fault("reversed at PayPal", afterwards=change_capture("reverse"), ends=ends("partly_refunded")),
    Fault(
        "refunded at PayPal, and the webhook is lost",
        afterwards=change_capture_silently("refund"), ends=ends("refunded"),
    ),
    Fault(
        "reversed at PayPal, and the webhook is lost",
        afterwards=change_capture_silently("reverse"), ends=ends("partly_refunded"),
    ),
    Fault("captured with the page closed, and the webhook is lost", before_paying=capture_silently, leaves=True),
    Fault("late payment: the seats are free", before_paying=capture_late, leaves=True, mails=frozenset({"order_paid"})),
    Fault(
        "late payment: the seats are sold",
        own_event=True, leaves=True, before_paying=capture_after_sellout, ends=ends("refunded"),
        mails=frozenset({"late_money_returned"}),
    ),
    Fault("create: refused", "create", "unprocessable"),
    Fault("create: no payee", "create", "odd_body_after", 2, {"body": "no_payee"}, is_opened_once=True),
    Fault(
        "create: another order's ID",
        "create", "odd_body_after", 2, {"body": "another_custom_id"}, is_opened_once=True, shown_to_staff=True,
    ),
    Fault(
        "refund: no amount",
        "refund", "odd_body_after", 2, {"body": "no_amount"}, afterwards=refund_again_if_failed,
        ends=ends("partly_refunded"), refunded=Decimal(5),
    ),
    Fault("verify: 500 at first", "verify", "error_500_before", 2),
    *UNCLEAR_FAULTS,
]  # fmt: skip
