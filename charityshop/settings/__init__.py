"""Settings of the shop, in Django's order. Those that no environment variable changes are in static.py.

docs/configuration.md lists the variables, which may also be in a file `.env`; env.py reads them.
"""

import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from dotenv import load_dotenv

from charityshop.settings import env
from charityshop.settings.static import *  # noqa: F403 - Django finds them in this module
from charityshop.settings.static import DEFAULT_ACCOUNTS, get_logging

BASE_DIR = Path(__file__).resolve().parents[2]
load_dotenv(BASE_DIR / ".env", interpolate=False)

# --- Mode and address ------------------------------------------------------------------------------------------------

# Without it, `migrate` and `collectstatic` run, but the server and `upkeep` do not start (charityshop/checks.py).
PAYPAL_ENVIRONMENT = env.get_choice("PAYPAL_ENVIRONMENT", "", ("simulator", "sandbox", "live"))
DEMO = PAYPAL_ENVIRONMENT == "simulator"
PRODUCTION = PAYPAL_ENVIRONMENT in ("sandbox", "live")
if not DEMO:  # whose values would otherwise be a shop's clock, tax and name
    env.require("SHOP_NAME", "SHOP_TIME_ZONE", "TAX_RATE")
PORT = env.get_int("PORT", 8000, minimum=1)
STATE_DIR = BASE_DIR / ".run" / str(PORT)  # database, images, emails and secret key of a demo
SITE_URL = env.get_origin("SITE_URL", f"http://localhost:{PORT}")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
HTTPS = SITE_URL.startswith("https://")

# --- Security --------------------------------------------------------------------------------------------------------

SECRET_KEY = env.get_str("SECRET_KEY") or (env.get_or_create_secret(STATE_DIR / "secret-key") if DEMO else "")
SECRET_KEY_FALLBACKS = env.get_list("SECRET_KEY_FALLBACKS")
DEBUG = env.get_bool("DEBUG", False)
ALLOWED_HOSTS = env.get_list("ALLOWED_HOSTS", [SITE_HOST, "localhost", "127.0.0.1", "[::1]"] if DEMO else ())
TRUSTED_PROXIES = env.get_networks("TRUSTED_PROXIES")
CORS_ALLOWED_ORIGINS = env.get_origins("CORS_ALLOWED_ORIGINS")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "charityshop.views.not_allowed"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")  # middleware accepts it from TRUSTED_PROXIES only
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"  # PayPal's window has to reach the page that opened it
X_FRAME_OPTIONS = "DENY"

if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured("DEBUG has to be 0 when PAYPAL_ENVIRONMENT is sandbox or live.")
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 10:
        raise ImproperlyConfigured("SECRET_KEY has to be a random text of at least 50 characters.")
    if not ALLOWED_HOSTS or any("*" in host or host in ("localhost", "127.0.0.1", "[::1]") for host in ALLOWED_HOSTS):
        raise ImproperlyConfigured("ALLOWED_HOSTS has to name the shop's real hosts, such as tickets.example.org.")
    if not HTTPS:
        raise ImproperlyConfigured("SITE_URL has to start with https:// when PAYPAL_ENVIRONMENT is sandbox or live.")
    if env.get_str("PAYPAL_SIMULATOR_URL"):
        raise ImproperlyConfigured("PAYPAL_SIMULATOR_URL has to be empty when PAYPAL_ENVIRONMENT is sandbox or live.")

# --- Apps, middleware and templates ----------------------------------------------------------------------------------

OWN_APPS = [
    "charityshop",
    "outbox",
    "accounts",
    "events",
    "bookings",
    "discounts",
    "orders",
    "payments",
    "notices",
    "changes",
    "purchases",
    "giving",
    "ledger",
    "door",
    "tables",
    "attention",
    "recaps",
    "figures",
    "privacy",
    "operations",
    "demo",
]
INSTALLED_APPS = [
    "accounts.admin_config.ConsoleConfig",  # django.contrib.admin with the shop's sign-in
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "auditlog",
    "corsheaders",
    "csp",
    "django_filters",
    "django_vite",
    "drf_spectacular",
    "rest_framework",
    *OWN_APPS,
]
MIDDLEWARE = [
    "charityshop.middleware.TrustedProxies",
    "charityshop.middleware.RequestIds",
    "charityshop.middleware.SecurityHeaders",
    "charityshop.middleware.PrivateResponses",
    "charityshop.middleware.JsonErrors",
    "charityshop.observability.security_log.LogRefusals",  # which sees no code for what Django itself has logged
    "charityshop.middleware.RefuseNul",
    "charityshop.middleware.RequireHttpsForApi",
    "django.middleware.security.SecurityMiddleware",
    "charityshop.middleware.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "charityshop.middleware.KnownMethods",
    "charityshop.middleware.SameOriginPosts",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "charityshop.middleware.BodyLimit",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
METRICS_TOKEN = env.get_token("METRICS_TOKEN")
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "charityshop.observability.metrics.CountRequests")
ROOT_URLCONF = "charityshop.urls"
WSGI_APPLICATION = "charityshop.wsgi.application"
APPEND_SLASH = False  # the API accepts both forms; a redirect would lose the body
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Database and caches ---------------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {"default": env.get_database("DATABASE_URL", STATE_DIR / "shop.sqlite3")}
SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
if SQLITE:
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,  # seconds to wait for another writer
        "transaction_mode": "IMMEDIATE",  # take the write lock at BEGIN, before seats are counted
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
        "PRAGMA foreign_keys=ON; PRAGMA busy_timeout=20000; "
        "PRAGMA wal_autocheckpoint=4000;",  # 16 MB; the request that reaches it waits while SQLite empties the log
    }
