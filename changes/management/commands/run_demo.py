"""Run the whole shop locally with a PayPal simulator (`make run`). Ctrl-C stops all processes.

`make dev` uses Django's development server and Vite's hot reload instead.
"""

import os
import signal
import socket
import subprocess
import sys
import time
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

STARTS_WITHIN = 60  # seconds
ENDS_WITHIN = 10  # seconds


class Command(BaseCommand):
    help = "Prepare the database, load demo data, and start the shop, the PayPal simulator and upkeep."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hot", action="store_true", help="Reload on every change, for development.")

    def handle(self, *args: Any, hot: bool, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError(
                "This is the demo: PAYPAL_ENVIRONMENT has to be simulator. For a real shop see README.md."
            )
        simulator_port = urlsplit(settings.PAYPAL_SIMULATOR_URL).port or 80
        for port in (settings.PORT, simulator_port):
            refuse_taken(port)
        signal.signal(signal.SIGTERM, end_like_ctrl_c)
        running: list[subprocess.Popen[bytes]] = []
        try:
            call_command("migrate", verbosity=0)
            call_command("createcachetable", verbosity=0)
            call_command("seed_events", stdout=self.stdout)
            running += [start(*command) for command in self.commands(simulator_port, hot)]
            self.wait_until_ready(running)
            call_command("seed_demo", stdout=self.stdout)  # orders are paid at the simulator
            self.stdout.write(f"PayPal simulator: {settings.PAYPAL_SIMULATOR_URL}/")
            if settings.DEMO_MAILS:
                self.stdout.write(f"Mails: {settings.SITE_URL}/demo/mails")
            self.stdout.write(f"Ready: {settings.SITE_URL}")
            self.stdout.flush()
            watch(running)
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
        finally:
            end(running)

    def commands(self, simulator_port: int, hot: bool) -> list[list[str]]:
        python, manage = sys.executable, str(settings.BASE_DIR / "manage.py")
        state = str(settings.STATE_DIR / "paypal")
        shop = ["--shop-origin", settings.SITE_URL, "--shop-origin", f"http://127.0.0.1:{settings.PORT}"]
        shop += ["--brand-name", current_shop().name]
        web = [[python, "-m", "gunicorn"]]
        if hot:
            os.environ["DEBUG"] = "1"  # for the child processes only
            vite = ["npm", "--prefix", str(settings.BASE_DIR / "frontend"), "run", "dev"]
            web = [[python, manage, "runserver", f"127.0.0.1:{settings.PORT}"], vite]
        return [
            [python, "-m", "paypal_simulator", "--port", str(simulator_port), *shop, "--state", state],
            *web,
            [python, manage, "upkeep", "--every", "10"],
        ]

    def wait_until_ready(self, running: list[subprocess.Popen[bytes]]) -> None:
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            refuse_dead(running)
            if answers(f"http://127.0.0.1:{settings.PORT}/readyz") and answers(f"{settings.PAYPAL_SIMULATOR_URL}/"):
                return
            time.sleep(0.1)
        raise CommandError("The shop did not start within a minute. Its output above says why.")


def refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise CommandError(f"Port {port} is in use. Choose another one: PORT=8010 make run") from None


def start(*command: str) -> subprocess.Popen[bytes]:
    """Start a process in its own session, so that Ctrl-C is passed on by this process, in order."""
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=os.environ, start_new_session=True)  # noqa: S603


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def refuse_dead(running: list[subprocess.Popen[bytes]]) -> None:
    for process in running:
        if process.poll() is not None:
            raise CommandError(f"This process has ended: {process.args!r}")


def watch(running: list[subprocess.Popen[bytes]]) -> None:
    while True:
        refuse_dead(running)
        time.sleep(0.5)


def end_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def end(running: list[subprocess.Popen[bytes]]) -> None:
    """Stop each process and its children, which npm and Django's reloader would leave running."""
    for process in running:
        signal_group(process, signal.SIGTERM)
    for process in running:
        try:
            process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            signal_group(process, signal.SIGKILL)


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
