"""What PayPal can do to an order, row by row, and what must have become of the order in the end."""

from decimal import Decimal

from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    capture_elsewhere,
    capture_late,
    capture_when_seats_are_gone,
    captured_in_silence,
    in_silence,
    refund_by_staff,
    refund_insistently,
    refund_refused,
    refund_refused_then_done,
    refund_that_ends,
    to_the_capture,
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
    Fault("get: another order's id is shown", "get", "wrong_custom_id"),
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
    Fault("create: no payee is named", "create", "odd_body_after", 2, {"body": "no_payee"}, is_opened_once=True),
    Fault(
        "create: another order's id is answered",
        "create", "odd_body_after", 2, {"body": "another_custom_id"}, is_opened_once=True, shown_to_staff=True,
    ),
    Fault(
        "refund: no amount",
        "refund", "odd_body_after", 2, {"body": "no_amount"}, afterwards=refund_insistently,
        ends=ends("partly_refunded"), goes_back=Decimal(5),
    ),
    Fault("a message cannot be checked at first", "verify", "error_500_before", 2),
    *UNCLEAR_FAULTS,
]  # fmt: skip
