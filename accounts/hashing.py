"""Limit how many passwords a process hashes at a time.

One hash takes a tenth of a second of both processors and 100 MB, on purpose. Without this limit, many sign-ins at once
would take every thread, and seat holds would wait behind them.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from charityshop.exceptions import Unavailable

HASHES_AT_ONCE = 1  # per process; each hash uses several processors by itself
MAX_WAITING = 3  # with the one at work, half of a process's 8 threads


class HashSlots:
    """Lets `at_once` hash and `waiting` wait for them; refuses everybody else at once, instead of making them wait."""

    def __init__(self, *, at_once: int, waiting: int) -> None:
        self.places = threading.Semaphore(at_once + waiting)
        self.slots = threading.Semaphore(at_once)

    def check(self) -> None:
        """Raise Unavailable, with a time to come back, while too many others wait."""
        self.take_place()
        self.places.release()

    def take_place(self) -> None:
        if not self.places.acquire(blocking=False):
            raise Unavailable("The shop is busy right now. Try again in a few seconds.", code="busy")

    @contextmanager
    def take(self) -> Iterator[None]:
        """Raises Unavailable as `check` does. Not within a transaction."""
        self.take_place()
        try:
            with self.slots:
                yield
        finally:
            self.places.release()


slots = HashSlots(at_once=HASHES_AT_ONCE, waiting=MAX_WAITING)


def check_hash_slots() -> None:
    """Refuse early: a crowd of refused sign-ins would otherwise take the database's time from seat holds."""
    slots.check()


def hash_slot() -> AbstractContextManager[None]:
    """Hold this while hashing or checking a password. It can't be taken twice by one thread."""
    return slots.take()
