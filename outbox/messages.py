"""Transactional outbox: messages commit with the change they report; `upkeep` writes and sends them.

None is lost or sent for a change that was rolled back, and no request waits for a mail server or for Discord.
"""

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from outbox.erasure import ERASED
from outbox.models import Outgoing

log = logging.getLogger(__name__)
DEFAULT_LIFETIME = timedelta(days=7)
CLAIM_DURATION = timedelta(minutes=10)  # longer than sending takes; after a crash, another process sends the message
WRITERS: dict[str, dict[str, str]] = {channel: {} for channel in Outgoing.Channel.values}
"""Dotted paths of functions by channel and kind, which write a message before each try to send it.

They get the message, and raise NothingToSend if what it is `about` is no longer true. They return the content of an
email, or the text of a post. Emails without a function say what is in their `data`. Apps register theirs.
"""


class NothingToSend(Exception):
    """Raised by a function in `WRITERS`: what the message is about is over, or no longer true."""


def store(message: Outgoing, useful_for: timedelta, *, due_in: timedelta = timedelta(0)) -> Outgoing:
    if not connection.in_atomic_block:
        raise RuntimeError("Post a message in the transaction of the change that it reports.")
    now = timezone.now()
    message.created_at, message.next_try_at, message.give_up_at = now, now + due_in, now + useful_for
    message.save(force_insert=True)
    return message


def list_waiting(channel: str, kind: str, about: str) -> list[Outgoing]:
    """Return the messages of this kind that wait, locked."""
    return list(lock_waiting(channel=channel, kind=kind, about=about))


def lock_waiting(**fields: Any) -> QuerySet[Outgoing]:
    """Filter messages that wait: nobody has begun to write them, or they were put off.

    They are locked, so that nobody begins before this change is committed.
    """
    waiting = Outgoing.objects.filter(**fields, next_try_at__isnull=False)
    return waiting.filter(Q(attempts=0) | ~Q(last_problem="")).select_for_update().order_by("pk")


def write(message: Outgoing) -> Any:
    """Return what the function in `WRITERS` writes now, or None if the message is about nothing that may change."""
    path = WRITERS[message.channel].get(message.kind) if message.about else None
    return import_string(path)(message) if path else None


@in_one_transaction
def send_again(*, message_ids: Iterable[int], by: Any) -> int:
    """Queue these messages again and return how many. Secret ones, and those of deleted accounts, are left out."""
    rows = Outgoing.objects.select_for_update().filter(pk__in=list(message_ids)).exclude(is_secret=True).exclude(ERASED)
    now = timezone.now()
    messages = list(rows.order_by("pk"))
    for message in messages:
        before = {"state": message.state}
        message.next_try_at, message.give_up_at = now, now + DEFAULT_LIFETIME
        message.attempts, message.last_problem = 0, ""
        message.save(update_fields=["next_try_at", "give_up_at", "attempts", "last_problem"])
        audit.record("message sent again", message, by=by, before=before, after={"state": message.state})
    return len(messages)
