"""Set the owner of emails about orders to the buyer.

Other old emails only have an address, which may have belonged to another account before. They get no owner, and are
deleted after 90 days like all emails.
"""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def find_owners(apps, schema_editor):
    database = schema_editor.connection.alias
    orders = apps.get_model('orders', 'Order').objects.using(database)
    mails = apps.get_model('charityshop', 'OutgoingMail').objects.using(database)
    owner = orders.filter(public_id=OuterRef('about')).values('user')[:1]
    mails.filter(owner_id=None, kind='order_paid').exclude(about='').update(owner_id=Subquery(owner))


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0010_money_found_at_paypal'),
        ('charityshop', '0007_mail_owner'),
    ]

    operations = [
        migrations.RunPython(find_owners, migrations.RunPython.noop, elidable=True),
    ]
