"""The shop starts only with valid settings; otherwise an error names the variable."""

import json
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.charityshop.settings.conftest import OWN

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
LOAD_EACH = """
import json, os, sys
from django.core.exceptions import ImproperlyConfigured
errors, here = [], dict(os.environ)
for variables in json.loads(sys.argv[1]):
    os.environ.clear()
    os.environ.update({name: value for name, value in (here | variables).items() if value is not None})
    for name in [name for name in sys.modules if name.startswith("charityshop")]:
        del sys.modules[name]
    try:
        import charityshop.settings
    except ImproperlyConfigured as error:
        errors.append(str(error))
    else:
        errors.append(None)
print(json.dumps(errors))
"""
DEMO = {"PAYPAL_ENVIRONMENT": "simulator", "SECRET_KEY": "x"}


@pytest.fixture
def errors_of(start):
    """Return the errors when loading each of these settings, in one process; None where there is none."""

    def run(*settings: dict[str, str | None]) -> list[str | None]:
        response = start(["-c", LOAD_EACH, json.dumps(settings)])
        assert response.returncode == 0, response.stderr
        return json.loads(response.stdout)

    return run


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
    ("variables", "code", "messages"),
    [
        ({"PAYPAL_ENVIRONMENT": "live", "EMAIL_URL": "consolemail://"}, 1, ["EMAIL_URL", "charityshop.E001"]),
        ({"PAYPAL_ENVIRONMENT": "sandbox", "EMAIL_URL": None}, 0, ["EMAIL_URL", "charityshop.W001"]),
        ({"BACKUP_FOLDER": None}, 0, ["BACKUP_FOLDER is not set: upkeep keeps no nightly backups."]),
    ],
)
def test_a_shop_without_a_mail_server_or_nightly_backups_gets_a_warning_or_error(start, variables, code, messages):
    response = start(["manage.py", "check", "--deploy"], **PRODUCTION | variables)

    assert response.returncode == code
    assert [message for message in messages if message not in response.stderr] == []


RANDOM_KEY = "SECRET_KEY has to be a random text of at least 50 characters."
REAL_HOSTS = "ALLOWED_HOSTS has to name the shop's real hosts, such as tickets.example.org."
PAYPAL_APP = "PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET have to be set to those of your PayPal app."
ONLY_SIMULATED = "TEST_ORDERS has to be 0 unless PAYPAL_ENVIRONMENT is simulator."
ENCODE = (
    " has a sign that means something else in a URL. If it is in the password, percent-encode it: "
    "# is %23, / is %2F, ? is %3F, @ is %40, % is %25."
)
A_ZONE = "SHOP_TIME_ZONE has to be a time zone such as America/Los_Angeles"
WRONG_RATES = ("8.25", "1", "100", "-1", "-0.1", "NaN", "Infinity", "12,5 %", "0.5 %", "0.08250001", "1e-3", "none")
SCRATCH = "SCRATCH_DATABASE_URL has to name a PostgreSQL database that ends with _scratch."
WITH_MONEY = "when PAYPAL_ENVIRONMENT is sandbox or live."
A_SHARE = (
    "TAX_RATE has to be a share of the price from 0 to below 1 with at most seven decimals, such as 0.0825 for 8.25 %"
)
ITS_OWN = "outside a demo (PAYPAL_ENVIRONMENT=simulator) {} no default. See docs/configuration.md."
ALL_OWN = f"Set SHOP_NAME, SHOP_TIME_ZONE, TAX_RATE: {ITS_OWN.format('they have')}"
UNSAFE = [
    ({"SHOP_NAME": None}, "Set SHOP_NAME: " + ITS_OWN.format("it has")),
    ({"SHOP_TIME_ZONE": " "}, "Set SHOP_TIME_ZONE: " + ITS_OWN.format("it has")),
    ({"TAX_RATE": None, "PAYPAL_ENVIRONMENT": None}, "Set TAX_RATE: " + ITS_OWN.format("it has")),
    (dict.fromkeys(OWN, ""), ALL_OWN),
    *[({"TAX_RATE": rate}, f"{A_SHARE}, not “{rate}”.") for rate in WRONG_RATES],
    *[({"SHOP_TIME_ZONE": zone}, f"{A_ZONE}, not “{zone}”.") for zone in ("PST", "America", "../UTC", "Pacific Time")],
    ({"SECRET_KEY": None}, RANDOM_KEY),
    ({"SECRET_KEY": "a" * 60}, RANDOM_KEY),
    ({"ALLOWED_HOSTS": "*"}, REAL_HOSTS),
    ({"ALLOWED_HOSTS": "tickets.example.org,localhost"}, REAL_HOSTS),
    ({"SITE_URL": "http://tickets.example.org"}, "SITE_URL has to start with https:// " + WITH_MONEY),
    ({"DEBUG": "1"}, "DEBUG has to be 0 " + WITH_MONEY),
    ({"PAYPAL_SIMULATOR_URL": "http://localhost:8100"}, "PAYPAL_SIMULATOR_URL has to be empty " + WITH_MONEY),
    ({"TEST_ORDERS": "1"}, ONLY_SIMULATED),
    ({"TEST_ORDERS": "1", "PAYPAL_ENVIRONMENT": "sandbox"}, ONLY_SIMULATED),
    ({"PAYPAL_CLIENT_SECRET": None}, PAYPAL_APP),
    ({"SCRATCH_DATABASE_URL": "postgresql://shop:password@localhost/shop"}, SCRATCH),
    ({"REQUIRE_SECOND_FACTOR": "everybody"}, "REQUIRE_SECOND_FACTOR has to be one of none, staff, not “everybody”."),
]


