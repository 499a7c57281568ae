"""A startup check: no password of the database, cache, mail server or storage is one that everybody knows."""

from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from charityshop import environment as env
from charityshop.checks import STARTUP

VARIABLES = ("DATABASE_URL", "CACHE_URL", "EMAIL_URL", "STORAGE_URL")
# What servers are delivered with, and what examples such as .env.example say.
WELL_KNOWN = {
    "admin", "changeme", "default", "guest", "minioadmin", "password", "postgres", "redis", "root", "secret", "shop",
    "test", "user", "valkey",
}  # fmt: skip


@register(STARTUP, deploy=True)
def passwords_are_chosen(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """In production only: a demo may use whatever the developer's own database has."""
    if not settings.PRODUCTION:
        return []
    found = [name for name in VARIABLES if is_well_known(env.text(name))]
    said = "has a password that everybody knows. Choose one at random."
    return [Error(f"{name} {said}", id="charityshop.E010") for name in found]


def is_well_known(url: str) -> bool:
    """Whether the password in this URL is on the list, or repeats the user's name. Both may be in the query, too."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    password = unquote(parts.password or "") or options.get("password", "")
    user = unquote(parts.username or "") or options.get("user", "")
    return bool(password) and (password.lower() in WELL_KNOWN or password.lower() == user.lower())
