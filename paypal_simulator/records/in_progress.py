"""Requests in progress, and requests whose effect is postponed.

PayPal's documentation: "When you send two simultaneous API requests with same PayPal-Request-Id header, PayPal
processes the first request and might fail the second request", with the issue PREVIOUS_REQUEST_IN_PROGRESS.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from paypal_simulator.faults.errors import previous_request_in_progress
from paypal_simulator.records.store import Json


@dataclass(eq=False, slots=True)
class Postponed:
    """A request that got PREVIOUS_REQUEST_IN_PROGRESS and takes effect later."""

    call: str
    key: str
    names: frozenset[str]  # IDs by which a look-up may find it
    status: int
    take_effect: Callable[[], object]
    looks: int | None = None  # number of look-ups after which it takes effect; None: only `delay` counts
    delay: float | None = None  # seconds after which it takes effect; None: only `looks` counts
    timer: threading.Timer | None = field(default=None, repr=False)

    def matches(self, call: str, key: str, names: set[str]) -> bool:
        """Return whether a call looks this request up: by an ID, by its key, or in the transaction list."""
        return bool(self.names & names) or (bool(key) and self.key == key) or call == "transactions"

    def to_json(self) -> Json:
        return {"call": self.call, "key": self.key, "names": sorted(self.names), "looks": self.looks}


class InProgress:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going: dict[tuple[str, str], int] = {}  # by call and key: the status for a second request
        self._postponed: list[Postponed] = []

    @contextmanager
    def enter(self, call: str, key: str, *, status: int) -> Iterator[None]:
        """Enter a request. A second one with the same key is refused with this status."""
        if not key:
            yield
            return
        with self._lock:
            if known := self._going.get((call, key)):
                raise previous_request_in_progress(known)
            self._going[call, key] = status
        try:
            yield
        finally:
            with self._lock:
                self._going.pop((call, key), None)

    def refuse_repetition(self, call: str, key: str, names: Iterable[str]) -> None:
        """Refuse a repetition of a postponed request: the same key, or another capture of the same order."""
        with self._lock:
            for waiting in self._postponed:
                same_key = key and (waiting.call, waiting.key) == (call, key)
                same_order = call == waiting.call == "capture" and waiting.names & set(names)
                if same_key or same_order:
                    raise previous_request_in_progress(waiting.status)

    def postpone(self, request: Postponed) -> None:
        with self._lock:
            self._postponed.append(request)
        if request.delay is not None:
            request.timer = threading.Timer(request.delay, self._carry_out, [request])
            request.timer.daemon = True
            request.timer.start()

    def waiting(self) -> list[Postponed]:
        with self._lock:
            return list(self._postponed)

    def count_look_up(self, postponed: list[Postponed], call: str, key: str, names: Iterable[str]) -> None:
        """Count a look-up for each request that it was about, and carry out those that were looked up often enough.

        Called after the look-up's response, so that the response doesn't show the effect yet. `postponed` are the
        requests that were postponed before the look-up.
        """
        known = set(names)
        with self._lock:
            matching = [one for one in postponed if one.looks is not None and one.matches(call, key, known)]
            for one in matching:
                one.looks = (one.looks or 0) - 1
            due = [one for one in matching if not one.looks]
        for waiting in due:
            self._carry_out(waiting)

    def carry_out_all(self) -> int:
        due = self.waiting()
        for waiting in due:
            self._carry_out(waiting)
        return len(due)

    def clear(self) -> None:
        with self._lock:
            for waiting in self._postponed:
                if waiting.timer:
                    waiting.timer.cancel()
            self._postponed.clear()

    def to_json(self) -> list[Json]:
        with self._lock:
            return [waiting.to_json() for waiting in self._postponed]

    def _carry_out(self, waiting: Postponed) -> None:
        with self._lock:
            if waiting not in self._postponed:
                return
            self._postponed.remove(waiting)
        try:
            waiting.take_effect()
        except sqlite3.ProgrammingError:
            return  # the simulator was stopped in the meantime
