"""Describe the refunds of earlier releases in parts, and mark the bookings that staff made without an order.

Earlier releases refunded whole lines. A refund of several lines is divided by their prices, and the last line gets
what is left, as the amounts were not stored.
"""

from decimal import ROUND_HALF_UP, Decimal

from django.db import migrations, transaction

BATCH_SIZE = 500
OPEN = ("requested", "pending")


def create_parts(apps, schema_editor):
    database = schema_editor.connection.alias
    lines = apps.get_model("orders", "OrderLine").objects.using(database)
    parts = apps.get_model("orders", "RefundPart").objects.using(database)
    bookings = apps.get_model("bookings", "Booking").objects.using(database)
    refunds = apps.get_model("orders", "Refund").objects.using(database)
    ids = sorted(set(lines.exclude(refund=None).values_list("refund_id", flat=True)))
    for start in range(0, len(ids), BATCH_SIZE):
        with transaction.atomic(using=database):
            for refund in refunds.filter(pk__in=ids[start : start + BATCH_SIZE]):
                returned = list(lines.filter(refund=refund).order_by("pk"))
                amounts = divide(refund.amount, [line.line_price for line in returned])
                for line, amount in zip(returned, amounts, strict=True):
                    parts.create(refund=refund, line=line, seats=line.seats, amount=amount)
                    if refund.status in OPEN:
                        bookings.filter(pk=line.booking_id).update(returning=line.seats)


def divide(amount, prices):
    """Divide the amount by the prices, in cents."""
    total, left, amounts = sum(prices), amount, []
    for price in prices[:-1]:
        share = (amount * price / total).quantize(Decimal("0.01"), ROUND_HALF_UP) if total else Decimal(0)
        amounts.append(min(share, left))
        left -= amounts[-1]
    return [*amounts, left]


def mark_bookings_by_hand(apps, schema_editor):
    bookings = apps.get_model("bookings", "Booking").objects.using(schema_editor.connection.alias)
    bookings.filter(order_line=None).update(kind="by_hand")


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0017_changes'),
        ('bookings', '0005_kind_and_returning'),
    ]

    operations = [
        migrations.RunPython(create_parts, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(mark_bookings_by_hand, migrations.RunPython.noop, elidable=True),
    ]
