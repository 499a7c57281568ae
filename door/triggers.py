"""The door's log is append-only, and counted cash stays what it was: the database refuses other writes."""

from charityshop.db.triggers import Trigger
from door.models import DoorEntry, Drawer, Move

APPEND_ONLY = "Entries of the door are never changed or deleted."
ENTRY, DRAWER, MOVE = (model._meta.db_table for model in (DoorEntry, Drawer, Move))
OTHERS = [field.column for field in Move._meta.concrete_fields if field.column != "reason"]
CHANGED = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in OTHERS)

LOG_TRIGGERS = [
    Trigger(f"{ENTRY}_no_update", ENTRY, "UPDATE", APPEND_ONLY),
    Trigger(f"{ENTRY}_no_delete", ENTRY, "DELETE", APPEND_ONLY),
]
CASH_TRIGGERS = [
    Trigger(f"{DRAWER}_frozen", DRAWER, "UPDATE", "A closed drawer never changes.", "OLD.closed_at IS NOT NULL"),
    # Except that its reason, which may name somebody, can be erased.
    Trigger(f"{MOVE}_frozen", MOVE, "UPDATE", "Moves never change.", f"NEW.reason <> '' OR {CHANGED}"),
]
