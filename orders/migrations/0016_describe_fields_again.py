"""Use standard terms in help texts and labels. The database does not change."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0015_number_orders'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='order',
            name='accepted_price',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='The amount that staff accepted because PayPal captured another one than the total.', max_digits=10, null=True),
        ),
        migrations.AlterField(
            model_name='order',
            name='goes_back_because',
            field=models.CharField(blank=True, choices=[('seats_gone', 'Seats Gone'), ('refused', 'Refused')], db_default='', default='', help_text="Why the whole payment has to be refunded. Empty: it doesn't.", max_length=10, verbose_name='refund reason'),
        ),
        migrations.AlterField(
            model_name='order',
            name='hold_extended',
            field=models.BooleanField(default=False, help_text='Creating the PayPal order extends a hold once.'),
        ),
        migrations.AlterField(
            model_name='order',
            name='is_test',
            field=models.BooleanField(default=False, help_text='Takes seats like other orders, and is left out of every sum.'),
        ),
        migrations.AlterField(
            model_name='order',
            name='lines_digest',
            field=models.CharField(editable=False, help_text='A hash that shows that no line has changed.', max_length=64),
        ),
        migrations.AlterField(
            model_name='order',
            name='revivals',
            field=models.PositiveSmallIntegerField(default=0, help_text='How often an expired hold was renewed.', verbose_name='renewals'),
        ),
        migrations.AlterField(
            model_name='payment',
            name='amount',
            field=models.DecimalField(decimal_places=2, help_text='The requested amount; once captured, the amount that PayPal reports.', max_digits=10),
        ),
        migrations.AlterField(
            model_name='payment',
            name='from_browser',
            field=models.BooleanField(default=False, help_text='The PayPal order was created in a browser, not by the shop.'),
        ),
        migrations.AlterField(
            model_name='payment',
            name='is_extra',
            field=models.BooleanField(default=False, help_text='A second payment for a paid order, which is refunded in full.'),
        ),
        migrations.AlterField(
            model_name='payment',
            name='payee',
            field=models.CharField(blank=True, help_text='The account that PayPal named when the shop created the PayPal order.', max_length=120),
        ),
        migrations.AlterField(
            model_name='refund',
            name='by',
            field=models.ForeignKey(blank=True, help_text='Empty: the shop or PayPal acted.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='unmatchedpayment',
            name='custom_id',
            field=models.CharField(blank=True, db_default='', default='', help_text='The order that the payment names, if any.', max_length=127),
        ),
    ]
