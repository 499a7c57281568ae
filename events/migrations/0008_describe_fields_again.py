"""Use standard terms in help texts and labels. The database does not change."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0007_describe_event_fields'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='starts_at',
            field=models.DateTimeField(help_text='Start of the first date; repeats count from here.'),
        ),
    ]
