"""The journal of dates is append-only as long as its dates exist. The database refuses everything else."""

from charityshop.db.triggers import Trigger

HISTORY = "events_datechange"
APPEND_ONLY = "What happened to a date never changes."
HAS_DATE = "EXISTS (SELECT 1 FROM events_occurrence WHERE id = OLD.occurrence_id)"
REPLACES = "EXISTS (SELECT 1 FROM events_datechange WHERE id = NEW.id)"
DATE_TRIGGERS = [
    Trigger(f"{HISTORY}_no_update", HISTORY, "UPDATE", APPEND_ONLY),
    Trigger(f"{HISTORY}_no_delete", HISTORY, "DELETE", APPEND_ONLY, HAS_DATE),
    Trigger(f"{HISTORY}_no_replacing", HISTORY, "INSERT", APPEND_ONLY, REPLACES, only_sqlite=True),
]
