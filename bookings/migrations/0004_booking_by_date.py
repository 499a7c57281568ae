"""Replace the partial index of taken seats, which SQLite ignores in queries with parameters, by a full one."""

from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # required by PostgreSQL for concurrent indexes

    dependencies = [
        ('bookings', '0003_one_index_less'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='booking',
            index=models.Index(fields=['occurrence', 'status', 'held_until', 'seats'], name='booking_by_date'),
        ),
        migrations.RemoveIndex(model_name='booking', name='booking_taken'),
    ]
