"""Limits on how many threads of a process do something slow at once, so that others can serve pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from charityshop.exceptions import Unavailable


class Busy(Unavailable):
    """Too many others do this right now. The browser app waits in line and tries again."""

    code = "busy"
    retry_after = 1
    message = "The shop is busy right now. Try again in a few seconds."


class Slots:
    """Let so many threads in. Refuse any others immediately."""

    def __init__(self, number: int) -> None:
        self.free = threading.Semaphore(number)

    def check(self) -> None:
        """Raise Busy while all slots are taken."""
        with self.take():
            pass

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a slot. Raises Busy while all are taken. Don't call inside a transaction."""
        if not self.free.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self.free.release()
