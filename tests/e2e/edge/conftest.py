"""One shop at a socket, with a single process."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.servers.running_shop import RunningShop

THREADS = 8
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

    def finish(self) -> None:
        """Say that nothing more will be sent, so that the shop does not wait for the rest of a body."""
        with suppress(OSError):  # refused already
            self.socket.shutdown(socket.SHUT_WR)

    def answer(self) -> bytes:
        """Until the shop hangs up, or goes silent."""
        found = b""
        try:
            while chunk := self.socket.recv(65536):
                found += chunk
        except (TimeoutError, ConnectionError):
            pass
        self.close()  # Gunicorn waits two seconds for that
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
        running = RunningShop(workers=1, flags={"WEB_THREADS": str(THREADS), "ACCESS_LOG": "-"}).__enter__()
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
