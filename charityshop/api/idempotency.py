"""Read `Idempotency-Key` headers."""

import hashlib
import json

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from charityshop.db.idempotency import RequestKey
from charityshop.exceptions import BadRequest

MAX_LENGTH = 200
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A random key: repeating the request with it returns the first result instead of doing it again.",
)


def get_request_key(request: Request, *, about: str = "") -> RequestKey | None:
    """Return the request's key with a hash of its body, or None if it has no key.

    `about` is what the path names, such as a booking's ID, if the body doesn't name it.
    """
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key:
        return None
    if len(key) > MAX_LENGTH:
        raise BadRequest(f"The Idempotency-Key may have {MAX_LENGTH} characters at most.")
    content = about + json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return RequestKey(key=key, body_hash=hashlib.sha256(content.encode()).hexdigest())
