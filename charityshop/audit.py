"""The audit trail: who did what to what, when, and how it was before and after.

Services write it, inside the transaction of what they did: an entry is there exactly when its deed is. Nothing is
written by signals, so a call that has nothing to say here, such as placing an order, costs nothing here.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.db.models.signals import pre_delete, pre_save

from charityshop.prepared import insert

Values = Mapping[str, object]
THE_SHOP = "the shop"  # who acts when nobody does: a command, or what PayPal told
CREATED, CHANGED, DELETED = LogEntry.Action.CREATE, LogEntry.Action.UPDATE, LogEntry.Action.DELETE


class AppendOnly(Exception):
    """Somebody tried to change or delete an entry of the audit trail."""


def record(
    did: str,
    target: Model,
    *,
    by: Any | None,
    before: Values | None = None,
    after: Values | None = None,
    action: int = CHANGED,
    **more: object,
) -> None:
    """Write one entry: one INSERT. `did` is what happened, as people say it: "refund requested".

    `before` and `after` hold the same names; what is equal in both is left out. `more` is what else there is to know
    (`reason`, `amount`), and None in it is left out. `by` is the person who acts, or None for the shop itself.
    """
    entry = LogEntry(
        content_type=ContentType.objects.get_for_model(target),
        object_pk=str(target.pk),
        object_id=target.pk if isinstance(target.pk, int) else None,
        object_repr=str(target)[:200],
        action=action,
        changes=differences(before or {}, after or {}),
        actor_id=by.pk if by else None,
        actor_email=by.email if by else THE_SHOP,
        additional_data={"did": did} | {name: as_text(value) for name, value in more.items() if value is not None},
    )
    insert([entry])


def differences(before: Values, after: Values) -> dict[str, list[str]]:
    """What changed, as [before, after] by name."""
    pairs = {name: [as_text(before.get(name)), as_text(after.get(name))] for name in [*before, *after]}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def as_text(value: object) -> str:
    """Money with two places, moments in UTC, nothing as an empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return str(value)


def columns(row: Model, names: tuple[str, ...]) -> dict[str, object]:
    """These columns as they are now, to be held against what they are after."""
    return {name: getattr(row, name) for name in names}


def entries_about(target: Model) -> "QuerySet[LogEntry]":
    """Oldest first."""
    kind = ContentType.objects.get_for_model(target)
    found: QuerySet[LogEntry] = LogEntry.objects.filter(content_type=kind, object_pk=str(target.pk))
    return found.order_by("timestamp", "pk")


# --- Append-only -----------------------------------------------------------------------------------------------------


def guard() -> None:
    """Refuse every change of an entry that is written, from the console, from a shell, or by mistake.

    These two receivers stand in the way of Django's every save and delete, on any database. What goes past the models
    is `QuerySet.update` and SQL; only charityshop.erasure uses the former.
    """
    pre_save.connect(refuse_change, sender=LogEntry, dispatch_uid="audit trail: no change")
    pre_delete.connect(refuse_deletion, sender=LogEntry, dispatch_uid="audit trail: no deletion")


def refuse_change(sender: type[Model], instance: Model, **kwargs: object) -> None:
    if not instance._state.adding:
        raise AppendOnly("The audit trail is only ever added to.")


def refuse_deletion(sender: type[Model], instance: Model, **kwargs: object) -> None:
    raise AppendOnly("The audit trail is only ever added to.")
