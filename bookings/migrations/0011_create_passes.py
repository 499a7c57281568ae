from django.db import migrations, transaction
from django.utils import timezone

from bookings.pass_codes import hash_code, new_code

BATCH_SIZE = 500


def create_passes(apps, schema_editor):
    """Create passes for the bookings of upcoming dates: one for each guest who claimed a seat, and one for the buyer.

    Each batch is a transaction, so that the previous release can sell in between. What it sells or changes meanwhile is
    corrected by upkeep. Running this again creates no second passes.
    """
    database = schema_editor.connection.alias
    booking_model, pass_model = apps.get_model("bookings", "Booking"), apps.get_model("bookings", "Pass")
    bookings = booking_model.objects.using(database)
    ids = list(
        bookings.filter(status="confirmed", occurrence__ends_at__gt=timezone.now(), passes=None)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    for start in range(0, len(ids), BATCH_SIZE):
        with transaction.atomic(using=database):
            batch = bookings.filter(pk__in=ids[start : start + BATCH_SIZE], passes=None)
            rows = [row for booking in batch.prefetch_related("seat_links") for row in build_passes(pass_model, booking)]
            pass_model.objects.using(database).bulk_create(rows)


def build_passes(pass_model, booking):
    claimed = [link for link in booking.seat_links.all() if link.state == "claimed"]
    if booking.seats > len(claimed):
        yield build_pass(pass_model, booking, booking.seats - len(claimed))
    for link in claimed:
        yield build_pass(pass_model, booking, 1, label=link.first_name, seat_link=link)


def build_pass(pass_model, booking, seats, **fields):
    code = new_code()
    return pass_model(booking=booking, seats=seats, code=code, h=hash_code(code), **fields)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('bookings', '0010_passes'),
    ]

    operations = [
        migrations.RunPython(create_passes, migrations.RunPython.noop, elidable=True),
    ]
