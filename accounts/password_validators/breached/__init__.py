"""Reject passwords known from data breaches, using a local list so that no password is sent to another service.

`passwords.bin` holds the sorted first five bytes of nearly half a million SHA-256 hashes. It is memory-mapped, so
processes share one copy. `python -m accounts.password_validators.breached.build` writes it; NOTICE.md says where the
passwords come from.
"""

import mmap
from bisect import bisect_left
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.core.exceptions import ValidationError

WIDTH = 5  # bytes per hash; enough to avoid false positives
FILE = Path(__file__).with_name("passwords.bin")


class BreachedPasswordValidator:
    """Reject breached passwords. The list omits those under eight characters, which another validator rejects."""

    def validate(self, password: str, user: object = None) -> None:
        if is_breached(password):
            raise ValidationError("This password is known from a breach.", code="password_breached")

    def get_help_text(self) -> str:
        return "Your password can’t be one that is known from a data breach."


def is_breached(password: str) -> bool:
    """Return whether the list contains this password, ignoring case and surrounding whitespace."""
    known, wanted = load_hashes(), hash_password(password)
    place = bisect_left(range(len(known) // WIDTH), wanted, key=lambda index: at(known, index))
    return at(known, place) == wanted


def at(known: mmap.mmap, index: int) -> bytes:
    return known[index * WIDTH : (index + 1) * WIDTH]


def hash_password(password: str) -> bytes:
    return sha256(password.strip().lower().encode(errors="surrogatepass")).digest()[:WIDTH]


@cache
def load_hashes() -> mmap.mmap:
    with FILE.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
