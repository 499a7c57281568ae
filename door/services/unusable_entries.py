"""Store what phones sent and the shop can't use. Cash may have been taken for it, so organizers get to see it."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from charityshop.observability import security_log
from door.models import MAX_SENT_LENGTH, Door, Phone, UnusableEntry
from door.sent_entries import Unusable, parse_cash

MAX_PER_PHONE = 1000  # so that a phone that goes mad can't fill the disk
AMOUNTS = ("total", "amount")  # where entries have their cash


def get_digest(sent: Mapping[str, Any], original: object = None) -> str:
    """Return by what an entry is known when it is sent again. `original` is the number that it was made under."""
    return hashlib.sha256(json.dumps([sent, original], sort_keys=True).encode()).hexdigest()


def find_codes(phone: Phone, digests: list[str]) -> dict[str, str]:
    """Return why these entries could not be used when the phone sent them before, by digest."""
    found = UnusableEntry.objects.filter(phone=phone, digest__in=digests)
    return dict(found.values_list("digest", "code"))


def store_unusable(
    phone: Phone,
    sent: Mapping[str, Any],
    *,
    digest: str,
    code: str,
    received_at: datetime,
    door: Door | None = None,
) -> None:
    """Store an entry with its amount, once. Call it with the phone locked."""
    if UnusableEntry.objects.filter(phone=phone).count() >= MAX_PER_PHONE:
        security_log.note("door_too_many_unusable", user=None, phone=phone.public_id)
        return
    UnusableEntry.objects.create(
        door=door or phone.door,
        phone=phone,
        digest=digest,
        code=code,
        amount=find_amount(sent),
        sent=json.dumps(sent, ensure_ascii=False)[:MAX_SENT_LENGTH],
        name=phone.name,
        received_at=received_at,
    )


def find_amount(sent: Mapping[str, Any]) -> Any:
    """Return the cash of an entry, or None if it says no amount that the shop could book."""
    for name in AMOUNTS:
        try:
            return parse_cash(sent[name])
        except (KeyError, Unusable):
            pass
    return None