DATABASES["default"] |= {
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    # PgBouncer in transaction mode gives each transaction another connection, on which a cursor of before is unknown.
    "DISABLE_SERVER_SIDE_CURSORS": env.get_bool("DISABLE_SERVER_SIDE_CURSORS", False),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
BACKUP_FOLDER = env.get_str("BACKUP_FOLDER")  # without it, upkeep writes no backups
SCRATCH_DATABASE_URL = env.get_scratch_database("SCRATCH_DATABASE_URL")  # backups of PostgreSQL are tried there

CACHES = {
    "default": env.get_cache("CACHE_URL", "dbcache://shop_cache"),
    "responses": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 512}},
}
RESPONSE_MAX_AGE = env.get_int("RESPONSE_MAX_AGE", 5)  # seconds that anonymous responses are cached
REDIS = CACHES["default"]["BACKEND"] == "django.core.cache.backends.redis.RedisCache"

# --- Users and sessions ----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.hashing.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.password_validators.minimum_length.NormalizedLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "accounts.password_validators.breached.BreachedPasswordValidator"},
    {"NAME": "accounts.password_validators.shop_words.ShopWordsValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 3600  # seconds for which a link in an email is valid
REQUIRE_SECOND_FACTOR = env.get_choice("REQUIRE_SECOND_FACTOR", "none", ("none", "staff"))
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers accept cookies with this prefix from this host only, over HTTPS, so no other subdomain can set them.
PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{PREFIX}sessionid", f"{PREFIX}csrftoken"
CSRF_COOKIE_HTTPONLY = True
SIGN_IN_COOKIE_NAME = f"{PREFIX}sign-in"  # of the browser that asked for a code by email
DOOR_COOKIE_NAME = f"{PREFIX}door"  # of volunteers' phones
DOOR_DEVICE_COOKIE_NAME = f"{PREFIX}door-device"  # by which a phone proves who it is when it enters again

# --- Time zone -------------------------------------------------------------------------------------------------------

TIME_ZONE = SHOP_TIME_ZONE = env.get_time_zone("SHOP_TIME_ZONE", "America/Los_Angeles")

# --- Static files and images -----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"
FRONTEND_DIST = BASE_DIR / "static" / "app"
MEDIA_URL = "/media/"
MEDIA_ROOT = env.get_str("MEDIA_ROOT", str(STATE_DIR / "media"))
IMAGES_IN_BUCKET = bool(env.get_str("STORAGE_URL"))
STORAGES = {
    "default": env.get_storage("STORAGE_URL"),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = False


def WHITENOISE_IMMUTABLE_FILE_TEST(path: str, url: str) -> bool:
    """Return whether a file is named by Vite, with a hash of eight characters; WhiteNoise only detects Django's."""
    return re.match(r"^/static/app/assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$", url) is not None


DJANGO_VITE = {
    "default": {
        "dev_mode": DEBUG,
        "static_url_prefix": "app",
        "manifest_path": FRONTEND_DIST / ".vite" / "manifest.json",
    }
}

# --- Email -----------------------------------------------------------------------------------------------------------

SHOP_NAME = env.get_str("SHOP_NAME", "Cards for a Cause")
DEFAULT_FROM_EMAIL = env.get_str("DEFAULT_FROM_EMAIL", f"{SHOP_NAME} <tickets@{SITE_HOST or 'localhost'}>")
# Without a mail server, the demo writes each email to a file, and /demo/mails shows them.
DEMO_MAILS = DEMO and not env.get_str("EMAIL_URL")
vars().update(env.get_email("EMAIL_URL", "consolemail://"))
if DEMO_MAILS:
    EMAIL_BACKEND = "outbox.mail.demo.MailFolder"
    EMAIL_FILE_PATH = str(STATE_DIR / "mails")

DISCORD_URL = "https://discord.com"  # tests post to their own server

# --- Logs ------------------------------------------------------------------------------------------------------------

# With a file, the terminal has only warnings, without those about requests that were refused.
LOG_FILE = env.get_str("LOG_FILE")
if LOG_FILE:
    LOGGING = get_logging(STATE_DIR / LOG_FILE)

# --- The shop --------------------------------------------------------------------------------------------------------

CURRENCY = "USD"
TAX_RATE = env.get_tax_rate("TAX_RATE", Decimal("0.15"))
SHIPPING_FLAT = env.get_decimal("SHIPPING_FLAT", Decimal(0))
SHIPPING_FREE_OVER = env.get_decimal("SHIPPING_FREE_OVER", None)  # None: shipping is never free
PRICE_PER = env.get_choice("PRICE_PER", "seat", ("seat", "booking"))
HOLD = timedelta(minutes=env.get_int("HOLD_MINUTES", 15, minimum=1))
MAX_HELD_ORDERS = env.get_int("MAX_HELD_ORDERS", 10, minimum=1)
MAX_FREE_SEATS = env.get_int("MAX_FREE_SEATS", 4, minimum=1)
PAGE_SIZE = env.get_int("PAGE_SIZE", 10, minimum=1)
TEST_ORDERS = env.get_bool("TEST_ORDERS", DEMO)
JOURNAL_ACCOUNTS = env.get_names("JOURNAL_ACCOUNTS", DEFAULT_ACCOUNTS)  # of the ledger's journal.csv
if TEST_ORDERS and not DEMO:
    raise ImproperlyConfigured("TEST_ORDERS has to be 0 unless PAYPAL_ENVIRONMENT is simulator.")

# --- Gunicorn (gunicorn.conf.py) -------------------------------------------------------------------------------------

BIND = env.get_address("BIND", "127.0.0.1", port=PORT)
WEB_WORKERS = env.get_int("WEB_WORKERS", 2, minimum=1)
WEB_THREADS = env.get_int("WEB_THREADS", 8, minimum=1)  # per process
ACCESS_LOG = env.get_str("ACCESS_LOG")  # a file, or "-" for standard error; without it, requests are not logged

# --- PayPal ----------------------------------------------------------------------------------------------------------

PAYPAL_SIMULATOR_URL = env.get_origin("PAYPAL_SIMULATOR_URL", f"http://localhost:{PORT + 100}") if DEMO else ""
PAYPAL_API_URL = {
    "": "",
    "simulator": PAYPAL_SIMULATOR_URL,
    "sandbox": "https://api-m.sandbox.paypal.com",
    "live": "https://api-m.paypal.com",
}[PAYPAL_ENVIRONMENT]
PAYPAL_CLIENT_ID = env.get_str("PAYPAL_CLIENT_ID", "simulator-client-id" if DEMO else "")
PAYPAL_CLIENT_SECRET = env.get_str("PAYPAL_CLIENT_SECRET", "simulator-client-secret" if DEMO else "")
PAYPAL_WEBHOOK_ID = env.get_str("PAYPAL_WEBHOOK_ID", "SIMULATORWEBHOOK1" if DEMO else "")
PAYPAL_TIMEOUT = env.get_seconds("PAYPAL_TIMEOUT", 10)
# Per process, so that the other threads can serve pages while PayPal is slow.
PAYPAL_MAX_CALLS = max(1, WEB_THREADS - 2)
if PRODUCTION and not (PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET):
    raise ImproperlyConfigured("PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET have to be set to those of your PayPal app.")

# --- Limits: how many an hour ----------------------------------------------------------------------------------------

# Multiplies all of them, and with them the guesses that somebody has: for tests.
LIMITS_FACTOR = env.get_int("LIMITS_FACTOR", 1, minimum=1)
THROTTLES = {
    kind: most * LIMITS_FACTOR
    for kind, most in {
        "sign_in_address": 20,
        "sign_in_account": 10,
        "sign_in_everywhere": 50,
        "sign_in_new_address": 3,
        "door_link": 10,
        "door_address": 30,
        "tables_report": 30,  # of results, with a ticket
        "answers": 120,  # to questions, with a ticket
        "link": 30,  # wrong tokens, and claims of seats
        "second_factor_address": 10,
        "second_factor_account": 30,
        "wrong_code": 20,  # of discount codes
        "membership": 5,
        "download": 60,
        "register": 60,
        "forgot_password": 60,
        "password_mail": 5,
        "code_recipient": 20,
        "code_address": 1000,
        "short_codes": 30,  # a day
        "email_change": 5,
    }.items()
}
