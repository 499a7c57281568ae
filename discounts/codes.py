"""The form of voucher codes, random ones, and a limit on wrong ones, so that codes can't be guessed."""

import re
import secrets
from contextlib import AbstractContextManager

from accounts.models import User
from charityshop.api.throttling import Limit, count_failures
from charityshop.text import clean_code
from discounts.exceptions import VoucherUnknown
from discounts.models import MAX_CODE_LENGTH, MIN_CODE_LENGTH

CODE = re.compile(f"[A-Z0-9-]{{{MIN_CODE_LENGTH},{MAX_CODE_LENGTH}}}")
CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without 0 O 1 I L, which look alike
RANDOM_LENGTH = 8


def parse_code(text: str) -> str | None:
    """Return a code as it is stored, or None for texts that can't be one."""
    code = clean_code(text).upper()
    return code if CODE.fullmatch(code) else None


def generate_codes(count: int) -> list[str]:
    """Return so many different random codes."""
    codes: set[str] = set()
    while len(codes) < count:
        codes.add("".join(secrets.choice(CHARACTERS) for _ in range(RANDOM_LENGTH)))
    return list(codes)


def count_wrong_codes(*, by: User | None, address: str) -> AbstractContextManager[None]:
    """Count the wrong codes of a signed-in user, or of a visitor's network address, while a code is looked up.

    Raise TooMany once the hourly limit is reached, even for codes that exist.
    """
    limit = Limit.of("wrong_code", "person", by.public_id) if by else Limit.of("wrong_code", "address", address)
    return count_failures(limit, of=VoucherUnknown)
