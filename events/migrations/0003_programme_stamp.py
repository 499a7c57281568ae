"""Add a stamp that database triggers change with every write to an event or a date."""

from django.db import migrations, models

TABLES = ("events_event", "events_occurrence")
STAMP = "events_programmestamp"
ON_SQLITE = f"""
CREATE TRIGGER {{table}}_{{event}}_stamps AFTER {{event}} ON {{table}} BEGIN
    DELETE FROM {STAMP};
    INSERT INTO {STAMP} (id, stamp) VALUES (1, lower(hex(randomblob(16))));
END
"""
ON_POSTGRESQL = f"""
CREATE FUNCTION events_stamp_programme() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO {STAMP} (id, stamp) VALUES (1, replace(gen_random_uuid()::text, '-', ''))
    ON CONFLICT (id) DO UPDATE SET stamp = EXCLUDED.stamp;
    RETURN NULL;
END $$
"""


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            for event in ("INSERT", "UPDATE", "DELETE"):
                schema_editor.execute(ON_SQLITE.format(table=table, event=event))
        return
    schema_editor.execute(ON_POSTGRESQL)
    for table in TABLES:
        schema_editor.execute(
            f"CREATE TRIGGER {table}_stamps AFTER INSERT OR UPDATE OR DELETE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION events_stamp_programme()"
        )


def drop_triggers(apps, schema_editor):
    for table in TABLES:
        for name in [f"{table}_{event}_stamps" for event in ("INSERT", "UPDATE", "DELETE")]:
            if schema_editor.connection.vendor == "sqlite":
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_stamps ON {table}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS events_stamp_programme()")


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0002_changed_at'),
    ]

    operations = [
        migrations.CreateModel(
            name='ProgrammeStamp',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('stamp', models.CharField(max_length=32)),
            ],
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
