"""One shop at a socket, with a single process and few threads, so that a few slow clients would be enough.

And the process's loop alone, which a test turns by hand.
"""

import logging
import selectors
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from gunicorn.config import Config

from charityshop.patient_worker import PatientWorker
from tests.running_shop import RunningShop

THREADS, ROOM = 2, 400  # connections
PATIENCE = 20  # seconds that a test waits for an answer


class Line:
    """A connection that says exactly what it is told to say."""

    def __init__(self, port: int, **options: int) -> None:
        self.socket = socket.socket()
        if room := options.get("room"):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def say(self, *lines: str, body: bytes = b"") -> "Line":
        """Whole header lines; an empty one ends the head."""
        self.socket.sendall("".join(f"{line}\r\n" for line in lines).encode() + body)
        return self

    def say_bytes(self, content: bytes) -> "Line":
        self.socket.sendall(content)
        return self

    def answer(self) -> bytes:
        """Until the shop hangs up, or goes silent."""
        found = b""
        try:
            while chunk := self.socket.recv(65536):
                found += chunk
        except (TimeoutError, ConnectionError):
            pass
        return found

    def status(self) -> int:
        """Of the first answer; 0 where there is none."""
        found = b""
        try:
            while b"\r\n\r\n" not in found and (chunk := self.socket.recv(65536)):
                found += chunk
        except (TimeoutError, ConnectionError):
            pass
        return int(found.split(b" ")[1]) if found else 0

    def close(self) -> None:
        self.socket.close()


@pytest.fixture(scope="package")
def shop(django_db_setup: None, django_db_blocker: Any) -> Iterator[RunningShop]:
    with django_db_blocker.unblock():
        running = RunningShop(
            workers=1, flags={"WEB_THREADS": str(THREADS), "WEB_CONNECTIONS": str(ROOM), "ACCESS_LOG": "-"}
        ).__enter__()
    yield running
    with django_db_blocker.unblock():
        running.__exit__(None, None, None)


@pytest.fixture
def line(shop: RunningShop) -> Iterator[Callable[..., Line]]:
    with ExitStack() as lines:

        def open_line(**options: int) -> Line:
            opened = Line(urlsplit(shop.url).port or 80, **options)
            lines.callback(opened.close)
            return opened

        yield open_line


def answer_anything(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"again"]


@pytest.fixture
def open_worker() -> Iterator[Callable[[int], PatientWorker]]:
    """The n-th process of a server, as far as a loop goes that nobody turns yet."""
    with ExitStack() as opened:

        def open_one(number: int) -> PatientWorker:
            config, log = Config(), logging.getLogger("tests.edge")
            log.access = lambda *_: None  # type: ignore[attr-defined]  # gunicorn's own logger has it
            worker = PatientWorker(number, 0, [], SimpleNamespace(), 30, config, log)
            worker.wsgi, worker.tpool = answer_anything, worker.get_thread_pool()
            worker.poller = selectors.DefaultSelector()
            worker.method_queue.init()
            worker.poller.register(
                worker.method_queue.fileno(), selectors.EVENT_READ, worker.method_queue.run_callbacks
            )
            for open_still in (worker.poller, worker.method_queue, worker.tmp):
                opened.callback(open_still.close)
            return worker

        yield open_one


@pytest.fixture
def worker(open_worker: Callable[[int], PatientWorker]) -> PatientWorker:
    return open_worker(1)
