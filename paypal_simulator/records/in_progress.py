"""Requests that have begun and not ended, and those whose effect PayPal has put off.

PayPal: "When you send two simultaneous API requests with same PayPal-Request-Id header, PayPal processes the first
request and might fail the second request", with the issue PREVIOUS_REQUEST_IN_PROGRESS.
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
    """A request that was answered with PREVIOUS_REQUEST_IN_PROGRESS and takes effect when its time has come."""

    call: str
    key: str
    names: frozenset[str]  # what a look-up may call it by
    status: int
    take_effect: Callable[[], object]
    looks: int | None = None  # takes effect after so many look-ups; None: by time alone
    delay: float | None = None  # takes effect after so many seconds; None: by look-ups alone
    timer: threading.Timer | None = field(default=None, repr=False)

    def is_meant(self, call: str, key: str, names: set[str]) -> bool:
        """Whether a call looks for this: by a name, by its key, or in a list of everything."""
        return bool(self.names & names) or (bool(key) and self.key == key) or call == "transactions"

    def to_json(self) -> Json:
        return {"call": self.call, "key": self.key, "names": sorted(self.names), "looks": self.looks}


class InProgress:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going: dict[tuple[str, str], int] = {}  # by call and key; the status that a second request gets, or 0
        self._postponed: list[Postponed] = []

    @contextmanager
    def entered(self, call: str, key: str, *, refuse: bool, status: int) -> Iterator[None]:
        """The time of one request. A second one under the same key is refused, or waits where nothing refuses it.

        `refuse` is the rule for all requests; a `status` other than 0 has this request refuse its repetitions.
        """
        if not key:
            yield
            return
        with self._lock:
            if known := self._going.get((call, key)):
                raise previous_request_in_progress(known)
            alone = (call, key) not in self._going
            if alone:
                self._going[call, key] = status or (409 if refuse else 0)
        try:
            yield
        finally:
            with self._lock:
                if alone:
                    self._going.pop((call, key), None)

    def refuse_repetition(self, call: str, key: str, names: Iterable[str]) -> None:
        """Refuse what repeats a postponed request: the same key, or any second capture of the same order."""
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

    def looked_up(self, postponed: list[Postponed], call: str, key: str, names: Iterable[str]) -> None:
        """Count a look-up for each of those that it was about, and carry out the ones that were looked for enough.

        Called once the look-up is answered, so that it showed nothing yet. `postponed` were so before it.
        """
        known = set(names)
        with self._lock:
            meant = [one for one in postponed if one.looks is not None and one.is_meant(call, key, known)]
            for one in meant:
                one.looks = (one.looks or 0) - 1
            due = [one for one in meant if not one.looks]
        for waiting in due:
            self._carry_out(waiting)

    def carry_out_all(self) -> int:
        due = self.waiting()
        for waiting in due:
            self._carry_out(waiting)
        return len(due)

    def forget(self) -> None:
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
