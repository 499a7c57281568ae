"""Refuse changes of closed drawers and of moves: what was counted must stay what it was."""

from django.db import migrations

REFUSED = {  # the reason by table and the condition for a row
    "door_drawer": ("A closed drawer never changes.", "OLD.closed_at IS NOT NULL"),
    "door_move": ("Moves never change.", ""),
}


def make_triggers(apps, schema_editor):
    for table, (reason, condition) in REFUSED.items():
        when = f"WHEN ({condition})" if condition else ""
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_frozen BEFORE UPDATE ON {table} {when} BEGIN "
                f"SELECT RAISE(ABORT, '{reason}'); END"
            )
            continue
        schema_editor.execute(
            f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{reason}'; END $$"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {table}_frozen BEFORE UPDATE ON {table} FOR EACH ROW {when} "
            f"EXECUTE FUNCTION {table}_refuse()"
        )


def drop_triggers(apps, schema_editor):
    for table in REFUSED:
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_frozen")
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_frozen ON {table}")
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {table}_refuse()")


class Migration(migrations.Migration):

    dependencies = [
        ('door', '0003_till'),
    ]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
    ]
