"""What becomes of a drawer after its night."""

import pytest

from door.models import Count, Drawer
from door.services.drawers import erase_counts
from events.models import Occurrence
from tests.support.factories import in_days

pytestmark = pytest.mark.django_db


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
