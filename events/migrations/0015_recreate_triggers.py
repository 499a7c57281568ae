"""Recreate the triggers of SQLite, which the previous migration dropped by rebuilding the table of events."""

from importlib import import_module

from django.db import migrations

triggers = import_module("events.migrations.0006_triggers_again")


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0014_member_price'),
    ]

    operations = [
        migrations.RunPython(triggers.recreate_triggers, migrations.RunPython.noop),
    ]
