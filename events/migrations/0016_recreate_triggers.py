"""Recreate the triggers of SQLite, which a migration dropped by rebuilding the table of shop settings."""

from importlib import import_module

from django.db import migrations

triggers = import_module("events.migrations.0006_triggers_again")


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0015_recreate_triggers'),
        ('charityshop', '0014_charity'),
    ]

    operations = [
        migrations.RunPython(triggers.recreate_triggers, migrations.RunPython.noop),
    ]
