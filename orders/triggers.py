"""The journal is append-only, and nothing is added to a closed month: the database refuses everything else."""

from charityshop.db.triggers import Trigger

TRANSFER = "orders_transfer"
APPEND_ONLY = "Transfers never change. Correct them with other ones."
IS_CLOSED = "EXISTS (SELECT 1 FROM orders_booksclosed WHERE through >= NEW.day)"
# SQLite's INSERT OR REPLACE deletes the replaced rows without their triggers on DELETE.
REPLACES = (
    "EXISTS (SELECT 1 FROM orders_transfer WHERE id = NEW.id OR number = NEW.number "
    "AND (refund_id = NEW.refund_id OR payment_id = NEW.payment_id AND refund_id IS NULL AND NEW.refund_id IS NULL))"
)
JOURNAL_TRIGGERS = [
    Trigger(f"{TRANSFER}_no_update", TRANSFER, "UPDATE", APPEND_ONLY),
    Trigger(f"{TRANSFER}_no_delete", TRANSFER, "DELETE", APPEND_ONLY),
    Trigger(f"{TRANSFER}_insert_open", TRANSFER, "INSERT", "This month is closed.", IS_CLOSED),
    Trigger(f"{TRANSFER}_no_replacing", TRANSFER, "INSERT", APPEND_ONLY, REPLACES, only_sqlite=True),
]
