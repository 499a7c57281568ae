"""Volunteers' names are erased, and the log stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from door.models import Count, Device, Drawer, Entry, EntryText
from door.services.drawers import erase_counts
from door.services.erase_names import erase_names
from events.models import Occurrence
from tests.support.factories import in_days

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


@pytest.mark.parametrize(("days", "left"), [(29, 2), (31, 0)])
def test_who_counted_is_erased_30_days_after_the_date(till, days, left):
    till.count("Ana", 50)
    till.count("Ben", 50)
    till.close_drawer()
    Occurrence.objects.update(starts_at=in_days(-days - 1), ends_at=in_days(-days))

    assert erase_counts() == 2 - left

    assert Count.objects.count() == left
    drawer = Drawer.objects.get()
    assert (drawer.counted, drawer.expected) == (50, 50)


def test_a_drawer_that_is_still_open_keeps_its_counts(till):
    till.count("Ana", 50)
    Occurrence.objects.update(starts_at=in_days(-40), ends_at=in_days(-39))

    assert erase_counts() == 0
    assert Count.objects.count() == 1