def test_production_starts_only_with_safe_settings(errors_of):
    errors = errors_of(PRODUCTION, *[PRODUCTION | changes for changes, _ in UNSAFE])

    assert errors == [None, *[sentence for _, sentence in UNSAFE]]


COMMANDS = [
    ["manage.py", "check", "--deploy"],
    ["manage.py", "migrate"],
    ["manage.py", "backup"],
    ["manage.py", "upkeep"],
    ["-m", "gunicorn"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_runs_with_a_clock_a_tax_or_a_name_that_nobody_chose(start, command):
    response = start(command, **PRODUCTION | dict.fromkeys(OWN))

    assert (response.returncode, response.stdout) == (1, "")
    assert response.stderr == ALL_OWN + "\n"


def test_a_shop_may_have_no_sales_tax_and_only_a_demo_has_one_by_itself(start):
    script = "from charityshop import settings as s; print(s.TAX_RATE, s.SHOP_TIME_ZONE, s.SHOP_NAME)"

    own = start(["-c", script], **PRODUCTION | {"TAX_RATE": "0"}).stdout
    assert own == "0 America/Los_Angeles Port Alder Players\n"
    demo = start(["-c", script], **DEMO | dict.fromkeys(OWN, "")).stdout
    assert demo == "0.15 America/Los_Angeles Cards for a Cause\n"


URLS = {
    "DATABASE_URL": "postgresql://me:{password}@db.example.org:5432/shop",
    "SCRATCH_DATABASE_URL": "postgresql://me:{password}@db.example.org/shop_scratch",
    "CACHE_URL": "redis://me:{password}@cache.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://me:{password}@smtp.example.org:587",
    "STORAGE_URL": "s3://key:{password}@s3.example.org/pictures",
}
RAW = (
    "12#34-hunter",
    "#hunter",
    "12/34-hunter",
    "/hunter",
    "12?hunter",
    "12@hunter",
    "12%hunter",
    "100%",
    "12[hunter",
    "1 2",
)


def test_a_sign_of_a_password_that_means_something_else_in_a_url_has_to_be_encoded(errors_of):
    raw = [(name, url.format(password=password)) for name, url in URLS.items() for password in RAW]
    encoded = [{name: url.format(password=quote(password, safe=""))} for name, url in URLS.items() for password in RAW]
    others = [{"EMAIL_URL": "smtp://me@example.org:word@host"}, {"DATABASE_URL": "sqlite:////tmp/a@b/shop.sqlite3"}]

    assert errors_of(*[dict([each]) for each in raw]) == [name + ENCODE for name, _ in raw]
    assert set(errors_of(*encoded, *others)) == {None}


def test_gunicorn_listens_at_every_form_of_an_address(start, errors_of):
    script = "import runpy; print(runpy.run_path('gunicorn.conf.py')['bind'])"
    forms = {"": "127.0.0.1:8000", "localhost": "localhost:8000", "0.0.0.0:8000": "0.0.0.0:8000"}
    forms |= dict.fromkeys(("::1", "[::1]", "[::1]:8000"), "[::1]:8000")
    wrong = ("[::1]:9000", "::1]", "[localhost]", "1:2", "unix:/run/shop.sock", "http://localhost")

    assert {form: start(["-c", script], BIND=form).stdout.strip() for form in forms} == forms
    sentence = "BIND has to be an address or host name, such as 127.0.0.1 or ::1; PORT is 8000, not “{}”."
    assert errors_of(*[{"BIND": form} for form in wrong]) == [sentence.format(form) for form in wrong]


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

    assert (response.returncode, response.stderr) == (1, "WEB_THREADS has to be a whole number from 1, not “many”.\n")


@pytest.mark.parametrize(
    ("variables", "backend"),
    [
        (DEMO, "outbox.mail.demo.MailFolder True"),
        (DEMO | {"EMAIL_URL": "smtp://mail.example.org:25"}, "django.core.mail.backends.smtp.EmailBackend False"),
        (PRODUCTION, "django.core.mail.backends.smtp.EmailBackend False"),
        (PRODUCTION | {"EMAIL_URL": None}, "django.core.mail.backends.console.EmailBackend False"),
    ],
)
def test_only_a_demo_without_a_mail_server_shows_its_emails(start, variables, backend):
    script = "from charityshop import settings; print(settings.EMAIL_BACKEND, settings.DEMO_MAILS)"

    response = start(["-c", script], **variables)

    assert response.stdout.strip() == backend


def test_variables_are_also_read_from_a_file_with_lower_precedence(start, tmp_path):
    shutil.copytree(ROOT / "charityshop" / "settings", tmp_path / "charityshop" / "settings")
    (tmp_path / ".env").write_text("PORT=8123\nPAGE_SIZE=7\nSECRET_KEY='a ${HOME} #b'\n# a comment\n")
    script = "from charityshop import settings as s; print(s.PORT, s.PAGE_SIZE, s.SECRET_KEY, s.SECRET_KEY_FALLBACKS)"

    response = start(["-c", script], cwd=tmp_path, PAGE_SIZE="12", SECRET_KEY_FALLBACKS="one,two")

    assert response.stdout == "8123 12 a ${HOME} #b ['one', 'two']\n", response.stderr
