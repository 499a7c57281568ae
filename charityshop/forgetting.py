"""What was written about people and is not kept: mails after a while, and most of it when an account is deleted.

Of a person who deletes their account names and addresses go; amounts, ids and dates stay. This is the one place that
changes entries of the audit trail and mails that are written.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from charityshop import audit
from charityshop.models import OutgoingMail

MAILS_KEPT_FOR = timedelta(days=90)  # long enough to answer "I never got it"
DELETED = "[deleted]"
SHORTEST_WORD = 3  # letters; a shorter name would take too many other words along


class Eraser:
    """Replaces everything that names a person, whatever its case, and leaves the rest of the text alone."""

    def __init__(self, names: Iterable[str]) -> None:
        words = sorted({name for name in names if len(name) >= SHORTEST_WORD}, key=len, reverse=True)
        pattern = "|".join(re.escape(word) for word in words) or r"(?!)"  # the latter never matches
        self.words = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)

    def text(self, text: str) -> str:
        return self.words.sub(DELETED, text)

    def value(self, value: Any) -> Any:
        """The same in everything that JSON can hold."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {name: self.value(child) for name, child in value.items()}
        return [self.value(child) for child in value] if isinstance(value, list) else value


def known_by(person: Model, *columns: str) -> set[str]:
    """What these columns hold, and all that they ever held as far as the trail knows."""
    former = [
        value
        for entry in audit.entries_about(person)
        for column in columns
        for value in (entry.changes or {}).get(column, ())
    ]
    return {value for value in (*former, *(getattr(person, column) for column in columns)) if value}


def forget_entries(
    person: Model, *, private: Collection[str], eraser: Eraser, emails: Collection[str], stand_in: str, about: Q
) -> None:
    """Overwrite a person in the audit trail. `private` names the columns whose values go wholly, `about` finds the

    entries about what is theirs; those that they wrote, or that hold one of their addresses, are found besides.
    """
    own = Q(content_type=ContentType.objects.get_for_model(person), object_pk=str(person.pk))
    found = own | about | Q(actor_id=person.pk)
    for email in emails:
        found |= Q(object_repr__icontains=email) | Q(changes__icontains=email) | Q(additional_data__icontains=email)
        found |= Q(actor_email__iexact=email)
    for entry in LogEntry.objects.filter(found).iterator():
        is_own = entry.object_pk == str(person.pk) and entry.content_type.model_class() is type(person)
        changes = dict(entry.changes or {})
        if is_own:
            changes |= {name: [value and DELETED for value in changes[name]] for name in private if name in changes}
        wrote_it = entry.actor_id == person.pk or str(entry.actor_email).lower() in {email.lower() for email in emails}
        LogEntry.objects.filter(pk=entry.pk).update(
            object_repr=stand_in if is_own else eraser.text(entry.object_repr),
            changes=eraser.value(changes),
            additional_data=eraser.value(entry.additional_data),
            actor_email=stand_in if wrote_it else entry.actor_email,
        )


def forget_mails(emails: Collection[str], stand_in: str) -> None:
    """Nothing of what was written to them stays, and what waits is not sent any more."""
    to_them = Q()
    for email in emails:
        to_them |= Q(to__iexact=email)
    if emails:
        mails: QuerySet[OutgoingMail] = OutgoingMail.objects.filter(to_them)
        mails.update(
            to=stand_in, about="", subject=DELETED, text="", html="", attachments=[], next_try_at=None, last_problem=""
        )


def forget_old_mails() -> int:
    """Delete what was sent, or given up, a good while ago: it says who was where, and nobody needs it. How many."""
    over = OutgoingMail.objects.filter(next_try_at=None, created_at__lt=timezone.now() - MAILS_KEPT_FOR)
    return over.delete()[0]


def about_rows(model: type[Model], ids: Iterable[int]) -> Q:
    """Entries about these rows."""
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=list(ids))
