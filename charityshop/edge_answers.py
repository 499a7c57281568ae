"""What the edge itself answers, before Django: in the shape of the shop's other refusals."""

import json
from http import HTTPStatus

from django.conf import settings

from charityshop.arriving import Refused

TOO_MANY = Refused(
    503, "Service Unavailable", "busy", "Too many people are here at once. Nothing was changed; try again in a moment."
)
NO_ROOM = Refused(
    503,
    "Service Unavailable",
    "disk_full",
    "The shop cannot store anything right now. Nothing was changed; try again later.",
)


def answer_to(refusal: Refused) -> bytes:
    return edge_answer(refusal.status, refusal.reason, refusal.code, str(refusal))


def edge_answer(status: int, reason: str, code: str, message: str) -> bytes:
    """An answer that never saw Django, in the shape of the shop's other refusals."""
    body = json.dumps({"message": message, "code": code}).encode()
    hsts = f"Strict-Transport-Security: max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
    head = [
        f"HTTP/1.1 {status} {reason}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "X-Content-Type-Options: nosniff",
        f"Content-Security-Policy: {settings.DATA_POLICY}",
        *([hsts] if settings.SECURE_HSTS_SECONDS else []),
        "Cache-Control: no-store",
        "Connection: close",
        *(["Retry-After: 5"] if status == HTTPStatus.SERVICE_UNAVAILABLE else []),
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body
