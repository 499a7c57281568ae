"""Nothing changes in a closed month: the database refuses every write to it and its entries."""

from charityshop.db.triggers import Event, Trigger

MONTH, ENTRY = "ledger_month", "ledger_entry"
MESSAGE = "This month is closed."
OLD_IS_CLOSED = "EXISTS (SELECT 1 FROM ledger_month WHERE id = OLD.month_id AND closed_at IS NOT NULL)"
NEW_IS_CLOSED = "EXISTS (SELECT 1 FROM ledger_month WHERE id = NEW.month_id AND closed_at IS NOT NULL)"
FROZEN: list[tuple[str, Event, str]] = [
    (MONTH, "UPDATE", "OLD.closed_at IS NOT NULL"),
    (MONTH, "DELETE", "OLD.closed_at IS NOT NULL"),
    (ENTRY, "INSERT", NEW_IS_CLOSED),
    (ENTRY, "UPDATE", f"{OLD_IS_CLOSED} OR {NEW_IS_CLOSED}"),
    (ENTRY, "DELETE", OLD_IS_CLOSED),
]
# SQLite's INSERT OR REPLACE and UPDATE OR REPLACE delete the replaced rows without their triggers on DELETE.
SAME_MONTH = "SELECT 1 FROM ledger_month WHERE (id = NEW.id OR first_day = NEW.first_day)"
SAME_ENTRY = (
    "SELECT 1 FROM ledger_entry JOIN ledger_month ON ledger_month.id = month_id "
    "WHERE (ledger_entry.id = NEW.id OR public_id = NEW.public_id)"
)
REPLACING: list[tuple[str, Event, str]] = [
    (MONTH, "INSERT", SAME_MONTH),
    (MONTH, "UPDATE", SAME_MONTH),
    (ENTRY, "INSERT", SAME_ENTRY),
    (ENTRY, "UPDATE", SAME_ENTRY),
]
LEDGER_TRIGGERS = [
    *(
        Trigger(f"{table}_{event.lower()}_frozen", table, event, MESSAGE, condition)
        for table, event, condition in FROZEN
    ),
    *(
        Trigger(
            f"{table}_{event.lower()}_no_replacing",
            table,
            event,
            MESSAGE,
            f"EXISTS ({rows} AND closed_at IS NOT NULL)",
            only_sqlite=True,
        )
        for table, event, rows in REPLACING
    ),
]
