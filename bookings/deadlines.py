"""When something that people have to decide ends: on a full hour at the shop, which is easy to keep in mind.

What is stored and enforced is what is said, so every deadline is rounded here, before it is stored. The browser app
rounds the deadline of a refund policy the same way (`frontend/src/common/lib/refundPolicy.ts`);
tests/deadline_cases.json holds the cases that both must agree on. Holds of unpaid orders last minutes and are not
rounded.
"""

from datetime import datetime, timedelta

from events.datetimes import get_shop_zone

MAX_ANSWER_HOURS, DEFAULT_ANSWER_HOURS = 168, 72  # to choose about a date that moves or is canceled


def end_on_full_hour(deadline: datetime, *, start: datetime | None = None) -> datetime:
    """Return the next full hour at the shop, in favor of the person who decides, but no later than the date's start."""
    local = deadline.astimezone(get_shop_zone())
    passed = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    end = deadline + timedelta(hours=1) - passed if passed else deadline
    return min(end, start) if start else end
