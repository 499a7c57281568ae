"""The shop as people meet it: gunicorn on a free port, a database of its own, the PayPal simulator beside it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import requests
from django.conf import settings
from django.db import connection

from paypal_simulator.server import Simulator, serve

ROOT = Path(__file__).resolve().parent.parent
STARTS_WITHIN = 30  # seconds
STAFF = {"email": "staff@example.com", "password": "a few random words"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningShop:
    """`with RunningShop() as shop:` serves at `shop.url`. `flags` are environment variables of the shop."""

    def __init__(self, *, workers: int = 2, flags: dict[str, str] | None = None, seed: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="running-shop-"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.simulator: Simulator = serve(shop_origins=(self.url,), hold_seconds=1.0)
        self.database = f"shop_{uuid4().hex[:12]}"
        self.workers = workers
        self.environment = os.environ | self.variables() | (flags or {})
        self.seed = seed
        self.server: subprocess.Popen[bytes] | None = None

    def variables(self) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "charityshop.settings",
            "DATABASE_URL": self.database_url(),
            "MEDIA_ROOT": str(self.folder / "media"),
            "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
            "SITE_URL": self.url,
            "PORT": str(self.port),
            "PAYPAL_SIMULATOR_URL": self.simulator.url,
            "PAYPAL_TIMEOUT": "2",
            "WEB_WORKERS": str(self.workers),
            "WEB_THREADS": "4",
            "THROTTLE_REGISTER": "100000",
            "EMAIL_URL": "consolemail://",
        }

    def database_url(self) -> str:
        if connection.vendor == "sqlite":
            return f"sqlite:///{self.folder / 'shop.sqlite3'}"
        server = settings.DATABASES["default"]
        host = server["OPTIONS"].get("host") or server["HOST"]
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {self.database}")
        return f"postgresql://{server['USER']}:{server['PASSWORD']}@/{self.database}?host={host}"

    # --- Starting and ending ---------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        self.manage("migrate", "--verbosity", "0")
        self.manage("createcachetable")
        names = {"DJANGO_SUPERUSER_PASSWORD": STAFF["password"]}
        staff = ["--noinput", "--email", STAFF["email"], "--first_name", "Sam", "--last_name", "Staff"]
        self.manage("createsuperuser", *staff, **names)
        if self.seed:
            self.manage("seed_events")
        self.start()
        return self

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "-c", "python:charityshop.web_server", "--log-level", "warning"]
        with (self.folder / "server.log").open("ab") as log:
            self.server = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.is_ready():
            if self.server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("The shop did not start:\n" + (self.folder / "server.log").read_text())
            time.sleep(0.05)

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except requests.RequestException:
            return False

    def stop(self) -> None:
        if self.server:
            self.server.terminate()
            self.server.wait(15)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        self.simulator.stop()
        if connection.vendor != "sqlite":
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")

    # --- What tests do with it -------------------------------------------------------------------------------------

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a manage.py command against this shop; its output. A failure raises with what it said."""
        return self.python("manage.py", *arguments, **variables)

    def python(self, *arguments: str, **variables: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment | variables, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise AssertionError(f"{arguments} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def check_books(self) -> str:
        return self.manage("check_books")

    def client(self) -> "Client":
        return Client(self.url)

    def as_staff(self) -> "Client":
        client = self.client()
        client.call("POST", "/api/users/auth", STAFF).raise_for_status()
        return client

    def add_night(self, **fields: Any) -> dict[str, Any]:
        """A published night, made as staff make it."""
        staff = self.as_staff()
        made = staff.call("POST", "/api/products", {})
        made.raise_for_status()
        saved = staff.call("PUT", f"/api/products/{made.json()['_id']}", fields)
        saved.raise_for_status()
        return dict(saved.json())

    def crowd(self, number: int) -> list["Client"]:
        """Buyers who are signed in already."""
        keys = json.loads(self.python("-m", "tests.crowd", str(number)))
        return [Client(self.url, session=key) for key in keys]


class Client:
    """A plain HTTP client with a cookie jar."""

    def __init__(self, url: str, session: str | None = None) -> None:
        self.url = url
        self.http = requests.Session()
        if session:
            self.http.cookies.set("sessionid", session)

    def call(self, method: str, path: str, body: object = None, **options: Any) -> requests.Response:
        return self.http.request(method, f"{self.url}{path}", json=body, timeout=60, **options)
