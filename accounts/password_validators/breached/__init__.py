"""Passwords that are known from breaches elsewhere; a local list, so that nobody's password is asked about over a wire.

`passwords.bin` holds the sorted first five bytes of each one's SHA-256, nearly half a million of them, and is read
through the system's page cache: no process keeps a copy. `python -m accounts.password_validators.breached.build` writes
it; docs/decisions says where the passwords come from.
"""

import mmap
from bisect import bisect_left
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.core.exceptions import ValidationError

WIDTH = 5  # bytes of each hash: of a million honest passwords not one is taken for another
FILE = Path(__file__).with_name("passwords.bin")


class BreachedPasswordValidator:
    """For AUTH_PASSWORD_VALIDATORS. Those under eight characters are left to the rule about length."""

    def validate(self, password: str, user: object = None) -> None:
        if is_breached(password):
            raise ValidationError("This password is known from a breach.", code="password_breached")

    def get_help_text(self) -> str:
        return "Your password can’t be one that is known from a breach elsewhere."


def is_breached(password: str) -> bool:
    """Whatever its case, and with or without blanks around it."""
    known, wanted = known_hashes(), hash_of(password)
    place = bisect_left(range(len(known) // WIDTH), wanted, key=lambda index: at(known, index))
    return at(known, place) == wanted


def at(known: mmap.mmap, index: int) -> bytes:
    return known[index * WIDTH : (index + 1) * WIDTH]


def hash_of(password: str) -> bytes:
    return sha256(password.strip().lower().encode(errors="surrogatepass")).digest()[:WIDTH]


@cache
def known_hashes() -> mmap.mmap:
    with FILE.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
