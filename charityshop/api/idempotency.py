"""Return the earlier result when a request is repeated with the same `Idempotency-Key` header."""

import hashlib
import json
from dataclasses import dataclass

from django.db import IntegrityError
from rest_framework.request import Request

from charityshop.db.transactions import Conflict
from charityshop.exceptions import BadRequest, DomainError
from charityshop.models import HandledRequest

MAX_LENGTH = 200


@dataclass(frozen=True, slots=True)
class RequestKey:
    """An `Idempotency-Key` header and a hash of what the request asks for."""

    key: str
    body_hash: str


def get_request_key(request: Request) -> RequestKey | None:
    """Return the request's key with a hash of its path and body, or None if it has no key.

    The slash at the end of a path is optional, so it makes no other request.
    """
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key:
        return None
    if len(key) > MAX_LENGTH:
        raise BadRequest(f"The Idempotency-Key may have {MAX_LENGTH} characters at most.")
    content = request.path.rstrip("/") + json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return RequestKey(key=key, body_hash=hashlib.sha256(content.encode()).hexdigest())


def get_earlier_result(request_key: RequestKey | None, *, owner_id: int) -> list[str] | None:
    """Return the IDs that the same request created before, or None if it is new.

    Call this in the transaction that handles the request, after locking the account, or the order that it is about.
    Otherwise two equal requests at once could both be new. Raise DomainError (`key_reused`) if the key belongs to
    another request.
    """
    if request_key is None:
        return None
    earlier = HandledRequest.objects.filter(owner_id=owner_id, key=request_key.key).first()
    if earlier is None:
        return None
    refuse_another_request(request_key, earlier.body_hash)
    return earlier.result.split()


def refuse_another_request(request_key: RequestKey, body_hash: str) -> None:
    """Raise DomainError if this hash, which was stored with the key, is of another request."""
    if request_key.body_hash != body_hash:
        message = "This Idempotency-Key was used for another request. Send a new one."
        raise DomainError(message, code="key_reused")


def store_result(request_key: RequestKey | None, *, owner_id: int, result: list[str]) -> None:
    """Store the IDs of what this request created, in the same transaction.

    Raise Conflict if another request with this key was handled at the same time: the next attempt finds it.
    """
    if request_key is None:
        return
    try:
        HandledRequest.objects.create(
            owner_id=owner_id, key=request_key.key, body_hash=request_key.body_hash, result=" ".join(result)
        )
    except IntegrityError:
        raise Conflict from None
