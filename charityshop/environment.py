"""Reads settings from the environment; a wrong one stops the start with a sentence that names the variable."""

import os
import re
import secrets
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} has to be 1 or 0, not “{value}”.")


def whole(name: str, default: int, *, at_least: int = 0) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"\d{1,9}", value) or int(value) < at_least:
        raise ImproperlyConfigured(f"{name} has to be a whole number from {at_least}, not “{value}”.")
    return int(value)


def amount(name: str, default: str | None) -> Decimal | None:
    """A decimal number from 0, or None where the variable is empty and has no default."""
    value = text(name, default or "")
    if not value:
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or number < 0:
        raise ImproperlyConfigured(f"{name} has to be a number from 0, such as 0.15, not “{value}”.")
    return number


def seconds(name: str, default: str) -> float:
    value = amount(name, default)
    if not value:
        raise ImproperlyConfigured(f"{name} has to be a number of seconds above 0.")
    return float(value)


def choice(name: str, default: str, among: Sequence[str]) -> str:
    value = text(name, default)
    if value != default and value not in among:
        raise ImproperlyConfigured(f"{name} has to be one of {', '.join(among)}, not “{value}”.")
    return value


def several(name: str, default: Sequence[str] = ()) -> list[str]:
    return [part.strip() for part in text(name, ",".join(default)).split(",") if part.strip()]


def zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # unknown names are KeyErrors
        raise ImproperlyConfigured(
            f"{name} has to be a time zone such as America/Los_Angeles, not “{value}”."
        ) from None
    return value


def url(name: str, default: str) -> str:
    value = text(name, default).rstrip("/")
    if not is_origin(value):
        raise ImproperlyConfigured(f"{name} has to look like https://tickets.example.org, not “{value}”.")
    return value


def origins(name: str) -> list[str]:
    found = several(name)
    for value in found:
        if not is_origin(value):
            raise ImproperlyConfigured(f"{name} has to list origins such as https://partner.example, not “{value}”.")
    return found


def is_origin(value: str) -> bool:
    try:
        urlsplit(value).port  # noqa: B018  # reading it is what finds a port that is no number
    except ValueError:
        return False
    return re.fullmatch(r"https?://[^\s/?#]+", value) is not None


def networks(name: str) -> list[str]:
    found = several(name)
    for value in found:
        try:
            ip_network(value)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} has to list addresses or networks such as 10.0.0.0/8, not “{value}”."
            ) from None
    return found


def service(name: str, default: str, read: Callable[[str], dict[str, Any]], *, like: str) -> dict[str, Any]:
    """What a URL with a scheme of its own says, as `read` understands it. The sentence keeps its password to itself."""
    value = text(name, default)
    try:
        found = read(value) if re.match(r"[a-z][a-z0-9+_]*:", value) else {}
    except (ImproperlyConfigured, KeyError, ValueError):
        found = {}
    if not found:
        raise ImproperlyConfigured(f"{name} has to look like {like}.")
    return found


def picture_storage(name: str) -> dict[str, Any]:
    """Where pictures are kept: a folder, or a bucket that speaks S3, as s3://key:secret@host/bucket says.

    s3+http:// is for a server on the shop's own network. Signs and slashes in the secret are percent-encoded.
    """
    value = text(name)
    if not value:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    found = urlsplit(value)
    bucket = found.path.strip("/")
    if found.scheme not in ("s3", "s3+http") or not (found.hostname and found.username and found.password and bucket):
        raise ImproperlyConfigured(
            f"{name} has to look like s3://key:secret@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1."
        )
    host = found.netloc.rpartition("@")[2]
    region = parse_qs(found.query).get("region", ["us-east-1"])[0]
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "access_key": unquote(found.username),
            "secret_key": unquote(found.password),
            "endpoint_url": f"{'https' if found.scheme == 's3' else 'http'}://{host}",
            "region_name": region,
            "bucket_name": bucket,
            "addressing_style": "path",  # every S3 speaks it
            "default_acl": None,  # private: the shop streams pictures itself, under /media/
            "file_overwrite": True,  # a name is its content's hash, so what is replaced is the same
        },
    }


def secret_word(name: str) -> str:
    """A word that another program says to be let in; empty where nobody is to be."""
    value = text(name)
    if value and not re.fullmatch(r"[A-Za-z0-9_.~+/=-]{20,}", value):
        raise ImproperlyConfigured(
            f"{name} has to be at least 20 letters, digits or signs of _.~+/=-, chosen at random."
        )
    return value


def kept_secret(file: Path) -> str:
    """A secret made at the first start and kept in a file that only the owner can read."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_urlsafe(64))
        except FileExistsError:  # another process of the same start was first
            pass
    return file.read_text().strip()


def sabotage_flags() -> list[str]:
    """Names of variables that break a safeguard on purpose; only the tests' settings may read them."""
    return sorted(name for name in os.environ if name.startswith("SABOTAGE_"))
