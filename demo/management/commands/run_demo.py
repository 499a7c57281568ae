"""Run the whole shop locally with a PayPal simulator (`make run`). Ctrl-C stops all processes.

The shop opens and its background jobs begin when the demo is complete, so they never meet half of it. A first start
that was interrupted begins again from nothing.

`make dev` uses Django's development server and Vite's hot reload instead.
"""

import math
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from charityshop.branding.shop import current_shop
from demo.first_seeding import SIMULATOR_STATE, in_first_seeding, is_of_another_version, start_over, was_interrupted
from demo.sales import call_simulator

MANAGE = [sys.executable, str(settings.BASE_DIR / "manage.py")]
STARTS_WITHIN = 300  # seconds, on a machine that is busy with other things
NOT_STARTED = f"The shop did not start within {STARTS_WITHIN // 60} minutes. Its output above says why."
ENDS_WITHIN = 10  # seconds
IS_FREE_WITHIN = 5  # seconds: a port, after the demo that used it was killed
OTHER_PORT = "Choose another one: PORT=8010 make run"


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
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C
        processes = Processes()
        try:
            self.run(processes, hot=hot)
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
        finally:
            processes.end()

    def run(self, processes: "Processes", *, hot: bool) -> None:
        simulator_port = urlsplit(settings.PAYPAL_SIMULATOR_URL).port or 80
        for port in (settings.PORT, simulator_port):
            processes.wait_until(partial(is_free, port), IS_FREE_WITHIN, f"Port {port} is in use. {OTHER_PORT}")
        if was_interrupted():
            self.stdout.write("The first start was interrupted before the demo was complete, so it begins again.")
            start_over()
        self.stdout.write("Preparing the database …")
        self.stdout.flush()
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        processes.start(*simulator(simulator_port))
        processes.wait_until(partial(answers, f"{settings.PAYPAL_SIMULATOR_URL}/"), STARTS_WITHIN, NOT_STARTED)
        call_simulator("webhooks/hold", held=True)  # until somebody listens
        with in_first_seeding():
            call_command("seed_demo", stdout=self.stdout)  # orders are paid at the simulator
            self.stdout.flush()  # of PINs that no other start prints
        for command in hot_servers() if hot else [[sys.executable, "-m", "gunicorn"]]:
            processes.start(*command)
        address = "127.0.0.1" if hot else settings.BIND
        ready = Request(f"http://{address}:{settings.PORT}/readyz", headers={"Host": settings.SITE_HOST})
        processes.wait_until(partial(answers, ready), STARTS_WITHIN, NOT_STARTED)
        log = settings.STATE_DIR / settings.LOG_FILE
        with log.open("ab") as file:
            processes.start(*MANAGE, "upkeep", "--every", "10", stdout=file)
        call_simulator("webhooks/hold", held=False)
        self.stdout.write(f"PayPal simulator: {settings.PAYPAL_SIMULATOR_URL}/")
        if settings.DEMO_MAILS:
            self.stdout.write(f"Mails: {settings.SITE_URL}/demo/mails")
        rate = (settings.TAX_RATE * 100).normalize()
        self.stdout.write(f"Log: {log}")
        self.stdout.write(f"No money is real. The sales tax is {rate:f} % in this demo.")
        self.stdout.write(f"Ready: {settings.SITE_URL}")
        self.stdout.flush()
        processes.wait_until(lambda: False)


def simulator(port: int) -> list[str]:
    shop = ["--shop-origin", settings.SITE_URL, "--shop-origin", f"http://127.0.0.1:{settings.PORT}"]
    shop += ["--brand-name", current_shop().name]
    return [sys.executable, "-m", "paypal_simulator", "--port", str(port), *shop, "--state", str(SIMULATOR_STATE)]


def hot_servers() -> list[list[str]]:
    os.environ["DEBUG"] = "1"  # for the child processes only
    vite = ["npm", "--prefix", str(settings.BASE_DIR / "frontend"), "run", "dev"]
    return [[*MANAGE, "runserver", f"127.0.0.1:{settings.PORT}"], vite]


class Processes:
    """The processes of the demo, with what they start: a process group, so that Ctrl-C reaches only this process."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[bytes]] = []
        keeper = [sys.executable, "-m", "demo.keeper"]
        self.keeper = subprocess.Popen(keeper, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, process_group=0)  # noqa: S603

    def start(self, *command: str, stdout: IO[bytes] | None = None) -> None:
        group = self.keeper.pid
        process = subprocess.Popen(  # noqa: S603
            command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=stdout, process_group=group
        )
        self.running.append(process)

    def wait_until(self, is_true: Callable[[], bool], seconds: float = math.inf, problem: str = "") -> None:
        """Raise CommandError with the problem if it takes longer, or if a process ends."""
        deadline = time.monotonic() + seconds
        while not is_true():
            if ended := [process.args for process in self.running if process.poll() is not None]:
                raise CommandError(f"This process has ended: {ended[0]!r}")
            if time.monotonic() > deadline:
                raise CommandError(problem)
            time.sleep(0.1)

    def end(self) -> None:
        """Let all of the group end, and have the keeper kill what is left of it."""
        os.killpg(self.keeper.pid, signal.SIGTERM)
        for process in self.running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(ENDS_WITHIN)
        self.keeper.communicate()


def is_free(port: int) -> bool:
    with suppress(OSError):
        socket.create_server(("127.0.0.1", port)).close()
        return True
    return False


def answers(url: str | Request) -> bool:
    with suppress(OSError), urlopen(url, timeout=2):  # noqa: S310 - our own address
        return True
    return False
