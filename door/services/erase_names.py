"""Erase the names of volunteers and their notes."""

from datetime import timedelta

from django.utils import timezone

from charityshop.db.transactions import in_one_transaction
from door.models import Device, EntryText

RETENTION = timedelta(days=30)  # after the date


@in_one_transaction
def erase_names() -> int:
    """Erase names and notes 30 days after their date. Entries stay, without them. Return how many phones had one."""
    before = timezone.now() - RETENTION
    texts = EntryText.objects.filter(entry__device__night__occurrence__ends_at__lt=before)
    texts.exclude(name="", note="").update(name="", note="")
    return Device.objects.filter(night__occurrence__ends_at__lt=before).exclude(name="").update(name="")
