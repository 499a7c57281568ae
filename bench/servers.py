"""The shop and its floors, each a gunicorn with the same settings, on one database."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import requests

from tests.support.servers.running_shop import ROOT, free_port

STARTS_WITHIN = 30  # seconds


@contextmanager
def gunicorn(environment: dict[str, str], settings: str) -> Iterator[tuple[int, int]]:
    """Port and process id of a server that is ready."""
    port = free_port()
    variables = environment | {
        "DJANGO_SETTINGS_MODULE": settings,
        "PORT": str(port),
        "SITE_URL": f"http://127.0.0.1:{port}",
    }
    command = [sys.executable, "-m", "gunicorn", "--log-level", "warning"]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=log, stderr=log)
        try:
            wait_for(port, server)
            yield port, server.pid
        finally:
            server.terminate()
            server.wait(30)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            if requests.get(f"http://127.0.0.1:{port}/readyz", timeout=2).status_code == 200:
                return
        except requests.RequestException:
            pass
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("A server did not start.")
        time.sleep(0.05)
