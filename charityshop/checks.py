"""System checks of the configuration, run by `manage.py check --deploy`.

Checks tagged STARTUP also stop the web server and the commands that call PayPal, but not `migrate`.
"""

import os
from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register, run_checks
from django.core.exceptions import ImproperlyConfigured

STARTUP = "startup"
NOT_SENDING = ("console", "dummy", "locmem", "filebased")
VARIABLES = ("DATABASE_URL", "CACHE_URL", "EMAIL_URL", "STORAGE_URL")
# Default passwords of servers, and those in examples such as .env.example.
WELL_KNOWN = {
    "admin",
    "changeme",
    "default",
    "guest",
    "minioadmin",
    "password",
    "postgres",
    "redis",
    "root",
    "secret",
    "shop",
    "test",
    "user",
    "valkey",
}


def check_startup() -> None:
    """Raise ImproperlyConfigured with every error that a check with the tag STARTUP reports."""
    found = run_checks(tags=[STARTUP], include_deployment_checks=True)
    if errors := [str(message.msg) for message in found if message.is_serious()]:
        raise ImproperlyConfigured(" ".join(errors))


@register(STARTUP, deploy=True)
def paypal_environment_is_set(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Require an explicit PayPal environment: otherwise a shop might give away tickets in demo mode."""
    if settings.PAYPAL_ENVIRONMENT:
        return []
    message = "PAYPAL_ENVIRONMENT has to be set: live or sandbox for a shop, simulator for a demo without real money."
    return [Error(message, hint="`make run` starts the demo.", id="charityshop.E002")]


@register(STARTUP, deploy=True)
def webhooks_can_be_verified(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Require the webhook ID, without which PayPal can't verify webhooks."""
    if settings.PAYPAL_WEBHOOK_ID or not settings.PRODUCTION:
        return []
    message = (
        "PAYPAL_WEBHOOK_ID has to be set to the ID of your PayPal app's webhook: without it no webhook is accepted."
    )
    return [Error(message, hint="docs/operating.md lists the events to subscribe to.", id="charityshop.E003")]


@register(Tags.security, deploy=True)
def mails_reach_somebody(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Require a mail server: otherwise buyers get no tickets, and password links end up in the log."""
    module = settings.EMAIL_BACKEND.split(".")[-2]
    if settings.DEMO or module not in NOT_SENDING:
        return []
    is_live = settings.PAYPAL_ENVIRONMENT == "live"
    hint = "Set EMAIL_URL to a mail server, such as smtp+tls://user:password@host:587."
    message = "EMAIL_URL names no mail server: upkeep prints emails, including password links, instead of sending them."
    return [
        Error(message, hint=hint, id="charityshop.E001")
        if is_live
        else Warning(message, hint=hint, id="charityshop.W001")
    ]


@register(deploy=True)
def backups_are_kept(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Recommend nightly backups, and the database without which those of PostgreSQL can't be tried."""
    if not settings.PRODUCTION or (settings.BACKUP_FOLDER and (settings.SQLITE or settings.SCRATCH_DATABASE_URL)):
        return []
    missing = "SCRATCH_DATABASE_URL" if settings.BACKUP_FOLDER else "BACKUP_FOLDER"
    what = "tries no backups" if settings.BACKUP_FOLDER else "keeps no nightly backups"
    return [Warning(f"{missing} is not set: upkeep {what}.", hint="See docs/operating.md.", id="charityshop.W002")]


@register(STARTUP, deploy=True)
def passwords_are_chosen(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Report well-known passwords, in production only."""
    if not settings.PRODUCTION:
        return []
    found = [name for name in VARIABLES if is_well_known(os.environ.get(name, ""))]
    message = "has a well-known password. Choose a random one."
    return [Error(f"{name} {message}", id="charityshop.E010") for name in found]


def is_well_known(url: str) -> bool:
    """Return whether the URL's password is well-known or equals the username. Both may be in the query string."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    password = unquote(parts.password or "") or options.get("password", "")
    user = unquote(parts.username or "") or options.get("user", "")
    return bool(password) and (password.lower() in WELL_KNOWN or password.lower() == user.lower())
