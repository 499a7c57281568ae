"""Public IDs: 24 hex digits that sort by creation time and can't be guessed."""

import secrets
import time

from django.db import models


def new_public_id() -> str:
    """Return 4 bytes of seconds, 3 bytes of the fraction and 5 random bytes, as 24 hex digits.

    The IDs sort by creation time, to 60 nanoseconds.
    """
    seconds, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
    fraction = nanoseconds * 2**24 // 1_000_000_000
    return f"{seconds & 0xFFFFFFFF:08x}{fraction:06x}{secrets.token_hex(5)}"


def public_id_field() -> "models.CharField[str, str]":
    """Return the field for the API's `_id`."""
    return models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
