"""Use standard terms in help texts. The database does not change."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0006_triggers_again'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='image',
            field=models.CharField(blank=True, help_text='The name of an uploaded image in the storage.', max_length=200),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(default='event', help_text="The API's `type`.", max_length=40),
        ),
        migrations.AlterField(
            model_name='event',
            name='starts_at',
            field=models.DateTimeField(help_text="Start of the first date; a series' rule counts from it."),
        ),
    ]
