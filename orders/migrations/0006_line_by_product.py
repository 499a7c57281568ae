from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # PostgreSQL creates indexes concurrently only outside a transaction

    dependencies = [
        ('bookings', '0001_initial'),
        ('orders', '0005_goes_back_because'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='orderline',
            index=models.Index(fields=['product', 'order'], name='line_by_product'),
        ),
    ]
