from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class AddIndexWhileOrdersRun(AddIndexConcurrently):
    """PostgreSQL makes it without holding up who writes; on SQLite it is there in a moment."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    atomic = False  # as PostgreSQL asks for it

    dependencies = [
        ('orders', '0006_line_by_product'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='order',
            index=models.Index(fields=['user', 'status', 'held_until'], name='order_by_holder'),
        ),
    ]
