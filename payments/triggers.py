"""The journal is append-only, and a closed month stays as it is. The database refuses everything else."""

from charityshop.db.triggers import Trigger

TRANSFER, ENTRY, MONTH = "payments_transfer", "payments_ledgerentry", "payments_closedmonth"
APPEND_ONLY = "Transfers never change. Correct them with other ones."
IS_CLOSED = "This month is closed."
IS_ON_CLOSED_DAY = "EXISTS (SELECT 1 FROM payments_closedmonth WHERE last_day >= NEW.day)"
KEPT_COLUMNS = ("id", "public_id", "kind", "by_id", "corrects", "occurrence_id", "created_at")
IS_CHANGED_ENTRY = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in KEPT_COLUMNS)
IS_REWRITTEN = "NEW.text NOT IN (OLD.text, '') OR NEW.receipt NOT IN (OLD.receipt, '')"  # both may be emptied
HAS_CLOSED_DAY = (
    "EXISTS (SELECT 1 FROM payments_transfer JOIN payments_closedmonth ON last_day >= day WHERE entry_id = OLD.id)"
)
CHANGES_CLOSED = f"{HAS_CLOSED_DAY} AND ({IS_CHANGED_ENTRY} OR {IS_REWRITTEN})"
# SQLite's INSERT OR REPLACE and UPDATE OR REPLACE delete the replaced rows without their triggers on DELETE.
REPLACES_TRANSFER = (
    "EXISTS (SELECT 1 FROM payments_transfer WHERE id = NEW.id OR number = NEW.number AND (refund_id = NEW.refund_id "
    "OR entry_id = NEW.entry_id OR payment_id = NEW.payment_id AND refund_id IS NULL AND NEW.refund_id IS NULL))"
)
REPLACES_ENTRY = "EXISTS (SELECT 1 FROM payments_ledgerentry WHERE id = NEW.id OR public_id = NEW.public_id)"
REPLACES_MONTH = "EXISTS (SELECT 1 FROM payments_closedmonth WHERE id = NEW.id OR last_day = NEW.last_day)"
JOURNAL_TRIGGERS = [
    Trigger(f"{TRANSFER}_no_update", TRANSFER, "UPDATE", APPEND_ONLY),
    Trigger(f"{TRANSFER}_no_delete", TRANSFER, "DELETE", APPEND_ONLY),
    Trigger(f"{TRANSFER}_insert_open", TRANSFER, "INSERT", IS_CLOSED, IS_ON_CLOSED_DAY),
    Trigger(f"{TRANSFER}_no_replacing", TRANSFER, "INSERT", APPEND_ONLY, REPLACES_TRANSFER, only_sqlite=True),
    Trigger(f"{ENTRY}_no_delete", ENTRY, "DELETE", "Entries of the ledger are corrected, not deleted."),
    Trigger(f"{ENTRY}_update_open", ENTRY, "UPDATE", IS_CLOSED, CHANGES_CLOSED),
    Trigger(f"{ENTRY}_no_replacing", ENTRY, "INSERT", IS_CLOSED, REPLACES_ENTRY, only_sqlite=True),
    Trigger(f"{MONTH}_no_update", MONTH, "UPDATE", IS_CLOSED),
    Trigger(f"{MONTH}_no_delete", MONTH, "DELETE", IS_CLOSED),
    Trigger(f"{MONTH}_no_replacing", MONTH, "INSERT", IS_CLOSED, REPLACES_MONTH, only_sqlite=True),
]
