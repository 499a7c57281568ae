"""The kinds of faults, and the calls that each may affect."""

CALLS = (
    *("token", "create", "get", "capture", "refund", "verify"),
    *("get_capture", "get_refund", "get_dispute", "list_disputes", "transactions", "any"),
    "message",  # not a call of the shop's, but a webhook
)
KEYED = ("create", "capture", "refund")  # the calls that write; each may have a PayPal-Request-Id
BEFORE = {
    "timeout_before": "no effect: keeps the connection open, then closes it",
    "error_500_before": "no effect: returns 500",
    "rate_limited_429": "no effect: returns 429 with Retry-After (retry_after, seconds)",
    "connection_reset": "no effect: resets the connection",
    "unprocessable": "no effect: returns 422 (issue)",
    "unauthorized_401_before": "no effect: returns 401",
    "forbidden_403_before": "no effect: returns 403 PERMISSION_DENIED",
    "not_found_404_before": "no effect: returns 404 although the resource exists",
    "conflict_409_before": "no effect: returns 409 RESOURCE_CONFLICT",
    "previous_request_in_progress": "no effect, now or later: returns 409 or 422 (status)",
    "refused_before": "no effect: returns any error (status, name, issue)",
    "odd_body_before": "no effect: returns an invalid body (body, status)",
    "expire_tokens": "expires all tokens first",
}
AFTER = {
    "timeout_after": "takes effect, sends nothing, then closes the connection",
    "error_500_after": "takes effect, returns 500",
    "html_body": "takes effect, returns an HTML page with status 200",
    "cut_off_body": "takes effect, sends half of the response",
    "connection_reset_after": "takes effect, then resets the connection",
    "slow": "takes effect, responds after delay seconds",
    "unauthorized_401_after": "takes effect, returns 401",
    "forbidden_403_after": "takes effect, returns 403 PERMISSION_DENIED",
    "not_found_404_after": "takes effect, returns 404",
    "conflict_409_after": "takes effect, returns 409 RESOURCE_CONFLICT",
    "refused_after": "takes effect, returns any error (status, name, issue)",
    "odd_body_after": "takes effect, returns an invalid body (body, status)",
}
PROGRESS = {
    "previous_request_in_progress_later": (
        "returns 409 or 422 (status), takes effect after delay seconds or a number of look-ups (looks, default 1)"
    ),
    "processing": "takes delay seconds to take effect; refuses a second request with the same request ID meanwhile",
}
OUTCOME = {
    "decline": "capture is refused: INSTRUMENT_DECLINED",
    "declined_capture": "capture is created with status DECLINED",
    "pending": "capture or refund is created, and stays PENDING",
}
SHOWN = {
    "wrong_amount": "get shows another amount; capture or refund moves another amount (amount)",
    "wrong_currency": "get shows another currency; capture takes another currency (currency)",
    "wrong_payee": "get shows another payee",
    "wrong_custom_id": "get shows another custom_id",
}
MESSAGES = {"lost": "the webhook is never sent"}
KINDS = {**BEFORE, **AFTER, **PROGRESS, **OUTCOME, **SHOWN, **MESSAGES}
CAPTURE_OUTCOMES = frozenset({*OUTCOME, "wrong_amount", "wrong_currency"})
REFUND_OUTCOMES = frozenset({"pending", "wrong_amount"})
ONLY_FOR: dict[str, frozenset[str]] = {  # the other kinds apply to every call
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
