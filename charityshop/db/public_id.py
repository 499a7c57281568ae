"""The ids that leave the shop: 24 hex digits that sort by creation and tell nothing about other ids."""

import secrets
import time

from django.db import models


def new_public_id() -> str:
    """4 bytes of seconds, 3 bytes of the fraction, 5 random bytes, as 24 hex digits.

    Sorting by it is sorting by time of creation (to 60 nanoseconds); the random end keeps it from being guessed.
    """
    seconds, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
    fraction = nanoseconds * 2**24 // 1_000_000_000
    return f"{seconds & 0xFFFFFFFF:08x}{fraction:06x}{secrets.token_hex(5)}"


def public_id_field() -> "models.CharField[str, str]":
    """The `_id` of the wire, made once and never changed."""
    return models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
