"""A real shop starts only with its PayPal settings; a demo (simulator, test orders, known passwords) is asked for."""

import pytest

from tests.charityshop.settings.conftest import ROOT
from tests.charityshop.settings.test_settings import PRODUCTION
from tests.support.servers.running_shop import free_port

SERVER = ["-m", "gunicorn"]
UPKEEP = ["manage.py", "upkeep"]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.mark.parametrize(
    ("command", "missing", "sentence"),
    [
        (SERVER, "PAYPAL_ENVIRONMENT", "PAYPAL_ENVIRONMENT has to be set: live or sandbox for a shop, simulator for"),
        (UPKEEP, "PAYPAL_ENVIRONMENT", "PAYPAL_ENVIRONMENT has to be set"),
        (SERVER, "PAYPAL_WEBHOOK_ID", "PAYPAL_WEBHOOK_ID has to be set to the ID of your PayPal app's webhook"),
    ],
)
def test_a_shop_without_its_paypal_settings_does_not_start(start, port, command, missing, sentence):
    result = start(command, **PRODUCTION | {missing: "", "PORT": str(port)})

    assert result.returncode != 0
    assert sentence in result.stderr


def test_setup_commands_run_without_a_paypal_environment(start):
    result = start(["manage.py", "collectstatic", "--dry-run", "--noinput"], SITE_URL="https://tickets.example.org")

    assert result.returncode == 0, result.stderr


def test_the_demo_settings_are_off_by_default(start):
    names = "DEMO DEMO_MAILS TEST_ORDERS PAYPAL_SIMULATOR_URL PAYPAL_API_URL PAYPAL_CLIENT_SECRET ALLOWED_HOSTS"
    script = f"from charityshop import settings as s; print(*[getattr(s, name) or 'none' for name in {names.split()}])"

    assert start(["-c", script]).stdout.split() == ["none"] * len(names.split())
    demo = start(["-c", script], PAYPAL_ENVIRONMENT="simulator").stdout
    assert demo.startswith("True True True http://localhost:")


def test_a_secret_key_is_generated_only_in_the_demo(start, port):
    key = ROOT / ".run" / str(port) / "secret-key"
    try:
        start(["-c", "import charityshop.settings"], PORT=str(port))
        assert not key.exists()

        start(["-c", "import charityshop.settings"], PORT=str(port), PAYPAL_ENVIRONMENT="simulator")
        assert key.exists()
    finally:
        key.unlink(missing_ok=True)
        if key.parent.exists():
            key.parent.rmdir()


def test_run_demo_does_not_start_a_real_shop(start):
    result = start(["manage.py", "run_demo"], **PRODUCTION)

    assert result.returncode != 0
    assert "This is the demo: PAYPAL_ENVIRONMENT has to be simulator." in result.stderr
