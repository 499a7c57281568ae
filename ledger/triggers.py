"""A closed month stays as it was closed: the database refuses everything else."""

from charityshop.db.triggers import Trigger

MONTH = "ledger_month"
MESSAGE = "This month is closed."
REPLACES = "EXISTS (SELECT 1 FROM ledger_month WHERE id = NEW.id OR first_day = NEW.first_day)"
LEDGER_TRIGGERS = [
    Trigger(f"{MONTH}_no_update", MONTH, "UPDATE", MESSAGE),
    Trigger(f"{MONTH}_no_delete", MONTH, "DELETE", MESSAGE),
    # SQLite's INSERT OR REPLACE deletes the replaced row without its triggers on DELETE.
    Trigger(f"{MONTH}_no_replacing", MONTH, "INSERT", MESSAGE, REPLACES, only_sqlite=True),
]
