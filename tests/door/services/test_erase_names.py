"""Volunteers' names are erased, and the log stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from door.models import Device, Entry, EntryText
from door.services.erase_names import erase_names
from events.models import Occurrence

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("days", "is_erased"), [(29, False), (31, True)])
def test_volunteers_are_erased_30_days_after_the_date(door, days, is_erased):
    phone = door.phone("Ana")
    phone.record(kind="guest", seats=1, note="The drummer")
    phone.send()
    ended = timezone.now() - timedelta(days=days)
    Occurrence.objects.update(starts_at=ended - timedelta(hours=3), ends_at=ended)

    assert erase_names() == (1 if is_erased else 0)

    names = [Device.objects.get().name, EntryText.objects.get().name, EntryText.objects.get().note]
    assert names == ([""] * 3 if is_erased else ["Ana", "Ana", "The drummer"])
    assert Entry.objects.get().seats == 1
    assert erase_names() == 0
