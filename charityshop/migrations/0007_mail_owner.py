from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('charityshop', '0006_retry'),
    ]

    operations = [
        migrations.AddField(
            model_name='outgoingmail',
            name='owner_id',
            field=models.BigIntegerField(blank=True, help_text='The id of the account that it belongs to. Empty: to none.', null=True, verbose_name='account'),
        ),
    ]
