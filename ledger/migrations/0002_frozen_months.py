"""Refuse every write to a closed month and its entries, in the database itself.

A migration that rebuilds these tables on SQLite drops the triggers, and has to call `make_triggers` again.
"""

from django.db import migrations

MONTH, ENTRY = "ledger_month", "ledger_entry"
MESSAGE = "This month is closed."
IS_CLOSED = f"EXISTS (SELECT 1 FROM {MONTH} WHERE id = {{row}}.month_id AND closed_at IS NOT NULL)"
CONDITIONS = {  # by table and event
    (MONTH, "UPDATE"): "OLD.closed_at IS NOT NULL",
    (MONTH, "DELETE"): "OLD.closed_at IS NOT NULL",
    (ENTRY, "INSERT"): IS_CLOSED.format(row="NEW"),
    (ENTRY, "UPDATE"): f"{IS_CLOSED.format(row='OLD')} OR {IS_CLOSED.format(row='NEW')}",
    (ENTRY, "DELETE"): IS_CLOSED.format(row="OLD"),
}


def make_triggers(apps, schema_editor):
    for (table, event), condition in CONDITIONS.items():
        name = f"{table}_{event.lower()}_frozen"
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {condition} BEGIN "
                f"SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
            continue
        row = "OLD" if event == "DELETE" else "NEW"
        schema_editor.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {condition} THEN "
            f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            f"RETURN {row}; END $$"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
        )


def drop_triggers(apps, schema_editor):
    for table, event in CONDITIONS:
        name = f"{table}_{event.lower()}_frozen"
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}()")


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0001_months_and_entries'),
    ]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
    ]
