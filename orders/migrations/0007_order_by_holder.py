from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # PostgreSQL creates indexes concurrently only outside a transaction

    dependencies = [
        ('orders', '0006_line_by_product'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='order',
            index=models.Index(fields=['user', 'status', 'held_until'], name='order_by_holder'),
        ),
    ]
