"""`make run` from nothing, again and again on a busy machine: each first start gives the same demo.

`.ci/run` runs this, with BUSY=0 because other tests keep the machine busy there. BUSY says how many processes do that
here, by default one for each core, and STARTS how many more demos are started from nothing than the first, by default
one.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url, rows_of
from tests.support.servers.running_shop import free_port

ROOT = Path(__file__).resolve().parents[2]
STARTS = int(os.environ.get("STARTS") or 1)
BUSY = int(os.environ.get("BUSY") or os.cpu_count() or 1)
STARTS_WITHIN = 600  # seconds, on a machine as busy as this
ANNOUNCED = ("Added", "Demo sign-in", "Seats for", "Door of", "Phone (", "Tables of", "Past date", "Figures", "Mails")
ANNOUNCED += ("Ready",)
# What background jobs and webhooks add when the demo is complete.
LATER = {"Outgoing", "WebhookEvent", "Retry", "Session", "HandledRequest", "LogEntry", "Counter"}


@pytest.fixture(autouse=True, scope="module")
def busy_machine() -> Iterator[None]:
    command = [sys.executable, "-c", "while True: pass"]
    hogs = [subprocess.Popen(command) for _ in range(BUSY)]
    yield
    for hog in hogs:
        hog.kill()
        hog.wait()


class Demo:
    """A separate demo, with its own ports, database and files."""

    def __init__(self) -> None:
        self.port = find_ports()
        self.folder = ROOT / ".run" / str(self.port)
        self.database_url = f"sqlite:///{self.folder / 'shop.sqlite3'}"
        if connection.vendor == "postgresql":
            name = f"demo_{uuid4().hex[:12]}"
            on_the_server(f"CREATE DATABASE {name}")
            self.database_url = postgresql_url(name)
        self.lines: list[str] = []

    def __enter__(self) -> "Demo":
        return self

    def __exit__(self, *error: object) -> None:
        self.end(signal.SIGTERM)
        drop(self.database_url)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, until: str = "Ready") -> list[str]:
        """Start it, and wait until it prints a line that begins so. Return the lines that it announces."""
        changes = {"PORT": str(self.port), "DATABASE_URL": self.database_url, "PYTHONUNBUFFERED": "1"}
        changes |= {"DJANGO_SETTINGS_MODULE": "charityshop.settings"}
        changes |= {"PAYPAL_SIMULATOR_URL": ""}  # its own, not the tests' address where nobody listens
        self.running = subprocess.Popen(
            [sys.executable, "manage.py", "run_demo"],
            cwd=ROOT,
            env=os.environ | changes,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines: list[str] = []
        deadline = time.monotonic() + STARTS_WITHIN
        for line in self.running.stdout or ():
            lines.append(line)
            if line.startswith(until):
                break
            assert time.monotonic() < deadline, "".join(lines)
        else:
            raise AssertionError("It did not start:\n" + "".join(lines))
        assert not [line for line in lines if re.search(r" (INFO|security) ", line)], "These are for the log's file."
        announced = [line.strip() for line in lines if line.startswith(ANNOUNCED)]
        return [re.sub(r"https?://\S+|PIN \d{6}", "…", line) for line in announced]

    def end(self, number: signal.Signals) -> None:
        """Send a signal to this process alone, and wait until it and its processes have ended."""
        if self.running.poll() is None:
            self.running.send_signal(number)
        if self.running.stdout:
            self.running.stdout.read()  # until the last of them has closed it
            self.running.stdout.close()
        self.running.wait()

    def count_rows(self) -> dict[str, int]:
        tables = {model.__name__: model._meta.db_table for model in apps.get_models() if model._meta.managed}
        return {
            name: rows_of(self.database_url, f"SELECT count(*) FROM {table}")[0][0]
            for name, table in tables.items()
            if name not in LATER
        }


def find_ports() -> int:
    """Return a free port, for which the simulator's port is free, too."""
    while True:
        with suppress(OSError, OverflowError):  # in use, or too large
            return free_port(free_port() + 100) - 100


@pytest.fixture(scope="module")
def first_start() -> tuple[list[str], dict[str, int]]:
    """What a first start announces, and how many rows it makes."""
    with Demo() as demo:
        return demo.start(), demo.count_rows()


def test_a_first_start_announces_what_the_readme_says(first_start: tuple[list[str], dict[str, int]]) -> None:
    announced = "\n".join(first_start[0])

    assert "Added 5 of 5: orders." in announced
    assert all(added == of for added, of in re.findall(r"Added (\d+) of (\d+)", announced)), announced
    assert announced.count("Demo sign-in") == 4
    assert [line.split(":")[0] for line in first_start[0] if "PIN" in line or line.startswith("Phone")] == [
        "Phone (door)",
        "Phone (till)",
        "Phone (tables)",
    ]
    for begins in ("Seats for tonight", "Door of", "Tables of", "Past date: …", "Figures", "Ready"):
        assert f"\n{begins}" in announced


@pytest.mark.parametrize(
    ("at", "number"),
    [("Demo sign-in", signal.SIGKILL), ("Added 5 of 5: orders", signal.SIGTERM), ("Added 1 of 1", signal.SIGKILL)],
)
def test_after_an_interrupted_first_start_the_second_gives_the_same_demo(
    first_start: tuple[list[str], dict[str, int]], at: str, number: signal.Signals
) -> None:
    with Demo() as demo:
        demo.start(until=at)
        demo.end(number)

        assert (demo.start(), demo.count_rows()) == first_start


@pytest.mark.parametrize("number", range(STARTS))
def test_each_first_start_gives_the_same_demo_which_a_second_start_after_a_kill_leaves_alone(
    first_start: tuple[list[str], dict[str, int]], number: int
) -> None:
    with Demo() as demo:
        assert (demo.start(), demo.count_rows()) == first_start
        demo.end(signal.SIGKILL)

        announced = demo.start()

        assert "orders" not in "".join(announced)
        assert demo.count_rows() == first_start[1]
