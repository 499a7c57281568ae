"""Order numbers such as C-7K3M9, for people to read out and type. They never grant access: URLs use public IDs."""

import re
import secrets

from charityshop.text import BASE32, clean_base32

PREFIX = "C-"
LENGTH = 5
TYPED = re.compile(rf"(?:{PREFIX})?([{BASE32}]{{{LENGTH}}})")


def create_order_number() -> str:
    """Return one of 33 million random numbers. The database refuses one that is taken."""
    return PREFIX + "".join(secrets.choice(BASE32) for _ in range(LENGTH))


def parse_order_number(text: str) -> str | None:
    """Parse a number as typed: in any case, with or without the prefix, with O for 0 and I or L for 1."""
    found = TYPED.fullmatch(clean_base32(text))
    return PREFIX + found[1] if found else None
