"""Everything that can be made to go wrong, and at which calls."""

CALLS = (
    *("token", "create", "get", "capture", "refund", "verify"),
    *("get_capture", "get_refund", "get_dispute", "list_disputes", "transactions", "any"),
    "message",  # not a call of the shop's: what PayPal sends to it
)
KEYED = ("create", "capture", "refund")  # the calls that change something; each may carry a PayPal-Request-Id
BEFORE = {
    "timeout_before": "holds the line without effect, then closes it",
    "error_500_before": "answers 500 without effect",
    "rate_limited_429": "answers 429 with Retry-After (retry_after, seconds)",
    "connection_reset": "resets the connection without effect",
    "unprocessable": "answers 422 (issue names it) without effect",
    "unauthorized_401_before": "answers 401 without effect",
    "forbidden_403_before": "answers 403 PERMISSION_DENIED without effect",
    "not_found_404_before": "answers 404 without effect, although it exists",
    "conflict_409_before": "answers 409 RESOURCE_CONFLICT without effect",
    "previous_request_in_progress": "answers 409 or 422 (status) without effect, now or later",
    "refused_before": "answers any error (status, name, issue) without effect",
    "odd_body_before": "answers a body that makes no sense (body, status) without effect",
    "expire_tokens": "every token given so far runs out first",
}
AFTER = {
    "timeout_after": "takes effect, never answers, then closes the line",
    "error_500_after": "takes effect, answers 500",
    "html_body": "takes effect, answers a page of HTML with status 200",
    "cut_off_body": "takes effect, sends half of the answer",
    "connection_reset_after": "takes effect, then resets the connection",
    "slow": "takes effect, answers after delay seconds",
    "unauthorized_401_after": "takes effect, answers 401",
    "forbidden_403_after": "takes effect, answers 403 PERMISSION_DENIED",
    "not_found_404_after": "takes effect, answers 404",
    "conflict_409_after": "takes effect, answers 409 RESOURCE_CONFLICT",
    "refused_after": "takes effect, answers any error (status, name, issue)",
    "odd_body_after": "takes effect, answers a body that makes no sense (body, status)",
}
PROGRESS = {
    "previous_request_in_progress_later": (
        "answers 409 or 422 (status), takes effect after delay seconds or so many look-ups (looks, else 1)"
    ),
    "processing": "takes delay seconds to take effect; a second request with its request id is refused meanwhile",
}
OUTCOME = {
    "decline": "capture is refused: INSTRUMENT_DECLINED",
    "declined_capture": "capture is made, and its status is DECLINED",
    "pending": "capture or refund is made, and stays PENDING",
}
SHOWN = {
    "wrong_amount": "get shows another amount; capture or refund moves another amount (amount)",
    "wrong_currency": "get shows another currency; capture takes another currency (currency)",
    "wrong_payee": "get shows another payee",
    "wrong_custom_id": "get shows another custom_id",
}
MESSAGES = {"lost": "the message is never sent"}
KINDS = {**BEFORE, **AFTER, **PROGRESS, **OUTCOME, **SHOWN, **MESSAGES}
CAPTURE_OUTCOMES = frozenset({*OUTCOME, "wrong_amount", "wrong_currency"})
REFUND_OUTCOMES = frozenset({"pending", "wrong_amount"})
ONLY_FOR: dict[str, frozenset[str]] = {  # the other kinds fit every call
    "decline": frozenset({"capture"}),
    "declined_capture": frozenset({"capture"}),
    "pending": frozenset({"capture", "refund"}),
    "previous_request_in_progress": frozenset({*KEYED, "any"}),
    "previous_request_in_progress_later": frozenset(KEYED),
    "processing": frozenset(KEYED),
    "wrong_amount": frozenset({"get", "get_capture", "get_refund", "capture", "refund"}),
    "wrong_currency": frozenset({"get", "get_capture", "capture"}),
    "wrong_payee": frozenset({"get", "get_capture"}),
    "wrong_custom_id": frozenset({"get", "get_capture"}),
    "expire_tokens": frozenset(CALLS) - {"token", "message"},
    "lost": frozenset({"message"}),
}
EVERY_CALL = frozenset(CALLS) - {"message"}
