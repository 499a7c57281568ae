"""PayPal's answers that are no answers, for opening, capture and refund, and money that goes without the shop."""

from decimal import Decimal

from tests.resilience.proof.paypal.expired_keys import FORGOTTEN_KEYS, LATER, open_without_an_answer
from tests.resilience.proof.paypal.fault import Fault, ends
from tests.resilience.proof.paypal.incidents import (
    Order,
    both_pending,
    capture_what_was_declined,
    captured_unheard,
    disputed,
    disputed_in_silence,
    leave_captures_out,
    paid_to_somebody_else,
    read_the_record,
    refund_by_staff,
    refund_insistently,
    reversed_by_its_capture,
    second_stays_pending,
    taken_back,
    two_refunds_in_trouble,
)
from tests.support.servers.running_shop import RunningShop

A_WHILE = 1000  # calls, so that it lasts until the trouble ends


def unclear(name: str, call: str, kind: str, times: int = 2, **more: object) -> Fault:
    """A row that ends as if there had been no trouble: paid, and refunded in part where staff asked for that."""
    if call == "refund":
        end = ends("partly_refunded")
        return Fault(name, call, kind, times, more, afterwards=refund_insistently, ends=end, goes_back=Decimal(5))
    takes_effect = kind == LATER or kind.endswith("_after")
    is_charged = call == "capture" and takes_effect
    return Fault(name, call, kind, times, more, is_charged=is_charged, is_opened_once=call == "create")


IN_PROGRESS = [
    unclear(f"{call}: {status} in progress, takes effect after {when}", call, LATER, 1, status=status, **more)
    for call in ("create", "capture", "refund")
    for status, when, more in ((409, "some look-ups", {"looks": 3}), (422, "a second", {"delay": 1}))
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
    unclear("a message cannot be checked: 401 for a while", "verify", "unauthorized_401_before", 4),
    unclear("get: the order is not there for a while", "get", "not_found_404_before", 6),
    unclear("capture: the order is not there for a while", "capture", "not_found_404_before", A_WHILE),
    unclear("capture: 404 after it took effect", "capture", "not_found_404_after"),
    unclear("refund: the capture is not there for a while", "refund", "not_found_404_before", A_WHILE),
    unclear("create: line reset after it took effect", "create", "connection_reset_after"),
    unclear("capture: line reset without effect", "capture", "connection_reset"),
    unclear("refund: line reset after it took effect", "refund", "connection_reset_after"),
    unclear("refund: 401 for a while", "refund", "unauthorized_401_before", A_WHILE),
    unclear("capture: 409 RESOURCE_CONFLICT after it took effect", "capture", "conflict_409_after"),
    unclear("refund: 409 RESOURCE_CONFLICT without effect", "refund", "conflict_409_before", A_WHILE),
]
BODIES = [
    unclear("create: nested without end", "create", "odd_body_after", body="nested"),
    unclear("capture: details that are texts", "capture", "odd_body_after", body="details_strings"),
    unclear("capture: details that are an object", "capture", "odd_body_before", body="details_object", status=409),
    unclear("capture: amounts that are null", "capture", "odd_body_after", body="amount_null"),
    unclear(
        "capture: 401 whose details are a number",
        "capture",
        "odd_body_before",
        A_WHILE,
        body="details_number",
        status=401,
    ),
    unclear("refund: a status that nobody knows", "refund", "odd_body_after", body="status_unknown"),
    unclear("refund: details that are numbers", "refund", "odd_body_after", body="details_numbers"),
    unclear("refund: no status", "refund", "odd_body_after", body="no_status"),
    unclear("refund: an empty body", "refund", "odd_body_after", body="empty"),
]


def unclear_opening_and_somebody_else(shop: RunningShop, order: Order) -> None:
    open_without_an_answer(shop, order)
    paid_to_somebody_else()(shop, order)


