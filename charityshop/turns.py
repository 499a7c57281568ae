"""Requests that change something take turns: in each process one computes at a time, while all others may look.

At once they gain nothing: they share one Python and wait for the same rows (on SQLite for the same file), so each only
takes processor time from the others by waking up. Whoever waits for another service steps aside meanwhile.

Nothing but speed hangs on this: who may write is decided by the database, and whoever waits too long goes on anyway.
docs/decisions/0019 has the reasons and the figures.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

PATIENCE = 20.0  # seconds
MOST_WAIT = 4  # a payment takes three seconds at PayPal, and the shop some milliseconds

thread = threading.local()


class Waiting(NamedTuple):
    since: float  # by time.monotonic()
    begin: Callable[[], object]
    is_back: bool  # from another service: it has its thread, and `begin` only tells it


class Turns:
    """How many compute, one unless somebody was out of patience, and the line of those who wait for that.

    `room` is how many threads are free for requests that have not begun. One that begins without a thread would have
    the turn that those wait for who have the threads.
    """

    def __init__(self, threads: ThreadPoolExecutor, room: int) -> None:
        self.threads = threads
        self.room, self.computing = room, 0
        self.lock = threading.Lock()
        self.line: deque[Waiting] = deque()

    def wait(self, begin: Callable[[], object], *, is_back: bool = False) -> None:
        """Calls `begin` at its turn, in one of the threads. Who is back comes first."""
        with self.lock:
            waiting = Waiting(time.monotonic(), begin, is_back)
            self.line.appendleft(waiting) if is_back else self.line.append(waiting)
        self.go_on()

    def step_aside(self) -> None:
        with self.lock:
            self.computing -= 1
        self.go_on()

    def go_on(self) -> None:
        while (next_one := self.next_one()) is not None:
            if next_one.is_back:
                next_one.begin()
            else:
                self.threads.submit(self.take_turns, next_one)

    def take_turns(self, one: Waiting | None) -> None:
        """A thread whose turn ends goes on with the next: its connection stands, and what it used last is at hand."""
        while one is not None and not one.is_back:
            one.begin()
            with self.lock:
                self.computing -= 1
                self.room += 1
            one = self.next_one()
        if one is not None:
            one.begin()

    def send_home(self) -> None:
        with self.lock:
            self.line = deque(waiting for waiting in self.line if waiting.is_back)

    def next_one(self) -> Waiting | None:
        with self.lock:
            if not self.line or not self.may_begin(self.line[0]):
                return None
            self.computing += 1
            self.room -= not self.line[0].is_back
            return self.line.popleft()

    def may_begin(self, first: Waiting) -> bool:
        is_stuck = first.since < time.monotonic() - PATIENCE  # whoever computes hangs, as far as one can know here
        return (not self.computing or is_stuck) and (first.is_back or self.room > 0)


class Pools:
    """A worker's threads: some for those who look, and more for those who change something, most of whom wait.

    So nobody who looks stands behind a crowd that buys, and nobody at all behind those who wait for PayPal.
    """

    def __init__(self, threads: int) -> None:
        self.lookers, self.changers = ThreadPoolExecutor(threads), ThreadPoolExecutor(MOST_WAIT * threads)
        self.turns = Turns(self.changers, room=MOST_WAIT * threads)

    def submit(self, handle: Callable[[Any], Any], conn: Any) -> "Future[Any]":
        if conn.arrival.only_looks:
            return self.lookers.submit(handle, conn)
        done: Future[Any] = Future()
        self.turns.wait(lambda: self.answer(handle, conn, done))
        return done

    def answer(self, handle: Callable[[Any], Any], conn: Any, done: "Future[Any]") -> None:
        thread.turns = self.turns
        try:
            result = handle(conn)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(result)
        finally:
            thread.turns = None

    def shutdown(self, wait: bool = True) -> None:
        """Who has not begun does not begin any more. gunicorn asks for this when nobody waits, or all did for long."""
        self.turns.send_home()
        self.lookers.shutdown(wait)
        self.changers.shutdown(wait)


@contextmanager
def aside() -> Iterator[None]:
    """Lets others go on meanwhile. Not within a transaction, whose rows they may wait for."""
    turns: Turns | None = getattr(thread, "turns", None)
    if turns is None:
        yield
        return
    if connection.in_atomic_block:
        raise RuntimeError("Who steps aside within a transaction keeps its rows from those who go on.")
    turns.step_aside()
    try:
        yield
    finally:
        its_turn = threading.Event()
        turns.wait(its_turn.set, is_back=True)
        while not its_turn.wait(PATIENCE):
            turns.go_on()
