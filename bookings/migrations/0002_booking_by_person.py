"""Add an index for the limits on repeated holds, which read a buyer's bookings on the held dates."""

from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # required by PostgreSQL for concurrent indexes

    dependencies = [
        ('bookings', '0001_initial'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='booking',
            index=models.Index(fields=['user', 'occurrence'], name='booking_by_person'),
        ),
    ]
