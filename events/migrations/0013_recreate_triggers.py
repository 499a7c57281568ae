"""Recreate the triggers of SQLite, which a migration dropped by rebuilding the table of shop settings."""

from importlib import import_module

from django.db import migrations

triggers = import_module("events.migrations.0006_triggers_again")


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0012_fair_value'),
        ('charityshop', '0013_receipts'),
    ]

    operations = [
        migrations.RunPython(triggers.recreate_triggers, migrations.RunPython.noop),
    ]
