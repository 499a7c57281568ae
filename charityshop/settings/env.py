"""Read environment variables with environs, and parse what it has no parser for.

A blank variable means its default. An invalid value stops the start with a sentence that names the variable and says
what it has to be. The sentence quotes the value unless it may be or contain a secret.
"""

import os
import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from ipaddress import IPv6Address, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

T = TypeVar("T")
D = TypeVar("D")

env = Env()

EMAIL_BACKENDS = dict.fromkeys(("smtp", "smtps", "smtp+tls", "smtp+ssl"), "smtp") | {
    "consolemail": "console",
    "dummymail": "dummy",
    "filemail": "filebased",
    "memorymail": "locmem",
}


def read(parse: Callable[..., T], name: str, default: D, expected: str, *, quote: bool = True, **options: Any) -> T | D:
    """Return what a parser of environs makes of the variable, or the default if the variable is blank."""
    value = get_str(name)
    if not value:
        return default
    os.environ[name] = value  # environs reads it from there: without the whitespace around it
    try:
        return parse(name, **options)
    except (LookupError, OSError, ValueError):
        quoted = f", not “{value}”" if quote else ""
        # "from None" because the original message may quote a part of a password.
        raise ImproperlyConfigured(f"{name} has to {expected}{quoted}.") from None


def get_str(name: str, default: str = "") -> str:
    return env.str(name, "").strip() or default


def get_bool(name: str, default: bool) -> bool:
    return read(env.bool, name, default, "be 1 or 0")


def get_int(name: str, default: int, *, minimum: int = 0) -> int:
    limits = validate.Range(minimum, 999_999_999)
    return read(env.int, name, default, f"be a whole number from {minimum}", validate=limits)


def get_decimal(name: str, default: D) -> Decimal | D:
    return read(env.decimal, name, default, "be a number from 0, such as 0.15", validate=validate.Range(0))


def get_tax_rate(name: str, default: Decimal) -> Decimal:
    expected = "be a share of the price from 0 to below 1 with at most seven decimals, such as 0.0825 for 8.25 %"
    return read(env.tax_rate, name, default, expected)


@env.parser_for("tax_rate")
def parse_tax_rate(value: str) -> Decimal:
    """Parse a share. 8.25 would be 825 %, and orders store seven decimals."""
    if not re.fullmatch(r"0|0?\.[0-9]{1,7}", value):
        raise ValueError(value)
    return Decimal(value)


def require(*names: str) -> None:
    """Refuse those that are blank, in one sentence."""
    if missing := [name for name in names if not get_str(name)]:
        which = "it has" if len(missing) == 1 else "they have"
        raise ImproperlyConfigured(
            f"Set {', '.join(missing)}: outside a demo (PAYPAL_ENVIRONMENT=simulator) {which} no default. "
            "See docs/configuration.md."
        )


def get_seconds(name: str, default: float) -> float:
    above_zero = validate.Range(0, min_inclusive=False)
    return read(env.float, name, default, "be a number of seconds above 0", quote=False, validate=above_zero)


def get_choice(name: str, default: str, choices: Collection[str]) -> str:
    return read(env.str, name, default, f"be one of {', '.join(choices)}", validate=validate.OneOf(choices))


def get_list(name: str, default: Sequence[str] = ()) -> list[str]:
    return parse_list(get_str(name)) or list(default)


def parse_list(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def get_names(name: str, defaults: Mapping[str, str]) -> dict[str, str]:
    """Return the defaults with the replacements that the variable lists, such as paypal=Assets:PayPal."""
    pairs = [part.partition("=") for part in parse_list(get_str(name))]
    named = {key.strip(): value.strip() for key, _, value in pairs}
    if len(named) < len(pairs) or not named.keys() <= defaults.keys() or not all(named.values()):
        known = ", ".join(defaults)
        raise ImproperlyConfigured(f"{name} has to list names such as paypal=Assets:PayPal, for any of {known}.")
    return {**defaults, **named}


def get_token(name: str) -> str:
    """Return a secret by which another program signs in, or "" if none may."""
    pattern = validate.Regexp(r"[A-Za-z0-9_.~+/=-]{20,}\Z")
    expected = "be at least 20 letters, digits or signs of _.~+/=-, chosen at random"
    return read(env.str, name, "", expected, quote=False, validate=pattern)


def get_time_zone(name: str, default: str) -> str:
    return read(env.time_zone, name, default, "be a time zone such as America/Los_Angeles")


@env.parser_for("time_zone")
def parse_time_zone(value: str) -> str:
    return ZoneInfo(value).key


def get_origin(name: str, default: str) -> str:
    return read(env.origin, name, default, "look like https://tickets.example.org")


def get_origins(name: str) -> list[str]:
    return read(env.origins, name, [], "list origins such as https://partner.example")


@env.parser_for("origin")
def parse_origin(value: str) -> str:
    value = value.rstrip("/")
    urlsplit(value).port  # noqa: B018  # raises ValueError if the port isn't a number
    if not re.fullmatch(r"https?://[^\s/?#]+", value):
        raise ValueError(value)
    return value


@env.parser_for("origins")
def parse_origins(value: str) -> list[str]:
    return [parse_origin(part) for part in parse_list(value)]


def get_networks(name: str) -> list[str]:
    return read(env.networks, name, [], "list addresses or networks such as 10.0.0.0/8")


@env.parser_for("networks")
def parse_networks(value: str) -> list[str]:
    return [str(ip_network(part)) for part in parse_list(value)]


def get_address(name: str, default: str, *, port: int) -> str:
    """Return an address or host name as it is written before a port: IPv6 in brackets. It may name the port itself."""
    expected = f"be an address or host name, such as 127.0.0.1 or ::1; PORT is {port}"
    return read(lambda _: parse_address(get_str(name), port), name, default, expected)


def parse_address(value: str, port: int) -> str:
    if found := re.fullmatch(r"(\[.*\]|[^:]*):(\d+)", value):
        value, own_port = found.groups()
        if int(own_port) != port:
            raise ValueError(own_port)
    host = value[1:-1] if re.fullmatch(r"\[.*\]", value) else value
    if ":" in host:
        return f"[{IPv6Address(host)}]"
    if value != host or not re.fullmatch(r"[A-Za-z0-9._-]+", host):
        raise ValueError(value)
    return host


# --- URLs that may contain a password --------------------------------------------------------------------------------


def read_url(parse: Callable[..., T], name: str, default: D, expected: str, **options: Any) -> T | D:
    """Like `read`, but say what to do where a sign in the password would end it, or the name of the server."""
    url = get_str(name).partition("://")[2]
    login = "" if url.startswith("/") else url.rpartition("@")[0]  # without a server, such as sqlite:////folder/a@b
    password = login.partition(":")[2]
    if re.search(r"#|%(?![0-9A-Fa-f]{2})", url) or re.search(r"[/?\[\]\s]", login) or "@" in password:
        raise ImproperlyConfigured(
            f"{name} has a sign that means something else in a URL. If it is in the password, percent-encode it: "
            "# is %23, / is %2F, ? is %3F, @ is %40, % is %25."
        )
    return read(parse, name, default, expected, quote=False, **options)


def get_database(name: str, default: Path) -> dict[str, Any]:
    """Return the settings of the database that a URL names, or of an SQLite file."""
    sqlite = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(default)}
    expected = "look like postgres://user:password@host:5432/shop or sqlite:////folder/shop.sqlite3"
    database = read_url(env.dj_db_url, name, sqlite, expected)
    if database["ENGINE"] not in ("django.db.backends.postgresql", "django.db.backends.sqlite3"):
        raise ImproperlyConfigured(f"{name} has to name PostgreSQL or SQLite.")
    return dict(database)


