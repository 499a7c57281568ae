"""Settings of services, credentials and the demo, as a starting shop reads them."""

import pytest

from charityshop.checks import is_well_known
from charityshop.settings.env import parse_email_url
from tests.charityshop.settings.conftest import ROOT
from tests.charityshop.settings.test_settings import DEMO, PRODUCTION
from tests.support.servers.running_shop import free_port

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtp+tls://tickets%40example.org:p%2Fss@smtp.example.org:587",
            {
                "EMAIL_BACKEND": SMTP,
                "EMAIL_HOST": "smtp.example.org",
                "EMAIL_PORT": 587,
                "EMAIL_USE_TLS": True,
                "EMAIL_USE_SSL": False,
                "EMAIL_HOST_USER": "tickets@example.org",
                "EMAIL_HOST_PASSWORD": "p/ss",
            },
        ),
        ("smtp+ssl://smtp.example.org:465", {"EMAIL_BACKEND": SMTP, "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": True}),
        ("smtp://localhost:25", {"EMAIL_BACKEND": SMTP, "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False}),
        (
            "filemail:////var/mails",
            {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": "/var/mails"},
        ),
        ("consolemail://", {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}),
    ],
)
def test_a_mail_server_url(url, expected):
    assert parse_email_url(url).items() >= expected.items()


START = "import django; django.setup(); from charityshop.checks import check_startup; check_startup()"
WELL_KNOWN = {
    "DATABASE_URL": "postgresql://shop:shop@db.example.org/shop",
    "CACHE_URL": "redis://default:redis@cache.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://tickets%40example.org:changeme@smtp.example.org:587",
    "STORAGE_URL": "s3://minioadmin:minioadmin@s3.example.org/pictures",
}
CHOSEN = {
    "DATABASE_URL": "postgresql://shop_app:pQ7-vL2xKr9_mZ4w@db.example.org/shop",
    "CACHE_URL": "redis://cache.example.org:6379/0",
    "STORAGE_URL": "s3://key:pQ7-vL2xKr9_mZ4w@s3.example.org/pictures",
}


def test_well_known_passwords_stop_the_start_and_are_not_shown(start):
    response = start(["-c", START], **PRODUCTION | WELL_KNOWN)

    assert response.returncode == 1
    for variable, url in WELL_KNOWN.items():
        assert f"{variable} has a well-known password. Choose a random one." in response.stderr
        assert url not in response.stderr


@pytest.mark.parametrize(
    "variables",
    [PRODUCTION | CHOSEN, DEMO | {"DATABASE_URL": WELL_KNOWN["DATABASE_URL"]}],
    ids=["chosen ones in a shop", "well-known ones in the demo"],
)
def test_other_passwords_are_accepted(start, variables):
    assert start(["-c", START], **variables).stderr == ""


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("postgresql://postgres:postgres@db.example.org/shop", True),
        ("postgresql://ana:ANA@db.example.org/shop", True),
        ("postgresql://shop_app:Password@db.example.org/shop", True),
        ("s3://key:%73ecret@s3.example.org/pictures", True),
        ("postgresql://db.example.org/shop?user=shop_app&password=postgres", True),
        ("postgresql://db.example.org/shop?user=ana&password=ana", True),
        ("postgresql://db.example.org/shop?user=shop_app&password=pQ7-vL2xKr9_mZ4w", False),
        ("postgresql://shop_app:pQ7-vL2xKr9_mZ4w@db.example.org/shop", False),
        ("postgresql:///shop", False),  # peer authentication
        ("", False),
    ],
)
def test_well_known_passwords_are_found_in_all_parts_of_the_url(url, found):
    assert is_well_known(url) is found


SERVER = ["-m", "gunicorn"]
UPKEEP = ["manage.py", "upkeep"]


@pytest.mark.parametrize(
    ("command", "missing", "sentence"),
    [
        (SERVER, "PAYPAL_ENVIRONMENT", "PAYPAL_ENVIRONMENT has to be set: live or sandbox for a shop, simulator for"),
        (UPKEEP, "PAYPAL_ENVIRONMENT", "PAYPAL_ENVIRONMENT has to be set"),
        (SERVER, "PAYPAL_WEBHOOK_ID", "PAYPAL_WEBHOOK_ID has to be set to the ID of your PayPal app's webhook"),
    ],
)
def test_a_shop_without_its_paypal_settings_does_not_start(start, command, missing, sentence):
    result = start(command, **PRODUCTION | {missing: "", "PORT": str(free_port())})

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


def test_a_private_secret_key_is_generated_once_and_only_in_the_demo(start):
    port = free_port()
    key = ROOT / ".run" / str(port) / "secret-key"
    try:
        start(["-c", "import charityshop.settings"], PORT=str(port))
        assert not key.exists()

        script = "from charityshop import settings; print(settings.SECRET_KEY)"
        used = {start(["-c", script], PORT=str(port), PAYPAL_ENVIRONMENT="simulator").stdout.strip() for _ in range(2)}
        assert used == {key.read_text().strip()}
        assert len(used.pop()) >= 50
        assert key.stat().st_mode & 0o777 == 0o600
    finally:
        key.unlink(missing_ok=True)
        if key.parent.exists():
            key.parent.rmdir()


def test_run_demo_does_not_start_a_real_shop(start):
    result = start(["manage.py", "run_demo"], **PRODUCTION)

    assert result.returncode != 0
    assert "This is the demo: PAYPAL_ENVIRONMENT has to be simulator." in result.stderr
