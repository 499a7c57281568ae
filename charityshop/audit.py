"""The audit log: who changed what and when, with the values before and after.

Services write entries in the transaction of the change they describe. There are no signal handlers, so calls that
log nothing, such as placing an order, have no overhead.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.db.models.signals import pre_delete, pre_save

Values = Mapping[str, object]
THE_SHOP = "the shop"  # the actor of commands and webhooks
CREATED, CHANGED, DELETED = LogEntry.Action.CREATE, LogEntry.Action.UPDATE, LogEntry.Action.DELETE


class AppendOnly(Exception):
    """An attempt to change or delete an entry of the audit log."""


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
    """Write one entry, with a single INSERT. `did` says what happened, for example "refund requested".

    `before` and `after` map the same names to values; equal values are omitted. `more` contains further data such as
    `reason` or `amount`, without those that are None. `by` is the actor, or None for the shop itself.
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
    entry.save(force_insert=True)


def differences(before: Values, after: Values) -> dict[str, list[str]]:
    """Return the changed values as [before, after] by name."""
    pairs = {name: [as_text(before.get(name)), as_text(after.get(name))] for name in [*before, *after]}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def as_text(value: object) -> str:
    """Format a value for an entry: money with two decimals, datetimes in UTC, None as an empty string."""
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
    """Return the current values of these columns, for `before` or `after`."""
    return {name: getattr(row, name) for name in names}


def entries_about(target: Model) -> "QuerySet[LogEntry]":
    """Return the entries about an object, oldest first."""
    kind = ContentType.objects.get_for_model(target)
    found: QuerySet[LogEntry] = LogEntry.objects.filter(content_type=kind, object_pk=str(target.pk))
    return found.order_by("timestamp", "pk")


# --- Append-only -----------------------------------------------------------------------------------------------------


def make_append_only() -> None:
    """Make entries append-only by rejecting saves and deletions of existing ones.

    `QuerySet.update` and SQL bypass these signal receivers; only charityshop.erasure uses the former.
    """
    pre_save.connect(refuse_change, sender=LogEntry, dispatch_uid="audit log: no change")
    pre_delete.connect(refuse_deletion, sender=LogEntry, dispatch_uid="audit log: no deletion")


def refuse_change(sender: type[Model], instance: Model, **kwargs: object) -> None:
    if not instance._state.adding:
        raise AppendOnly("The audit log is append-only.")


def refuse_deletion(sender: type[Model], instance: Model, **kwargs: object) -> None:
    raise AppendOnly("The audit log is append-only.")
