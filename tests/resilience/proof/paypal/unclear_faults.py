"""Faults that leave the outcome of a create, capture or refund unclear, and payments that change without the shop."""

from decimal import Decimal

from tests.resilience.proof.paypal.expired_keys import EXPIRED_KEYS, LATER, open_without_answer
from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    Order,
    capture_declined_order,
    capture_unnoticed,
    end_both_captures,
    hide_captures,
    hold_second_capture,
    import_record,
    pay_other_merchant,
    refund_again_if_failed,
    refund_by_staff,
    refund_twice_unclearly,
)
from tests.resilience.proof.paypal.reversals import (
    dispute_capture,
    dispute_silently,
    reverse_by_capture_webhook,
    reverse_capture,
)
from tests.support.servers.running_shop import RunningShop

A_WHILE = 1000  # calls, so that it lasts until the faults end


def unclear(name: str, call: str, kind: str, times: int = 2, **options: object) -> Fault:
    """Build a fault after which the order ends as usual: paid, or partly refunded if staff refund."""
    if call == "refund":
        end = ends("partly_refunded")
        return Fault(name, call, kind, times, options, afterwards=refund_again_if_failed, ends=end, refunded=Decimal(5))
    takes_effect = kind == LATER or kind.endswith("_after")
    is_charged = call == "capture" and takes_effect
    return Fault(name, call, kind, times, options, is_charged=is_charged, is_opened_once=call == "create")


IN_PROGRESS = [
    unclear(f"{call}: {status} in progress, takes effect after {when}", call, LATER, 1, status=status, **options)
    for call in ("create", "capture", "refund")
    for status, when, options in ((409, "some look-ups", {"looks": 3}), (422, "a second", {"delay": 1}))
] + [
    unclear(f"{call}: 409 in progress, never takes effect", call, "previous_request_in_progress", times)
    for call, times in (("create", 3), ("capture", A_WHILE), ("refund", A_WHILE))
]
ERRORS = [
    unclear("create: 401 for a while", "create", "unauthorized_401_before", 4),
    unclear("capture: 401 for a while", "capture", "unauthorized_401_before", A_WHILE),
    unclear("capture: 401 after it took effect", "capture", "unauthorized_401_after", 2),
    unclear("refund: 401 after it took effect", "refund", "unauthorized_401_after", 2),
    unclear("create: 403 after it took effect", "create", "forbidden_403_after"),
    unclear("capture: 403 for a while", "capture", "forbidden_403_before", A_WHILE),
    unclear("capture: 403 after it took effect", "capture", "forbidden_403_after"),
    unclear("refund: 403 for a while", "refund", "forbidden_403_before", A_WHILE),
    unclear("refund: 403 after it took effect", "refund", "forbidden_403_after"),
    unclear("get: 401 for a while", "get", "unauthorized_401_before", 8),
    unclear("verify: 401 for a while", "verify", "unauthorized_401_before", 4),
    unclear("get: 404 for a while", "get", "not_found_404_before", 6),
    unclear("capture: 404 for a while", "capture", "not_found_404_before", A_WHILE),
    unclear("capture: 404 after it took effect", "capture", "not_found_404_after"),
    unclear("refund: 404 for a while", "refund", "not_found_404_before", A_WHILE),
    unclear("create: connection reset after it took effect", "create", "connection_reset_after"),
    unclear("capture: connection reset without effect", "capture", "connection_reset"),
    unclear("refund: connection reset after it took effect", "refund", "connection_reset_after"),
    unclear("refund: 401 for a while", "refund", "unauthorized_401_before", A_WHILE),
    unclear("capture: 409 RESOURCE_CONFLICT after it took effect", "capture", "conflict_409_after"),
    unclear("refund: 409 RESOURCE_CONFLICT without effect", "refund", "conflict_409_before", A_WHILE),
]
BODIES = [
    unclear("create: endlessly nested JSON", "create", "odd_body_after", body="nested"),
    unclear("capture: details are strings", "capture", "odd_body_after", body="details_strings"),
    unclear("capture: details are an object", "capture", "odd_body_before", A_WHILE, body="details_object", status=409),
    unclear("capture: amounts are null", "capture", "odd_body_after", body="amount_null"),
    unclear(
        "capture: 401, details are a number",
        "capture",
        "odd_body_before",
        A_WHILE,
        body="details_number",
        status=401,
    ),
    unclear("refund: an unknown status", "refund", "odd_body_after", body="status_unknown"),
    unclear("refund: details are numbers", "refund", "odd_body_after", body="details_numbers"),
    unclear("refund: no status", "refund", "odd_body_after", body="no_status"),
    unclear("refund: an empty body", "refund", "odd_body_after", body="empty"),
]


def open_unclearly_and_pay_other_merchant(shop: RunningShop, order: Order) -> None:
    open_without_answer(shop, order)
    pay_other_merchant()(shop, order)


