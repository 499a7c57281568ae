"""Refuse changes and deletions of entries, in the database itself.

A migration that rebuilds the table on SQLite drops the triggers, and has to call `make_triggers` again.
"""

from django.db import migrations

TABLE = "door_entry"
MESSAGE = "Entries of the door are never changed or deleted."
ON_SQLITE = f"""
CREATE TRIGGER {TABLE}_no_{{event}} BEFORE {{event}} ON {TABLE} BEGIN
    SELECT RAISE(ABORT, '{MESSAGE}');
END
"""
FUNCTION = f"""
CREATE OR REPLACE FUNCTION {TABLE}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
TRIGGER = f"""
CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_is_append_only()
"""


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for event in ("update", "delete"):
            schema_editor.execute(ON_SQLITE.format(event=event))
        return
    schema_editor.execute(FUNCTION)
    schema_editor.execute(TRIGGER)


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for event in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_{event}")
        return
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}")
    schema_editor.execute(f"DROP FUNCTION IF EXISTS {TABLE}_is_append_only()")


class Migration(migrations.Migration):

    dependencies = [
        ('door', '0001_nights_and_log'),
    ]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
    ]
