"""The stamp's triggers again, for shops on SQLite that lost some.

Until charityshop.sqlite kept them, a table that a migration made anew lost its triggers, and what was written after
changed no stamp. So the triggers are made as the two migrations before made them, and the stamp is a new one: nobody's
page from before counts any more. PostgreSQL alters tables where they stand and lost none.
"""

from importlib import import_module
from uuid import uuid4

from django.db import migrations

BEFORE = [import_module(f"events.migrations.{name}") for name in ("0003_programme_stamp", "0004_stamp_shop_settings")]


def make_again(apps, schema_editor):
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
        migrations.RunPython(make_again, migrations.RunPython.noop),
    ]
