"""Run the whole shop locally with a PayPal simulator (`make run`). Ctrl-C stops all processes.

The shop opens and its background jobs begin when the demo is complete, so they never meet half of it. A first start
that was interrupted begins again from nothing.

`make dev` uses Django's development server and Vite's hot reload instead.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from charityshop.branding.shop import current_shop
from demo.first_seeding import SIMULATOR_STATE, in_first_seeding, is_of_another_version, start_over, was_interrupted
from demo.sales import call_simulator

MANAGE = settings.BASE_DIR / "manage.py"
STARTS_WITHIN = 300  # seconds, on a machine that is busy with other things
ENDS_WITHIN = 10  # seconds
IS_FREE_WITHIN = 5  # seconds: a port, after the demo that used it was killed


class Command(BaseCommand):
    help = "Prepare the database, load demo data, and start the shop, the PayPal simulator and upkeep."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hot", action="store_true", help="Reload on every change, for development.")

    def handle(self, *args: Any, hot: bool, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError(
                "This is the demo: PAYPAL_ENVIRONMENT has to be simulator. For a real shop see docs/deploying.md."
            )
        if not was_interrupted() and is_of_another_version():
            database = "" if settings.SQLITE else " and empty the database"
            raise CommandError(
                f"Another version of the shop made this demo. Delete {settings.STATE_DIR}{database}, then run it again."
            )
        simulator_port = urlsplit(settings.PAYPAL_SIMULATOR_URL).port or 80
        for port in (settings.PORT, simulator_port):
            refuse_taken(port)
        signal.signal(signal.SIGTERM, end_like_ctrl_c)
        processes = Processes()
        try:
            if was_interrupted():
                self.stdout.write("The first start was interrupted before the demo was complete, so it begins again.")
                start_over()
            call_command("migrate", verbosity=0)
            call_command("createcachetable", verbosity=0)
            processes.start(*self.simulator(simulator_port))
            processes.wait_until_all_answer([f"{settings.PAYPAL_SIMULATOR_URL}/"])
            call_simulator("webhooks/hold", held=True)  # until somebody listens
            with in_first_seeding():
                call_command("seed_events", stdout=self.stdout)
                call_command("seed_demo", stdout=self.stdout)  # orders are paid at the simulator
                self.stdout.flush()  # of PINs that no other start prints
            for command in self.servers(hot):
                processes.start(*command)
            processes.wait_until_all_answer([f"http://127.0.0.1:{settings.PORT}/readyz"])
            processes.start(sys.executable, str(MANAGE), "upkeep", "--every", "10")
            call_simulator("webhooks/hold", held=False)
            self.stdout.write(f"PayPal simulator: {settings.PAYPAL_SIMULATOR_URL}/")
            if settings.DEMO_MAILS:
                self.stdout.write(f"Mails: {settings.SITE_URL}/demo/mails")
            self.stdout.write(f"Ready: {settings.SITE_URL}")
            self.stdout.flush()
            processes.watch()
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
        finally:
            processes.end()

    def simulator(self, port: int) -> list[str]:
        shop = ["--shop-origin", settings.SITE_URL, "--shop-origin", f"http://127.0.0.1:{settings.PORT}"]
        shop += ["--brand-name", current_shop().name]
        return [sys.executable, "-m", "paypal_simulator", "--port", str(port), *shop, "--state", str(SIMULATOR_STATE)]

    def servers(self, hot: bool) -> list[list[str]]:
        if not hot:
            return [[sys.executable, "-m", "gunicorn"]]
        os.environ["DEBUG"] = "1"  # for the child processes only
        vite = ["npm", "--prefix", str(settings.BASE_DIR / "frontend"), "run", "dev"]
        return [[sys.executable, str(MANAGE), "runserver", f"127.0.0.1:{settings.PORT}"], vite]


class Processes:
    """The processes of the demo, which end with this one: all that it started, and what they started."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[bytes]] = []
        self.keeper = start(sys.executable, "-m", "demo.keeper", stdin=subprocess.PIPE)

    def start(self, *command: str) -> None:
        process = start(*command)
        self.running.append(process)
        if self.keeper.stdin:
            self.keeper.stdin.write(f"{process.pid}\n".encode())
            self.keeper.stdin.flush()

    def wait_until_all_answer(self, urls: Iterable[str]) -> None:
        def all_answer() -> bool:
            self.refuse_dead()
            return all(map(answers, urls))

        if not wait_until(all_answer, STARTS_WITHIN):
            minutes = STARTS_WITHIN // 60
            raise CommandError(f"The shop did not start within {minutes} minutes. Its output above says why.")

    def watch(self) -> None:
        while True:
            self.refuse_dead()
            time.sleep(0.5)

    def refuse_dead(self) -> None:
        for process in self.running:
            if process.poll() is not None:
                raise CommandError(f"This process has ended: {process.args!r}")

    def end(self) -> None:
        """Stop each process and its children, which npm and Django's reloader would leave running."""
        for process in self.running:
            signal_group(process, signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                signal_group(process, signal.SIGKILL)
        self.keeper.kill()  # before others can get the IDs that it knows


def refuse_taken(port: int) -> None:
    if not wait_until(lambda: is_free(port), IS_FREE_WITHIN):
        raise CommandError(f"Port {port} is in use. Choose another one: PORT=8010 make run")


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def wait_until(is_true: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def start(*command: str, stdin: int | None = None) -> subprocess.Popen[bytes]:
    """Start a process in its own session, so that Ctrl-C is passed on by this process, in order."""
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=os.environ, stdin=stdin, start_new_session=True)  # noqa: S603


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def end_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
