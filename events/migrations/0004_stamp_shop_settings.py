"""Change the stamp with the shop's settings, too, because pages contain the shop's texts and images."""

from django.db import migrations

TABLE, STAMP = "charityshop_shopsettings", "events_programmestamp"
EVENTS = ("INSERT", "UPDATE", "DELETE")


def make_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_stamps AFTER INSERT OR UPDATE OR DELETE ON {TABLE} "
            "FOR EACH STATEMENT EXECUTE FUNCTION events_stamp_programme()"
        )
        return
    for event in EVENTS:
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_{event}_stamps AFTER {event} ON {TABLE} BEGIN "
            f"DELETE FROM {STAMP}; INSERT INTO {STAMP} (id, stamp) VALUES (1, lower(hex(randomblob(16)))); END"
        )


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_stamps ON {TABLE}")
        return
    for event in EVENTS:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_{event}_stamps")


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0003_programme_stamp'),
        ('charityshop', '0003_shop_settings'),
    ]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
    ]
