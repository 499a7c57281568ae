"""Erase personal data: old messages, and the messages and audit log entries of deleted accounts.

Names and addresses of deleted accounts are erased; amounts, IDs and dates stay. Only this module changes existing
audit log entries and rendered messages.
"""

import re
from collections.abc import Collection, Iterable
from datetime import timedelta

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from charityshop import audit
from charityshop.models import OutgoingMail

MESSAGE_RETENTION = timedelta(days=90)  # long enough to answer "I never got it"
DELETED = "[deleted]"
FREE_TEXT = ("reason", "problem")  # the additional data of an entry that users typed
MIN_WORD_LENGTH = 3  # shorter names would match too many other words


class Eraser:
    """Replace names in texts, ignoring case. The rest of the text stays."""

    def __init__(self, names: Iterable[str]) -> None:
        longest_first = sorted({name for name in names if len(name) >= MIN_WORD_LENGTH}, key=len, reverse=True)
        pattern = "|".join(re.escape(name) for name in longest_first) or r"(?!)"  # the latter never matches
        self.pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)

    def erase(self, text: str) -> str:
        return self.pattern.sub(DELETED, text)


def known_values(user: Model, *columns: str) -> set[str]:
    """Return the current values of these columns and all former ones in the audit log."""
    former = [
        value
        for entry in audit.entries_about(user)
        for column in columns
        for value in (entry.changes or {}).get(column, ())
    ]
    return {value for value in (*former, *(getattr(user, column) for column in columns)) if value}


def erase_audit_entries(user: Model, *, private: Collection[str], eraser: Eraser, placeholder: str, about: Q) -> None:
    """Erase a user from the audit log: as object, as actor, and by name in entries about what they own.

    `private` lists the user's columns whose values are erased; `about` matches entries about what the user owns. In
    other entries only the actor's address is replaced, because a name there may be someone else's.
    """
    own = Q(content_type=ContentType.objects.get_for_model(user), object_pk=str(user.pk))
    for entry in LogEntry.objects.filter(own).iterator():
        changes = dict(entry.changes or {})
        changes |= {name: [value and DELETED for value in changes[name]] for name in private if name in changes}
        LogEntry.objects.filter(pk=entry.pk).update(object_repr=placeholder, changes=changes)
    for entry in LogEntry.objects.filter(own | about).iterator():
        more = dict(entry.additional_data or {})
        erased = more | {name: eraser.erase(str(more[name])) for name in FREE_TEXT if more.get(name)}
        if erased != more:
            LogEntry.objects.filter(pk=entry.pk).update(additional_data=erased)
    LogEntry.objects.filter(actor_id=user.pk).update(actor_email=placeholder)


def messages_of(owner_id: int) -> "QuerySet[OutgoingMail]":
    """Return an account's messages, including those to former addresses."""
    return OutgoingMail.objects.filter(owner_id=owner_id)


def erase_messages(owner_id: int, placeholder: str) -> None:
    """Erase the contents of an account's messages, and cancel those not sent yet."""
    messages_of(owner_id).update(
        to=placeholder, about="", subject=DELETED, text="", html="", attachments=[], unsubscribe_url="",
        next_try_at=None, last_problem="",
    )  # fmt: skip


def delete_old_messages() -> int:
    """Delete messages that were sent or given up more than 90 days ago. Return how many."""
    over = OutgoingMail.objects.filter(next_try_at=None, created_at__lt=timezone.now() - MESSAGE_RETENTION)
    return over.delete()[0]


def entries_about_rows(model: type[Model], ids: Iterable[int]) -> Q:
    """Return a filter for audit log entries about these rows."""
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=list(ids))
