from django.db import migrations, models

from charityshop.db.operations import AddIndexWhileOrdersRun


class Migration(migrations.Migration):

    atomic = False  # PostgreSQL creates indexes concurrently only outside a transaction

    dependencies = [
        ('orders', '0007_order_by_holder'),
    ]

    operations = [
        AddIndexWhileOrdersRun(
            model_name='orderline',
            index=models.Index(condition=models.Q(('refund__isnull', False)), fields=['refund'], name='line_by_refund'),
        ),
    ]
