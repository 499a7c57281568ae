"""A running shop: gunicorn on a free port, with its own database and a PayPal simulator."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from paypal_simulator.server import Simulator, serve
from tests.support.servers.prepare import STAFF
from tests.support.servers.prepared_database import (
    ROOT,
    drop,
    load_demo_data,
    new_database,
    prepare,
    rows_of,
    run_python,
)

STARTS_WITHIN = 180  # seconds, on a machine that is busy with other things
WEBHOOK_TIMEOUT = 60  # seconds
PATIENCE = 180  # seconds; two deliveries of a webhook may take WEBHOOK_TIMEOUT each
UNHURRIED = {"PAYPAL_TIMEOUT": "60"}  # flags for tests that are not about slow answers of PayPal's


def free_port(number: int = 0) -> int:
    """Return a free port, or this one if it is free. For a minute, the system gives it to nobody who asks for any port.

    A closed connection has that effect. Servers may use the port, because they bind it with SO_REUSEADDR.
    """
    with socket.create_server(("127.0.0.1", number)) as server, socket.create_connection(server.getsockname()):
        server.accept()[0].close()
        return int(server.getsockname()[1])


class RunningShop:
    """`with RunningShop() as shop:` serves at `shop.url`.

    `flags` are environment variables of the shop. With `hooks`, those of tests/resilience/hooks.py, it uses the
    tests' settings. With `webhooks`, PayPal sends it webhooks. Several `servers` share one database, and a crowd's
    buyers alternate between them. `database_url` names an empty database to use instead of a new one.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        servers: int = 1,
        flags: dict[str, str] | None = None,
        hooks: dict[str, str] | None = None,
        webhooks: bool = False,
        seed: bool = False,
        database_url: str = "",
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="running-shop-"))
        self.ports = [free_port() for _ in range(servers)]
        self.urls = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.url = self.urls[0]
        webhook_url = f"{self.url}/api/webhooks/paypal" if webhooks else None
        quick = {"hold_seconds": 1.0, "webhook_backoff": 0.1, "webhook_timeout": WEBHOOK_TIMEOUT}
        self.simulator: Simulator = serve(shop_origins=tuple(self.urls), webhook_url=webhook_url, **quick)
        self.workers = workers
        self.flags = flags or {}
        self.hooks = hooks or {}
        self.owns_database = not database_url
        self.database_url = database_url or new_database(self.folder)
        if database_url:
            prepare(database_url)
        self.seed = seed
        self.running: list[subprocess.Popen[bytes]] = []
        self.staff_session = ""

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | self.variables() | self.flags | self.hooks

    def variables(self) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "tests.settings" if self.hooks else "charityshop.settings",
            "DATABASE_URL": self.database_url,
            "MEDIA_ROOT": str(self.folder / "media"),
            "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
            "SITE_URL": self.url,
            "PORT": str(self.ports[0]),
            "PAYPAL_ENVIRONMENT": "simulator",
            "PAYPAL_SIMULATOR_URL": self.simulator.url,
            "PAYPAL_TIMEOUT": "2",
            "WEB_WORKERS": str(self.workers),
            "WEB_THREADS": "8",
            "RESPONSE_MAX_AGE": "0",  # visitors see a test's changes immediately
            "LIMITS_FACTOR": "1000",
            "EMAIL_URL": "consolemail://",
        }

    # --- Starting and ending ---------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        if self.seed:
            load_demo_data(self.folder, self.database_url, lambda: self.manage("seed_events"))
        self.start()
        return self

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "--log-level", "warning"]
        with (self.folder / "server.log").open("ab") as log:
            for port in self.ports:
                environment = self.environment | {"PORT": str(port)}
                self.running.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log))
        deadline = time.monotonic() + STARTS_WITHIN
        while not all(self.is_ready(url) for url in self.urls):
            if any(server.poll() is not None for server in self.running) or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError("The shop did not start:\n" + (self.folder / "server.log").read_text())
            time.sleep(0.05)

    def is_ready(self, url: str) -> bool:
        try:
            return requests.get(f"{url}/readyz", timeout=2).status_code == 200
        except requests.RequestException:
            return False

    def stop(self) -> None:
        for server in self.running:
            server.terminate()
        for server in self.running:
            server.wait(60)  # Gunicorn gives requests 20 seconds to end
        self.running = []

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        if error and not isinstance(error, AssertionError | KeyboardInterrupt):
            sys.stderr.write("".join((self.folder / "server.log").read_text().splitlines(keepends=True)[-20:]))
        self.simulator.stop()
        if self.owns_database:
            drop(self.database_url)
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- What tests call -------------------------------------------------------------------------------------------

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a manage.py command for this shop. Return its output, or raise AssertionError with it."""
        return self.python("manage.py", *arguments, **variables)

    def python(self, *arguments: str, **variables: str) -> str:
        return run_python(arguments, self.environment | variables)

    def check_books(self, *options: str) -> str:
        return self.manage("check_books", *options)

    def control(self, path: str, **body: object) -> dict[str, Any]:
        """Make something happen at PayPal."""
        answer = requests.post(f"{self.simulator.url}/_control/{path}", json=body, timeout=PATIENCE)
        answer.raise_for_status()
        return dict(answer.json())

    def at_paypal(self) -> dict[str, Any]:
        """Return PayPal's state: orders, captures, refunds, webhooks."""
        return dict(requests.get(f"{self.simulator.url}/_control/state", timeout=PATIENCE).json())

    def client(self) -> "Client":
        return Client(self.url)

    def as_staff(self) -> "Client":
        """Return a client with a shared session, because hashing the password takes most of a test's time."""
        staff = Client(self.url, session=self.staff_session)
        if not self.staff_session or not staff.call("GET", "/api/users/profile").ok:
            staff = self.client()
            staff.call("POST", "/api/users/auth", STAFF).raise_for_status()
            self.staff_session = staff.http.cookies["sessionid"]
        return staff

    def add_event(self, **fields: Any) -> dict[str, Any]:
        """Publish an event through the API, and return it."""
        staff = self.as_staff()
        made = staff.ask("POST", "/api/products", {})
        return dict(staff.ask("PUT", f"/api/products/{made['_id']}", fields))

    def crowd(self, number: int, *names: str) -> list["Client"]:
        """Create buyers named Buyer 1 and so on, or all with these names, and return their signed-in clients."""
        keys = json.loads(self.python("-m", "tests.support.crowd", str(number), *names))
        return [Client(url, session=key) for key, url in zip(keys, cycle(self.urls), strict=False)]

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Run SQL on the shop's database."""
        return rows_of(self.database_url, sql)


# A server closes idle connections, and a request may arrive just then. Browsers repeat it.
RETRY_ONCE = Retry(total=1, connect=0, read=1, status=0, other=0, allowed_methods=["GET"])


class Client:
    """An HTTP client with a cookie jar."""

    patience = 60  # seconds; more for a crowd of a thousand

    def __init__(self, url: str, session: str | None = None) -> None:
        self.url = url
        self.http = requests.Session()
        self.http.mount("http://", HTTPAdapter(max_retries=RETRY_ONCE))
        if session:
            self.http.cookies.set("sessionid", session)

    def call(self, method: str, path: str, body: object = None, **options: Any) -> requests.Response:
        return self.http.request(method, f"{self.url}{path}", json=body, timeout=self.patience, **options)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Make a call that has to succeed. Return the JSON of its answer."""
        answer = self.call(method, path, body)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None
