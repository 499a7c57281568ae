"""Limit how many passwords a process hashes at a time.

Hashing is slow by design: 0.1 seconds of two processors and 100 MB of memory. Without a limit, many simultaneous
sign-ins would occupy every thread, and seat holds would have to wait.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from charityshop.exceptions import Unavailable

HASHES_AT_ONCE = 1  # per process; each hash uses several processors by itself
MAX_WAITING = 3  # with the one at work, half of a process's 8 threads


class HashSlots:
    """Let `at_once` threads hash and `waiting` more wait. Reject any others immediately."""

    def __init__(self, *, at_once: int, waiting: int) -> None:
        self.places = threading.Semaphore(at_once + waiting)
        self.slots = threading.Semaphore(at_once)

    def check(self) -> None:
        """Raise Unavailable (with Retry-After) while too many threads wait."""
        self.take_place()
        self.places.release()

    def take_place(self) -> None:
        if not self.places.acquire(blocking=False):
            raise Unavailable("The shop is busy right now. Try again in a few seconds.", code="busy")

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a slot. Raises Unavailable like `check`. Don't call inside a transaction."""
        self.take_place()
        try:
            with self.slots:
                yield
        finally:
            self.places.release()


slots = HashSlots(at_once=HASHES_AT_ONCE, waiting=MAX_WAITING)


def check_hash_slots() -> None:
    """Reject early, before any query: rejected sign-ins would otherwise slow down seat holds."""
    slots.check()


def hash_slot() -> AbstractContextManager[None]:
    """Return a context manager to hold while hashing or checking a password. It is not reentrant."""
    return slots.take()
