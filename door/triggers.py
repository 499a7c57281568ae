"""The door's log is append-only, and counted cash stays what it was: the database refuses other writes."""

from django.db.models import Model

from charityshop.db.triggers import Trigger
from door.models import DoorEntry, Drawer, Move

APPEND_ONLY = "Entries of the door are never changed or deleted."
ENTRY, DRAWER, MOVE = (model._meta.db_table for model in (DoorEntry, Drawer, Move))


def changed(model: type[Model], *erasable: str) -> str:
    """Return a condition in SQL: a change other than erasing texts, which may name somebody."""
    columns = [field.column for field in model._meta.concrete_fields]
    may_be_empty = {column: f"NEW.{column} <> '' AND " if column in erasable else "" for column in columns}
    return " OR ".join(f"({start}NEW.{name} IS DISTINCT FROM OLD.{name})" for name, start in may_be_empty.items())


LOG_TRIGGERS = [
    Trigger(f"{ENTRY}_no_update", ENTRY, "UPDATE", APPEND_ONLY, changed(DoorEntry, "name", "note")),
    Trigger(f"{ENTRY}_no_delete", ENTRY, "DELETE", APPEND_ONLY),
]
CASH_TRIGGERS = [
    Trigger(f"{DRAWER}_frozen", DRAWER, "UPDATE", "A closed drawer never changes.", "OLD.closed_at IS NOT NULL"),
    Trigger(f"{MOVE}_frozen", MOVE, "UPDATE", "Moves never change.", changed(Move, "reason")),
]
