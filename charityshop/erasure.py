"""What was written about people and is not kept: mails after a while, and most of it when an account is deleted.

Of a person who deletes their account names and addresses go; amounts, ids and dates stay. This is the one place that
changes entries of the audit trail and mails that are written.
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
FREE_TEXT = ("reason", "problem")  # what of an entry's further data somebody wrote; all else is facts
MIN_WORD_LENGTH = 3  # letters; a shorter name would take too many other words along


class Eraser:
    """Replaces everything that names a person, whatever its case, and leaves the rest of the text alone."""

    def __init__(self, names: Iterable[str]) -> None:
        words = sorted({name for name in names if len(name) >= MIN_WORD_LENGTH}, key=len, reverse=True)
        pattern = "|".join(re.escape(word) for word in words) or r"(?!)"  # the latter never matches
        self.words = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)

    def text(self, text: str) -> str:
        return self.words.sub(DELETED, text)


def known_values(user: Model, *columns: str) -> set[str]:
    """What these columns hold, and all that they ever held as far as the trail knows."""
    former = [
        value
        for entry in audit.entries_about(user)
        for column in columns
        for value in (entry.changes or {}).get(column, ())
    ]
    return {value for value in (*former, *(getattr(user, column) for column in columns)) if value}


def erase_audit_entries(user: Model, *, private: Collection[str], eraser: Eraser, placeholder: str, about: Q) -> None:
    """Erase an account from the audit log: who it was, wherever it acted, and what names it in entries about its own.

    `private` names the account's columns whose values go altogether; `about` finds the entries about what it owns. In
    entries about anything else only the actor's address is replaced, whoever else is called alike.
    """
    own = Q(content_type=ContentType.objects.get_for_model(user), object_pk=str(user.pk))
    for entry in LogEntry.objects.filter(own).iterator():
        changes = dict(entry.changes or {})
        changes |= {name: [value and DELETED for value in changes[name]] for name in private if name in changes}
        LogEntry.objects.filter(pk=entry.pk).update(object_repr=placeholder, changes=changes)
    for entry in LogEntry.objects.filter(own | about).iterator():
        more = dict(entry.additional_data or {})
        erased = more | {name: eraser.text(str(more[name])) for name in FREE_TEXT if more.get(name)}
        if erased != more:
            LogEntry.objects.filter(pk=entry.pk).update(additional_data=erased)
    LogEntry.objects.filter(actor_id=user.pk).update(actor_email=placeholder)


def messages_of(owner_id: int) -> "QuerySet[OutgoingMail]":
    """An account's mails, whatever address they went to."""
    return OutgoingMail.objects.filter(owner_id=owner_id)


def erase_messages(owner_id: int, placeholder: str) -> None:
    """Empty the mails of an account; those that wait are not sent any more."""
    messages_of(owner_id).update(
        to=placeholder, about="", subject=DELETED, text="", html="", attachments=[], next_try_at=None, last_problem=""
    )


def delete_old_messages() -> int:
    """Delete what was sent, or given up, a good while ago: it says who was where, and nobody needs it. How many."""
    over = OutgoingMail.objects.filter(next_try_at=None, created_at__lt=timezone.now() - MESSAGE_RETENTION)
    return over.delete()[0]


def entries_about_rows(model: type[Model], ids: Iterable[int]) -> Q:
    """Entries about these rows."""
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=list(ids))
