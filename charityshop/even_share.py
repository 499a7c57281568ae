"""Processes of one server that share its connections evenly.

All of them wait at one door. The one that wakes first would let a whole crowd in and keep it for as long as the
connections are kept: one processor at work, and the other idle. docs/decisions/0009 has the figures.
"""

import mmap
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

GIVES_WAY = 0.002  # seconds; a process that has nothing to do wakes within a tenth of that
PLACES = 256  # more processes than that share places; then the share is less even, and nothing else
NOBODY = -1  # no process has this place, or one that is ending


class Counts:
    """How many connections each process has. Made before they are forked; each writes only its own count."""

    def __init__(self) -> None:
        self.counts = memoryview(mmap.mmap(-1, 4 * PLACES)).cast("i")  # shared with whoever is forked from here
        for place in range(PLACES):
            self.counts[place] = NOBODY

    def tell(self, process: int, connections: int) -> None:
        self.counts[process % PLACES] = connections

    def leave(self, process: int) -> None:
        self.counts[process % PLACES] = NOBODY

    def is_ahead(self, connections: int) -> bool:
        """Whether a process has fewer connections than these."""
        return any(NOBODY < count < connections for count in self.counts.tolist())


class FairWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's `gthread`, which leaves the next connection to a process with fewer, if that takes it in a moment."""

    counts = Counts()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.has_given_way = False  # the next connection is this process's to take: the other may be busy, or hang
        self.gives_way_until = 0.0  # by time.monotonic()

    def notify(self) -> None:
        """gunicorn asks for this at every round of its loop."""
        super().notify()
        if self.alive:
            self.counts.tell(self.age, self.nr_conns)
        else:
            self.counts.leave(self.age)

    def gives_way(self) -> bool:
        """Whether the connection that waits at the door is not this process's to take."""
        if self.has_given_way or not self.counts.is_ahead(self.nr_conns):
            self.has_given_way = False
            return False
        self.has_given_way = True
        self.gives_way_until = time.monotonic() + GIVES_WAY
        self.set_accept_enabled(False)  # gunicorn's loop asks for it anew at its next round
        return True

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled and time.monotonic() >= self.gives_way_until)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        is_giving_way = time.monotonic() < self.gives_way_until
        super().wait_for_and_dispatch_events(min(timeout, GIVES_WAY) if is_giving_way else timeout)
