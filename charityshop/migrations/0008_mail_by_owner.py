from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # PostgreSQL creates indexes concurrently only outside a transaction

    dependencies = [
        ('charityshop', '0007_mail_owner'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='outgoingmail',
            index=models.Index(fields=['owner_id'], name='mail_by_owner'),
        ),
    ]
