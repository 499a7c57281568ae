"""At 10:00 the morning after, in the shop's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from recaps.selectors.drafts import get_morning_after

SHOP = ZoneInfo("America/Los_Angeles")


@pytest.mark.parametrize(
    ("ends_at", "morning"),
    [
        ("2026-12-04T22:00", "2026-12-05T10:00"),
        ("2026-12-05T01:00", "2026-12-05T10:00"),  # the night of the 4th
        ("2026-12-05T04:00", "2026-12-05T10:00"),
        ("2026-12-05T04:01", "2026-12-06T10:00"),  # phones at the door may still send something at 10
        ("2026-12-05T11:00", "2026-12-06T10:00"),
        ("2026-10-31T22:00", "2026-11-01T10:00"),  # the clocks change in between
    ],
)
def test_guests_are_thanked_the_morning_after(ends_at, morning):
    found = get_morning_after(datetime.fromisoformat(ends_at).replace(tzinfo=SHOP), SHOP)

    assert found.astimezone(SHOP).isoformat()[:16] == morning
