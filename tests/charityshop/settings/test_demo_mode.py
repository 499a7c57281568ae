"""Demo mode (PayPal simulator, test orders, published passwords) must be enabled explicitly."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.servers.running_shop import free_port

ROOT = Path(__file__).resolve().parents[3]
MESSAGE = "PAYPAL_ENVIRONMENT has to be set: live or sandbox for a shop, simulator for a demo without real money."
SECRET = "kT9-vQ2xLr7_mZ4wBn8sYc1dHf6gJp3aUe5oXi0tRq-NzVbWkS"
SERVER = ["-m", "gunicorn"]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def run(tmp_path: Path, port: int) -> Run:
    """Run a command with only these settings in the environment."""

    def command(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        base = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{tmp_path / 'shop.sqlite3'}", "PORT": str(port)}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT, env=base | variables, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip

    return command


@pytest.fixture
def taken_port(port: int) -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", port))
        listening.listen()
        yield port


@pytest.mark.parametrize(
    ("command", "site"),
    [
        (SERVER, "https://tickets.example.org"),
        (["manage.py", "upkeep"], "https://tickets.example.org"),
        (["manage.py", "check", "--deploy"], "https://tickets.example.org"),
    ],
)
def test_a_shop_without_a_paypal_environment_does_not_start(run: Run, command: list[str], site: str) -> None:
    result = run(*command, SITE_URL=site, SECRET_KEY="x" * 50, ALLOWED_HOSTS="tickets.example.org")

    assert result.returncode != 0
    assert MESSAGE in result.stderr


def test_setup_commands_run_without_a_paypal_environment(run: Run) -> None:
    result = run("manage.py", "collectstatic", "--dry-run", "--noinput", SITE_URL="https://tickets.example.org")

    assert result.returncode == 0, result.stderr


def test_the_demo_settings_are_off_by_default(run: Run, port: int) -> None:
    names = "DEMO DEMO_MAILS TEST_ORDERS PAYPAL_SIMULATOR_URL PAYPAL_API_URL PAYPAL_CLIENT_SECRET ALLOWED_HOSTS"
    script = f"from charityshop import settings as s; print(*[getattr(s, name) or 'none' for name in {names.split()}])"

    assert run("-c", script).stdout.split() == ["none"] * len(names.split())
    assert run("-c", script, PAYPAL_ENVIRONMENT="simulator").stdout.startswith("True True True http://localhost:")


def test_a_secret_key_is_generated_only_in_the_demo(run: Run, port: int) -> None:
    key = ROOT / ".run" / str(port) / "secret-key"
    try:
        run("manage.py", "migrate", "--verbosity", "0")
        assert not key.exists()

        run("-c", "import charityshop.settings", PAYPAL_ENVIRONMENT="simulator")
        assert key.exists()
    finally:
        key.unlink(missing_ok=True)
        if key.parent.exists():
            key.parent.rmdir()


def test_run_demo_sets_the_demo_environment(run: Run, taken_port: int) -> None:
    result = run("manage.py", "run_demo", SECRET_KEY="x")

    assert f"Port {taken_port} is in use." in result.stderr


@pytest.mark.parametrize("where", ["live", "sandbox"])
def test_run_demo_does_not_start_a_live_or_sandbox_shop(run: Run, where: str) -> None:
    result = run(
        "manage.py", "run_demo", PAYPAL_ENVIRONMENT=where, SECRET_KEY=SECRET,
        PAYPAL_CLIENT_ID="id", PAYPAL_CLIENT_SECRET="secret", PAYPAL_WEBHOOK_ID="webhook",
        SITE_URL="https://tickets.example.org", ALLOWED_HOSTS="tickets.example.org",
    )  # fmt: skip

    assert result.returncode != 0
    assert "This is the demo: PAYPAL_ENVIRONMENT has to be simulator." in result.stderr
