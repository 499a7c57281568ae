"""Erase what was typed at the door: names of volunteers, notes, reasons, and what they sent that the shop can't use."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import HOUSE_EMAIL
from charityshop.db.transactions import in_one_transaction
from charityshop.erasure import DELETED, entries_about_rows, erase_typed_texts
from door.models import Count, Door, DoorEntry, Move, Phone, UnusableEntry
from orders.models import Order
from payments.models import Refund

RETENTION = timedelta(days=30)  # after the date


@in_one_transaction
def erase_names() -> int:
    """Erase names, notes and reasons 30 days after their date, also in the audit log. Return how many phones had one.

    Entries, moves and refunds stay, without them. Of unusable entries, the amount and the reason stay, and of a closed
    drawer's counts the result.
    """
    before = timezone.now() - RETENTION
    entries = DoorEntry.objects.filter(phone__door__occurrence__ends_at__lt=before)
    entries.exclude(name="", note="").update(name="", note="")
    unusable = UnusableEntry.objects.filter(door__occurrence__ends_at__lt=before)
    unusable.exclude(name="", sent="").update(name="", sent="", digest="")
    Move.objects.filter(door__occurrence__ends_at__lt=before).exclude(reason="").update(reason="")
    Count.objects.filter(drawer__door__occurrence__ends_at__lt=before).exclude(drawer__closed_at=None).delete()
    erase_reasons(before)
    return Phone.objects.filter(door__occurrence__ends_at__lt=before).exclude(name="").update(name="")


def erase_reasons(before: datetime) -> None:
    """Erase the reasons of undone entries, and those of refunds of seats that were sold at the door."""
    doors = Door.objects.filter(occurrence__ends_at__lt=before).values_list("pk", flat=True)
    sold = Order.objects.filter(user__email=HOUSE_EMAIL, lines__booking__occurrence__ends_at__lt=before)
    refunds = Refund.objects.filter(order__in=sold).exclude(reason__in=["", DELETED])
    orders = list(refunds.values_list("order", flat=True))
    refunds.update(reason=DELETED)
    is_left = Q(additional_data__has_key="reason") & ~Q(additional_data__reason=DELETED)
    erase_typed_texts(is_left & (entries_about_rows(Door, doors) | entries_about_rows(Order, orders)))
