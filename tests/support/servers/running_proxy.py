"""Caddy in front of a running shop, with the configuration that is deployed."""

import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import requests
import yaml

from tests.support.connection import TIMEOUT, Connection
from tests.support.servers.running_shop import ROOT, RunningShop, free_port

STARTS_WITHIN = 60  # seconds


class RunningProxy:
    """`with RunningProxy() as proxy:` chooses ports; a shop with `proxy.shop_flags` is served by `proxy.start(shop)`.

    Caddy listens on 127.0.0.1 and issues a certificate for localhost.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="running-proxy-"))
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://localhost:{self.port}"
        self.certificate = self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def shop_flags(self) -> dict[str, str]:
        return {"SITE_URL": self.url, "ALLOWED_HOSTS": "localhost,127.0.0.1", "TRUSTED_PROXIES": "127.0.0.1"}

    def start(self, shop: RunningShop) -> None:
        variables = {
            "SHOP_HOST": "localhost",
            "SHOP_UPSTREAM": f"127.0.0.1:{shop.ports[0]}",
            "GOMEMLIMIT": deployed_memory_limit(),
            "PROXY_BIND": "127.0.0.1",
            "HTTP_PORT": str(self.plain_port),
            "HTTPS_PORT": str(self.port),
            "CADDY_ADMIN": f"unix/{self.folder / 'admin.sock'}",
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        command = [find_caddy(), "run", "--config", "deploy/Caddyfile"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=os.environ | variables, stdout=log, stderr=log)
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Caddy did not start:\n" + self.log.read_text())
            time.sleep(0.05)

    @property
    def log(self) -> Path:
        return self.folder / "caddy.log"

    def is_ready(self) -> bool:
        try:
            return self.certificate.exists() and self.get("/readyz").status_code == 200
        except requests.RequestException:
            return False

    def get(self, path: str) -> requests.Response:
        """Send a GET request over a new connection."""
        return requests.get(f"{self.url}{path}", verify=str(self.certificate), timeout=TIMEOUT)

    def client(self) -> requests.Session:
        client = requests.Session()
        client.verify = str(self.certificate)
        client.trust_env = False  # which could name other certificates
        return client

    def connect(self) -> Connection:
        """Open a TLS connection for HTTP/1.1."""
        context = ssl.create_default_context(cafile=self.certificate)
        return Connection(self.port, context=context)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


def find_caddy() -> str:
    """Return the path of Caddy: of the environment that runs the tests, or else of the machine."""
    caddy = shutil.which("caddy", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if caddy is None:
        raise RuntimeError("Caddy is missing. Install it: make .venv/checks.")
    return caddy


def deployed_memory_limit() -> str:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return str(compose["services"]["proxy"]["environment"]["GOMEMLIMIT"])
