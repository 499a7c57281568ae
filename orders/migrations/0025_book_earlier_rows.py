"""Book the payments, refunds and cash of earlier releases on the day, in the shop's time zone, that the shop noted them.

Their fees stay empty: `upkeep` asks PayPal for them.
"""

from django.db import migrations
from django.db.models.functions import Coalesce, TruncDate

BOOKED = (
    ("Payment", {"status": "completed"}, Coalesce("captured_at", "created_at")),
    ("Refund", {"status": "completed"}, Coalesce("completed_at", "created_at")),
    ("CashPayment", {}, "created_at"),
)


def book_earlier_rows(apps, schema_editor):
    for model, counting, noted_at in BOOKED:
        rows = apps.get_model("orders", model).objects.using(schema_editor.connection.alias)
        rows.filter(booked_on=None, **counting).update(booked_on=TruncDate(noted_at))


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0024_fees_and_booked_on'),
    ]

    operations = [
        migrations.RunPython(book_earlier_rows, migrations.RunPython.noop, elidable=True),
    ]
