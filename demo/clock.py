"""The demo's way into the past: services and models read Django's clock, which `at` sets in this process alone.

It replaces the `datetime` that `django.utils.timezone` reads. Columns with `default=timezone.now` are bound to that
function, so replacing the function itself would not reach them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from unittest.mock import patch

from django.utils import timezone

from bookings.posts import PUBLISHED_AFTER
from changes.services.send_outbox import send_outbox


class AnyDatetime(type):
    """Of a clock, in whose place Django asks whether a value is a datetime."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let something happen at this moment. Its emails and posts are sent, because later it would be too late.

    A new event is posted a while after it is published.
    """

    class Clock(datetime, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    with patch.object(timezone, "datetime", Clock):
        yield
        send_outbox(now=moment + PUBLISHED_AFTER)
