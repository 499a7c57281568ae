from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0013_failed_refunds'),
    ]

    operations = [
        migrations.AddField(
            model_name='order',
            name='number',
            field=models.CharField(editable=False, help_text='Such as C-7K3M9. Empty until upkeep numbers an order of the previous release.', max_length=7, null=True),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.UniqueConstraint(fields=('number',), name='one_order_per_number'),
        ),
    ]
