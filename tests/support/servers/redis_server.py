"""A separate Redis on a free port, which stores nothing on disk."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from tests.support.servers.running_shop import free_port
from tests.support.waiting import eventually


class Redis:
    def __init__(self, program: str) -> None:
        self.program = program
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client = redis.Redis(port=self.port)
        self.server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert eventually(self.answers), "Redis did not start."

    def answers(self) -> bool:
        with suppress(redis.ConnectionError):
            return bool(self.client.ping())
        return False

    def stop(self) -> None:
        self.client.close()  # what the garbage collector closes is a warning, and so an error
        if self.server:
            self.server.terminate()
            self.server.wait(10)
            self.server = None


@contextmanager
def running_redis() -> Iterator[Redis | None]:
    """Yield a running server, or None if redis-server is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        yield None
        return
    server = Redis(program)
    server.start()
    try:
        yield server
    finally:
        server.stop()