def get_scratch_database(name: str) -> str:
    """Return the URL of a PostgreSQL database that may be emptied. Its name says so, against mix-ups."""
    pattern = validate.Regexp(r"postgres(ql)?://[^?]*/\w*_scratch(\?.*)?\Z")
    return read_url(env.str, name, "", "name a PostgreSQL database that ends with _scratch", validate=pattern)


def get_cache(name: str, default: str) -> dict[str, Any]:
    """Return the settings of the cache that a URL names."""
    expected = "look like dbcache://shop_cache or redis://host:6379/0"
    return read_url(env.cache_url, name, parse_cache_url(default), expected)


@env.parser_for("cache_url")
def parse_cache_url(value: str) -> dict[str, Any]:
    url = urlsplit(value)
    if url.scheme not in ("dbcache", "redis", "rediss", "rediscache") or not url.hostname or url.port == 0:
        raise ValueError(value)
    if url.scheme == "dbcache":
        return {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": url.netloc}
    # Django splits a string at commas and semicolons, which a password may contain, but not a list.
    location = [value.replace("rediscache:", "redis:", 1)]
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": location}


def get_email(name: str, default: str) -> dict[str, Any]:
    """Return the EMAIL_… settings of the mail server that a URL names."""
    expected = "look like smtp+tls://user:password@host:587 or consolemail://"
    return read_url(env.email_url, name, parse_email_url(default), expected)


@env.parser_for("email_url")
def parse_email_url(value: str) -> dict[str, Any]:
    url = urlsplit(value)
    if url.query or (url.scheme.startswith("smtp") and not url.hostname):
        raise ValueError(value)
    return {
        "EMAIL_BACKEND": f"django.core.mail.backends.{EMAIL_BACKENDS[url.scheme]}.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port,
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_TLS": url.scheme in ("smtps", "smtp+tls"),
        "EMAIL_USE_SSL": url.scheme == "smtp+ssl",
        "EMAIL_FILE_PATH": unquote(url.path[1:]),
    }


def get_storage(name: str) -> dict[str, Any]:
    """Return the settings of the storage of images: the bucket that a URL names, or else the folder MEDIA_ROOT."""
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    expected = "look like s3://key:secret@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1"
    return read_url(env.storage_url, name, folder, expected)


@env.parser_for("storage_url")
def parse_storage_url(value: str) -> dict[str, Any]:
    """Parse the URL of a bucket.

    s3:// connects by HTTPS, and s3+http:// by plain HTTP, for a server on the shop's own network.
    """
    url = urlsplit(value)
    bucket = url.path.strip("/")
    if url.scheme not in ("s3", "s3+http") or not (url.hostname and url.username and url.password and bucket):
        raise ValueError(value)
    host = url.netloc.rpartition("@")[2]
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "access_key": unquote(url.username),
            "secret_key": unquote(url.password),
            "endpoint_url": f"{'https' if url.scheme == 's3' else 'http'}://{host}",
            "region_name": parse_qs(url.query).get("region", ["us-east-1"])[0],
            "bucket_name": bucket,
            "addressing_style": "path",  # all S3-compatible servers support it
            "default_acl": None,  # private: the shop itself serves the images, under /media/
            "file_overwrite": True,  # names are hashes of contents, so a file is only replaced by an equal one
        },
    }


def get_or_create_secret(file: Path) -> str:
    """Return the secret in the file, which is created on the first start and which only its owner can read."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_urlsafe(64))
        except FileExistsError:  # another process started at the same time
            pass
    return file.read_text().strip()