REFUSED = {"status": 422, "name": "UNPROCESSABLE_ENTITY", "issue": "INSTRUMENT_DECLINED"}
ONE_PAYS = {"surplus_goes_back": True, "goes_back": Decimal(0), "unwanted_mails": frozenset({"payment_denied"})}
MONEY = [
    Fault(
        "capture: a second click while the first is worked on",
        "capture", "processing", 1, {"delay": 0.2}, clicks=2, is_charged=True,
    ),
    Fault(
        "capture: refused after it took effect, and the order does not list it",
        "capture", "refused_after", 1, REFUSED, clicks=1, is_charged=True, before_paying=leave_captures_out,
    ),
    Fault(
        "a line of PayPal's record cannot be read, and the others matter",
        "transactions", "odd_body_after", A_WHILE, {"body": "odd_line"},
        before_paying=captured_unheard, leaves=True, afterwards=read_the_record,
    ),
    Fault(
        "two refunds: one never arrived, the other's answer was lost",
        afterwards=two_refunds_in_trouble, ends=ends("partly_refunded"), goes_back=Decimal(4),
    ),
    Fault(
        "refund: another amount than asked goes back",
        "refund", "wrong_amount", afterwards=refund_by_staff, ends=ends("partly_refunded"), shown_to_staff=True,
    ),
    Fault(
        "two windows: the declined PayPal order is captured too",
        "capture", "decline", clicks=1, afterwards=capture_what_was_declined(), surplus_goes_back=True,
    ),
    Fault(
        "two windows: the declined PayPal order is pending too, later completed",
        "capture", "decline", clicks=1, afterwards=capture_what_was_declined(ends="complete"), surplus_goes_back=True,
    ),
    Fault(
        "two windows: both payments are pending, later completed",
        "capture", "decline", clicks=1, before_paying=second_stays_pending,
        afterwards=both_pending((0, "complete"), (1, "complete")), surplus_goes_back=True,
    ),
    Fault(
        "two windows: of two pending payments one is denied, then the other completes",
        "capture", "decline", clicks=1, before_paying=second_stays_pending,
        afterwards=both_pending((0, "deny"), (1, "complete"), one_by_one=True), **ONE_PAYS,
    ),
    Fault(
        "two windows: of two pending payments one completes, then the other is denied",
        "capture", "decline", clicks=1, before_paying=second_stays_pending,
        afterwards=both_pending((1, "complete"), (0, "deny"), one_by_one=True), **ONE_PAYS,
    ),
    Fault(
        "another merchant is paid with our order's id",
        leaves=True, before_paying=paid_to_somebody_else(), ends=ends("held"), shown_to_staff=True,
    ),
    Fault(
        "another merchant is paid, and PayPal hides it from the shop",
        leaves=True, before_paying=paid_to_somebody_else(hidden=True), ends=ends("held"),
    ),
    Fault(
        "create: its answer is lost, and another merchant is paid with our order's id",
        before_opening=unclear_opening_and_somebody_else, shown_to_staff=True, surplus_goes_back=True,
    ),
]  # fmt: skip
TAKEN = {"ends": ends("refunded"), "shown_to_staff": True, "seats_stay": True}
TAKEN_BACK = [
    Fault("reversed, listed with the order", afterwards=taken_back("reverse"), **TAKEN),
    Fault("reversed, the capture's status alone says so", afterwards=taken_back("reverse", listed="status"), **TAKEN),
    Fault("reversed, not listed with the order", afterwards=taken_back("reverse", listed="no"), **TAKEN),
    Fault(
        "reversed, not listed and never told",
        afterwards=taken_back("reverse", listed="no", announced=False), **TAKEN,
    ),
    Fault("reversed, and the webhook names the capture alone", afterwards=reversed_by_its_capture, **TAKEN),
    Fault("charged back, not listed", afterwards=taken_back("chargeback", listed="no"), **TAKEN),
    Fault(
        "charged back, and given back by the bank",
        afterwards=taken_back("chargeback", listed="no", undone=True), shown_to_staff=True, seats_stay=True,
    ),
    Fault("dispute: open", afterwards=disputed(), shown_to_staff=True, seats_stay=True),
    Fault("dispute: open, and never told", afterwards=disputed_in_silence, shown_to_staff=True, seats_stay=True),
    Fault(
        "dispute: the seller is right",
        afterwards=disputed("RESOLVED_SELLER_FAVOUR"), shown_to_staff=True, seats_stay=True,
    ),
    Fault("dispute: the buyer is right, listed", afterwards=disputed("RESOLVED_BUYER_FAVOUR"), **TAKEN),
    Fault(
        "dispute: the buyer is right, not listed",
        afterwards=disputed("RESOLVED_BUYER_FAVOUR", channel="EXTERNAL", listed="no"), **TAKEN,
    ),
]  # fmt: skip
UNCLEAR_FAULTS = [*IN_PROGRESS, *ERRORS, *BODIES, *FORGOTTEN_KEYS, *MONEY, *TAKEN_BACK]