REFUSED = {"status": 422, "name": "UNPROCESSABLE_ENTITY", "issue": "INSTRUMENT_DECLINED"}
ONE_PAYS = {"surplus_is_refunded": True, "refunded": Decimal(0), "unwanted_mails": frozenset({"payment_denied"})}
MONEY = [
    Fault(
        "capture: a second click during the first",
        "capture", "processing", 1, {"delay": 0.2}, clicks=2, is_charged=True,
    ),
    Fault(
        "capture: refused after it took effect, and the order does not list it",
        "capture", "refused_after", 1, REFUSED, clicks=1, is_charged=True, before_paying=hide_captures,
    ),
    Fault(
        "one line of PayPal's record cannot be read",
        "transactions", "odd_body_after", A_WHILE, {"body": "odd_line"},
        before_paying=capture_unnoticed, leaves=True, afterwards=import_record,
    ),
    Fault(
        "two refunds: one never arrives, the other's answer is lost",
        afterwards=refund_twice_unclearly, ends=ends("partly_refunded"), refunded=Decimal(4),
    ),
    Fault(
        "refund: another amount than requested",
        "refund", "wrong_amount", afterwards=refund_by_staff, ends=ends("partly_refunded"), shown_to_staff=True,
    ),
    Fault(
        "two windows: the declined PayPal order is captured too",
        "capture", "decline", clicks=1, afterwards=capture_declined_order(), surplus_is_refunded=True,
    ),
    Fault(
        "two windows: the declined PayPal order is pending too, later completed",
        "capture", "decline", clicks=1, afterwards=capture_declined_order(ends="complete"), surplus_is_refunded=True,
    ),
    Fault(
        "two windows: both payments are pending, later completed",
        "capture", "decline", clicks=1, before_paying=hold_second_capture,
        afterwards=end_both_captures((0, "complete"), (1, "complete")), surplus_is_refunded=True,
    ),
    Fault(
        "two windows: of two pending payments one is denied, then the other completes",
        "capture", "decline", clicks=1, before_paying=hold_second_capture,
        afterwards=end_both_captures((0, "deny"), (1, "complete"), one_by_one=True), **ONE_PAYS,
    ),
    Fault(
        "two windows: of two pending payments one completes, then the other is denied",
        "capture", "decline", clicks=1, before_paying=hold_second_capture,
        afterwards=end_both_captures((1, "complete"), (0, "deny"), one_by_one=True), **ONE_PAYS,
    ),
    Fault(
        "another merchant is paid with the order's ID",
        leaves=True, before_paying=pay_other_merchant(), ends=ends("held"), shown_to_staff=True,
    ),
    Fault(
        "another merchant is paid, and PayPal hides it from the shop",
        leaves=True, before_paying=pay_other_merchant(hidden=True), ends=ends("held"),
    ),
    Fault(
        "create: its answer is lost, and another merchant is paid with the order's ID",
        before_opening=open_unclearly_and_pay_other_merchant, shown_to_staff=True, surplus_is_refunded=True,
    ),
]  # fmt: skip
REVERSED = {"ends": ends("partly_refunded"), "shown_to_staff": True, "seats_stay": True}
REVERSALS = [
    Fault("reversed, listed with the order", afterwards=reverse_capture("reverse"), **REVERSED),
    Fault(
        "reversed, only the capture's status shows it",
        afterwards=reverse_capture("reverse", listed="status"),
        **REVERSED,
    ),
    Fault("reversed, not listed with the order", afterwards=reverse_capture("reverse", listed="no"), **REVERSED),
    Fault(
        "reversed, not listed, and the webhook is lost",
        afterwards=reverse_capture("reverse", listed="no", announced=False),
        **REVERSED,
    ),
    Fault("reversed, and the webhook only names the capture", afterwards=reverse_by_capture_webhook, **REVERSED),
    Fault("charged back, not listed", afterwards=reverse_capture("chargeback", listed="no"), **REVERSED),
    Fault(
        "charged back, and undone by the bank",
        afterwards=reverse_capture("chargeback", listed="no", undone=True),
        shown_to_staff=True,
        seats_stay=True,
    ),
    Fault("dispute: open", afterwards=dispute_capture(), shown_to_staff=True, seats_stay=True),
    Fault("dispute: open, and the webhook is lost", afterwards=dispute_silently, shown_to_staff=True, seats_stay=True),
    Fault(
        "dispute: the seller is right",
        afterwards=dispute_capture("RESOLVED_SELLER_FAVOUR"),
        shown_to_staff=True,
        seats_stay=True,
    ),
    Fault("dispute: the buyer is right, listed", afterwards=dispute_capture("RESOLVED_BUYER_FAVOUR"), **REVERSED),
    Fault(
        "dispute: the buyer is right, not listed",
        afterwards=dispute_capture("RESOLVED_BUYER_FAVOUR", channel="EXTERNAL", listed="no"),
        **REVERSED,
    ),
]
UNCLEAR_FAULTS = [*IN_PROGRESS, *ERRORS, *BODIES, *EXPIRED_KEYS, *MONEY, *REVERSALS]
