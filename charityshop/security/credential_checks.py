"""A startup check for well-known passwords of the database, cache, mail server and storage."""

import os
from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from charityshop.checks import STARTUP

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
