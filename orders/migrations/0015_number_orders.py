from django.db import migrations, transaction

from orders.order_number import new_order_number

BATCH_SIZE = 500


def number_orders(apps, schema_editor):
    """Give each order a number. Each batch is a transaction, so that the previous release can sell in between."""
    database = schema_editor.connection.alias
    orders = apps.get_model("orders", "Order").objects.using(database)
    ids = list(orders.filter(number=None).order_by("pk").values_list("pk", flat=True))
    taken = set(orders.exclude(number=None).values_list("number", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        rows = [orders.model(pk=pk, number=choose_number(taken)) for pk in ids[start : start + BATCH_SIZE]]
        with transaction.atomic(using=database):
            orders.bulk_update(rows, ["number"])


def choose_number(taken):
    """Return a number that no order has. The previous release, which may be running, numbers no orders."""
    while (number := new_order_number()) in taken:
        pass
    taken.add(number)
    return number


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0014_order_number'),
    ]

    operations = [
        migrations.RunPython(number_orders, migrations.RunPython.noop, elidable=True),
    ]
