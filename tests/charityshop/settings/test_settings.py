"""The shop starts only with valid settings; otherwise an error names the variable."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PRODUCTION = {
    "PAYPAL_ENVIRONMENT": "live",
    "PAYPAL_CLIENT_ID": "AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv57TL4POEEezGLdutcxnkJ",
    "PAYPAL_CLIENT_SECRET": "ECYYrrSHdKfk_Q0EdvzdGkzj58a66kKaUQ5dZAEv4HvvtDId2_DpSuYDB088BZxGuMji7G4OFUnPog6p",
    "PAYPAL_WEBHOOK_ID": "5GP028458E2496506",
    "SECRET_KEY": "kT9-vQ2xLr7_mZ4wBn8sYc1dHf6gJp3aUe5oXi0tRq-NzVbWkSyMhDlCgEjPuFaO",
    "ALLOWED_HOSTS": "tickets.example.org,www.example.org",
    "SITE_URL": "https://tickets.example.org",
    "EMAIL_URL": "smtp+tls://mail:fN5-cW8yTd2_hJ6b@smtp.example.org:587",
    "TRUSTED_PROXIES": "10.0.0.0/8",
    "BACKUP_FOLDER": "/var/lib/shop/backups",
}
DEMO = {"PAYPAL_ENVIRONMENT": "simulator", "SECRET_KEY": "x"}


@pytest.fixture
def start(tmp_path):
    """Run a command with only these settings in the environment."""

    def run(arguments: list[str], cwd: Path = ROOT, **variables: str | None) -> subprocess.CompletedProcess[str]:
        base = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{tmp_path / 'shop.sqlite3'}"}
        named = {name: value for name, value in variables.items() if value is not None}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=base | {"DJANGO_SETTINGS_MODULE": "charityshop.settings"} | named,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def error_of(start):
    """Return the last line of the error when loading these settings, or an empty string."""

    def run(**variables: str | None) -> str:
        response = start(["-c", "import charityshop.settings"], **variables)
        assert response.returncode == (1 if response.stderr else 0)
        return response.stderr.strip().splitlines()[-1] if response.stderr else ""

    return run


def test_production_starts_with_valid_settings(error_of):
    assert error_of(**PRODUCTION) == ""


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        ("https://tickets.example.org", "True True 31536000 __Host-sessionid __Host-csrftoken"),
        ("http://localhost:8000", "False False 0 sessionid csrftoken"),
    ],
)
def test_cookies_redirects_and_hsts_depend_on_the_sites_scheme(start, site, expected):
    names = "SESSION_COOKIE_SECURE SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS SESSION_COOKIE_NAME CSRF_COOKIE_NAME"
    script = f"from charityshop import settings as s; print(*[getattr(s, name) for name in {names.split()}])"

    assert start(["-c", script], SITE_URL=site, SECRET_KEY="x").stdout.strip() == expected


def test_djangos_deployment_check_passes_in_production(start):
    response = start(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], **PRODUCTION)

    # The React app may not be built where this test runs, so ignore that warning.
    warnings = [line for line in response.stderr.splitlines() if line.startswith("?: (") or ": (" in line]
    assert [line for line in warnings if "django_vite.W001" not in line] == []
    assert "no issues" in response.stdout + response.stderr or "django_vite.W001" in response.stderr


@pytest.mark.parametrize(
    ("where", "url", "message"),
    [
        ("live", "consolemail://", "charityshop.E001"),
        ("sandbox", None, "charityshop.W001"),
        ("sandbox", PRODUCTION["EMAIL_URL"], ""),
    ],
)
def test_a_shop_without_a_mail_server_gets_a_warning_or_error(start, where, url, message):
    response = start(["manage.py", "check", "--deploy"], **PRODUCTION | {"PAYPAL_ENVIRONMENT": where, "EMAIL_URL": url})

    assert response.returncode == (1 if "E001" in message else 0)
    assert ("EMAIL_URL" in response.stderr) == bool(message)
    assert message in response.stderr


def test_a_shop_without_nightly_backups_gets_a_warning(start):
    response = start(["manage.py", "check", "--deploy"], **PRODUCTION | {"BACKUP_FOLDER": None})

    assert "BACKUP_FOLDER is not set: upkeep keeps no nightly backups." in response.stderr


def test_a_demo_needs_no_mail_server(start):
    response = start(["manage.py", "check", "--deploy"], PAYPAL_ENVIRONMENT="simulator", SECRET_KEY="x")

    assert "charityshop." not in response.stderr


def test_djangos_deployment_check_finds_unsafe_settings(start):
    response = start(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], SECRET_KEY="short")

    assert response.returncode == 1
    assert "security.W" in response.stderr


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SECRET_KEY": None}, "SECRET_KEY has to be a random text of at least 50 characters."),
        ({"SECRET_KEY": "a" * 60}, "SECRET_KEY has to be a random text of at least 50 characters."),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS has to name the shop's real hosts, such as tickets.example.org."),
        (
            {"ALLOWED_HOSTS": "tickets.example.org,localhost"},
            "ALLOWED_HOSTS has to name the shop's real hosts, such as tickets.example.org.",
        ),
        (
            {"SITE_URL": "http://tickets.example.org"},
            "SITE_URL has to start with https:// when PAYPAL_ENVIRONMENT is sandbox or live.",
        ),
        ({"DEBUG": "1"}, "DEBUG has to be 0 when PAYPAL_ENVIRONMENT is sandbox or live."),
        (
            {"PAYPAL_SIMULATOR_URL": "http://localhost:8100"},
            "PAYPAL_SIMULATOR_URL has to be empty when PAYPAL_ENVIRONMENT is sandbox or live.",
        ),
        ({"TEST_ORDERS": "1"}, "TEST_ORDERS has to be 0 unless PAYPAL_ENVIRONMENT is simulator."),
        (
            {"TEST_ORDERS": "1", "PAYPAL_ENVIRONMENT": "sandbox"},
            "TEST_ORDERS has to be 0 unless PAYPAL_ENVIRONMENT is simulator.",
        ),
        (
            {"PAYPAL_CLIENT_SECRET": None},
            "PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET have to be set to those of your PayPal app.",
        ),
        (
            {"SABOTAGE_NO_LOCK": "1"},
            "SABOTAGE_NO_LOCK breaks a safeguard on purpose and is for the tests alone. Take it away.",
        ),
    ],
)
def test_production_does_not_start_with_unsafe_settings(error_of, changes, sentence):
    assert error_of(**PRODUCTION | changes).endswith(f"ImproperlyConfigured: {sentence}")


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("PAYPAL_ENVIRONMENT", "prod", "PAYPAL_ENVIRONMENT has to be one of simulator, sandbox, live, not “prod”."),
        ("DEBUG", "maybe", "DEBUG has to be 1 or 0, not “maybe”."),
        (
            "SCRATCH_DATABASE_URL",
            "postgresql://shop:password@localhost/shop",
            "SCRATCH_DATABASE_URL has to name a PostgreSQL database that ends with _scratch.",
        ),
        ("PORT", "0", "PORT has to be a whole number from 1, not “0”."),
        ("MAX_HELD_ORDERS", "²", "MAX_HELD_ORDERS has to be a whole number from 1, not “²”."),
        ("TAX_RATE", "NaN", "TAX_RATE has to be a number from 0, such as 0.15, not “NaN”."),
        ("SHIPPING_FLAT", "-1", "SHIPPING_FLAT has to be a number from 0, such as 0.15, not “-1”."),
        (
            "JOURNAL_ACCOUNTS",
            "papal=Assets:PayPal",
            "JOURNAL_ACCOUNTS has to list names such as paypal=Assets:PayPal, for any of paypal, cash, bank, tickets, "
            "gifts, shipping, return_fees, other, sales_tax, fees, costs, paid_out.",
        ),
        (
            "SHOP_TIME_ZONE",
            "Mars/Olympus",
            "SHOP_TIME_ZONE has to be a time zone such as America/Los_Angeles, not “Mars/Olympus”.",
        ),
        ("SITE_URL", "tickets", "SITE_URL has to look like https://tickets.example.org, not “tickets”."),
        ("PAYPAL_TIMEOUT", "0", "PAYPAL_TIMEOUT has to be a number of seconds above 0."),
        ("SABOTAGE_ANYTHING", "0", "SABOTAGE_ANYTHING breaks a safeguard on purpose and is for the tests alone."),
        ("TRUSTED_PROXIES", "the load balancer", "TRUSTED_PROXIES has to list addresses or networks"),
        ("CORS_ALLOWED_ORIGINS", "partner.example", "CORS_ALLOWED_ORIGINS has to list origins"),
        ("SITE_URL", "https://[", "SITE_URL has to look like"),
        ("DATABASE_URL", "mysql://me:hunter2@host/shop", "DATABASE_URL has to name PostgreSQL or SQLite."),
        ("CACHE_URL", "nonsense", "CACHE_URL has to look like"),
        ("STORAGE_URL", "s3://host/bucket", "STORAGE_URL has to look like s3://key:secret@"),
        ("EMAIL_URL", "nonsense", "EMAIL_URL has to look like"),
    ],
)
def test_an_invalid_value_stops_the_start_and_names_the_variable(error_of, variable, value, sentence):
    assert f"ImproperlyConfigured: {sentence}" in error_of(**{variable: value, "SECRET_KEY": "x"})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "postgres://me:hunter2@host:port/shop"),
        ("CACHE_URL", "redis://me:hunter2@host:port/0"),
        ("EMAIL_URL", "smtp://me:hunter2@host:port"),
        ("STORAGE_URL", "s3://key:hunter2@host"),
        ("METRICS_TOKEN", "hunter2"),
    ],
)
def test_an_invalid_value_that_contains_a_secret_is_not_shown(start, variable, value):
    response = start(["-c", "import charityshop.settings"], **{variable: value})

    assert f"ImproperlyConfigured: {variable} has to" in response.stderr
    assert "hunter2" not in response.stderr + response.stdout


@pytest.mark.parametrize("command", [["manage.py", "check"], ["-m", "gunicorn"]], ids=["manage.py", "gunicorn"])
def test_an_invalid_value_is_reported_in_one_sentence(start, command):
    response = start(command, **DEMO | {"WEB_THREADS": "many"})

    assert response.returncode == 1
    assert response.stderr == "WEB_THREADS has to be a whole number from 1, not “many”.\n"


@pytest.mark.parametrize(
    ("variables", "backend"),
    [
        (DEMO, "charityshop.mail.demo.MailFolder True"),
        (DEMO | {"EMAIL_URL": "smtp://mail.example.org:25"}, "django.core.mail.backends.smtp.EmailBackend False"),
        (PRODUCTION, "django.core.mail.backends.smtp.EmailBackend False"),
        (PRODUCTION | {"EMAIL_URL": None}, "django.core.mail.backends.console.EmailBackend False"),
    ],
)
def test_only_a_demo_without_a_mail_server_shows_its_emails(start, variables, backend):
    script = "from charityshop import settings; print(settings.EMAIL_BACKEND, settings.DEMO_MAILS)"

    response = start(["-c", script], **variables)

    assert response.stdout.strip() == backend


def test_empty_variables_mean_the_default(error_of):
    assert error_of(SECRET_KEY="x", PORT="", TAX_RATE=" ", DEBUG="", SHIPPING_FREE_OVER="") == ""


def test_whitespace_around_a_value_is_ignored(error_of):
    assert error_of(SECRET_KEY="x", DEBUG=" 0 ", PRICE_PER="booking ", CACHE_URL=" dbcache://shop_cache ") == ""


def test_variables_are_also_read_from_a_file_with_lower_precedence(start, tmp_path):
    shutil.copytree(ROOT / "charityshop" / "settings", tmp_path / "charityshop" / "settings")
    (tmp_path / ".env").write_text("PORT=8123\nPAGE_SIZE=7\nSECRET_KEY='a ${HOME} #b'\n# a comment\n")
    script = "from charityshop import settings as s; print(s.PORT, s.PAGE_SIZE, s.SECRET_KEY)"

    response = start(["-c", script], cwd=tmp_path, PAGE_SIZE="12")

    assert response.stdout == "8123 12 a ${HOME} #b\n", response.stderr


def test_the_demos_secret_key_is_generated_once_and_private(tmp_path):
    script = (
        "import sys, pathlib; from charityshop.settings.env import get_or_create_secret; "
        "print(get_or_create_secret(pathlib.Path(sys.argv[1])))"
    )
    file = tmp_path / "state" / "secret-key"

    secrets = {
        subprocess.run(
            [sys.executable, "-c", script, str(file)], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }

    assert len(secrets) == 1
    assert len(secrets.pop().strip()) >= 50
    assert file.stat().st_mode & 0o777 == 0o600
