"""Whether a buyer has to rest is asked at each hold: of their bookings on these dates alone, not of all they ever made."""

from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # as PostgreSQL asks for it

    dependencies = [
        ('bookings', '0001_initial'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='booking',
            index=models.Index(fields=['user', 'occurrence'], name='booking_by_person'),
        ),
    ]
