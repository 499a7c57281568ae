"""Limit how many threads of a server process wait for PayPal, so that a slow PayPal blocks no page."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from paypal.exceptions import PayPalNotSent

SLOW_SECONDS = 1.0  # a call that takes longer means that PayPal is slow; also how long a call waits for a free slot


class CallLimit:
    """Let at most `limit` threads call PayPal at once.

    While PayPal is fast, a further call waits for a free slot. Once it has waited for SLOW_SECONDS, it and the calls
    after it are refused at once, until a call is fast again.
    """

    def __init__(self, limit: int) -> None:
        self.slots = threading.BoundedSemaphore(limit)
        self.is_slow = False

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot. Raise PayPalNotSent if there is none."""
        if not self.slots.acquire(timeout=0 if self.is_slow else SLOW_SECONDS):
            self.is_slow = True
            raise PayPalNotSent("not sent, because too many calls wait for PayPal")
        started = time.monotonic()
        try:
            yield
        finally:
            self.slots.release()
            self.is_slow = self.is_slow and time.monotonic() - started > SLOW_SECONDS


call_limit = CallLimit(settings.PAYPAL_MAX_CALLS)
