"""Keys, PINs and tokens of the door, and how they are stored.

Keys and tokens are long and random, so a plain hash is safe. PINs are short: without SECRET_KEY, a copy of the database
doesn't tell them.
"""

import hashlib
import secrets

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

PIN_DIGITS = 6


def new_key() -> str:
    """Return 43 characters."""
    return secrets.token_urlsafe(32)


def new_pin() -> str:
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def sign_pin(pin: str, key_hash: str, secret: str | None = None) -> str:
    return salted_hmac("door pin", f"{key_hash}\n{pin}", secret=secret, algorithm="sha256").hexdigest()


def is_right_pin(pin: str, key_hash: str, pin_hmac: str) -> bool:
    """Accept PINs that were signed with earlier keys (SECRET_KEY_FALLBACKS), too."""
    signatures = [sign_pin(pin, key_hash, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return any(constant_time_compare(signature, pin_hmac) for signature in signatures)
