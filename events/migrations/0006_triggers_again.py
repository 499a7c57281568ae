"""Recreate the triggers on SQLite, where earlier migrations that rebuilt a table dropped them.

The stamp gets a new value, because writes without the triggers have not changed it. PostgreSQL lost no triggers.
"""

from importlib import import_module
from uuid import uuid4

from django.db import migrations

BEFORE = [import_module(f"events.migrations.{name}") for name in ("0003_programme_stamp", "0004_stamp_shop_settings")]


def recreate_triggers(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    for migration in BEFORE:
        migration.drop_triggers(apps, schema_editor)
        migration.make_triggers(apps, schema_editor)
    apps.get_model("events", "ProgrammeStamp").objects.update(stamp=uuid4().hex)


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0005_program_stamp_in_words'),
        ('charityshop', '0004_words_of_the_united_states'),
    ]

    operations = [
        migrations.RunPython(recreate_triggers, migrations.RunPython.noop),
    ]
