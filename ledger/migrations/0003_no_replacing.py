"""Refuse INSERT OR REPLACE and UPDATE OR REPLACE of a closed month and its entries on SQLite.

SQLite deletes the replaced rows without running the triggers on DELETE of 0002. PostgreSQL has no such statements. A
migration that rebuilds these tables on SQLite drops the triggers, and has to call `make_triggers` again.
"""

from django.db import migrations

REPLACED = {
    "ledger_month": "SELECT 1 FROM ledger_month WHERE (id = NEW.id OR first_day = NEW.first_day)",
    "ledger_entry": "SELECT 1 FROM ledger_entry JOIN ledger_month ON ledger_month.id = month_id "
    "WHERE (ledger_entry.id = NEW.id OR public_id = NEW.public_id)",
}


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table, rows in REPLACED.items():
            for event in ("INSERT", "UPDATE"):
                schema_editor.execute(
                    f"CREATE TRIGGER {table}_{event.lower()}_no_replacing BEFORE {event} ON {table} "
                    f"WHEN EXISTS ({rows} AND closed_at IS NOT NULL) BEGIN "
                    "SELECT RAISE(ABORT, 'This month is closed.'); END"
                )


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table in REPLACED:
            for event in ("INSERT", "UPDATE"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{event.lower()}_no_replacing")


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0002_frozen_months'),
    ]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
    ]
