"""Erase the audit log entries of deleted accounts, and names in texts.

Names and addresses are erased; amounts, IDs and dates stay. Only this module changes existing audit log entries.
"""

import re
from collections.abc import Collection, Iterable

from auditlog.models import LogEntry
from django.contrib.admin.models import LogEntry as ConsoleEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from charityshop import audit
from charityshop.text import fold

DELETED = "[deleted]"
TYPED = ("reason", "problem", "message", "text")  # the values of an entry that somebody typed, or PayPal wrote
NOTES = ("note",)  # those about a person alone, which are erased as a whole
MIN_WORD_LENGTH = 3  # shorter names would match too many other words


class Eraser:
    """Replace names in texts, ignoring case, accents and invisible characters. The rest of the text stays."""

    def __init__(self, names: Iterable[str]) -> None:
        folded = {fold(name).strip() for name in names}
        longest_first = sorted((name for name in folded if len(name) >= MIN_WORD_LENGTH), key=len, reverse=True)
        patterns = (r"\s+".join(map(re.escape, name.split())) for name in longest_first)
        pattern = "|".join(patterns) or r"(?!)"  # the latter never matches
        self.pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")

    def erase(self, text: str) -> str:
        folded = [fold(character) for character in text]
        # The position in the text of each folded character, and of the end.
        origin = [position for position, part in enumerate(folded) for _ in part] + [len(text)]
        erased, rest = "", 0
        for found in self.pattern.finditer("".join(folded)):
            erased += text[rest : origin[found.start()]] + DELETED
            rest = origin[found.end()]
        return erased + text[rest:]


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
    kind = ContentType.objects.get_for_model(user)
    own = Q(content_type=kind, object_pk=str(user.pk))
    for entry in LogEntry.objects.filter(own).iterator():
        changes = dict(entry.changes or {})
        changes |= {name: [value and DELETED for value in changes[name]] for name in private if name in changes}
        LogEntry.objects.filter(pk=entry.pk).update(object_repr=placeholder, changes=changes)
    erase_typed_texts(own | about, eraser)
    LogEntry.objects.filter(actor_id=user.pk).update(actor_email=placeholder)
    ConsoleEntry.objects.filter(content_type=kind, object_id=str(user.pk)).update(object_repr=placeholder)


def erase_typed_texts(entries: Q, eraser: Eraser | None = None) -> None:
    """Erase names in texts of these audit log entries, and notes as a whole. Without an eraser, erase whole texts."""
    for entry in LogEntry.objects.filter(entries).iterator():
        more, changes = dict(entry.additional_data or {}), dict(entry.changes or {})
        erased = {name: erase_text(str(more[name]), name, eraser) for name in (*TYPED, *NOTES) if more.get(name)}
        changed = {
            name: [erase_text(value, name, eraser) for value in changes[name]] for name in TYPED if name in changes
        }
        if (more | erased, changes | changed) != (more, changes):
            LogEntry.objects.filter(pk=entry.pk).update(additional_data=more | erased, changes=changes | changed)


def erase_text(text: str, name: str, eraser: Eraser | None) -> str:
    if eraser is None or name in NOTES:
        return text and DELETED
    return eraser.erase(text)


def entries_about_rows(model: type[Model], ids: Iterable[int]) -> Q:
    """Return a filter for audit log entries about these rows."""
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=list(ids))
