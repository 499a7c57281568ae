"""Order numbers such as C-7K3M9, for people to read out and type. They never grant access: URLs use public IDs."""

import re
import secrets

from charityshop.text import clean_code

PREFIX = "C-"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: without I, L, O and U
LENGTH = 5
MISREAD = str.maketrans("OIL", "011")
TYPED = re.compile(rf"(?:{PREFIX})?([{ALPHABET}]{{{LENGTH}}})")


def create_order_number() -> str:
    """Return one of 33 million random numbers. The database refuses one that is taken."""
    return PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def parse_order_number(text: str) -> str | None:
    """Parse a number as typed: in any case, with or without the prefix, with O for 0 and I or L for 1."""
    found = TYPED.fullmatch(clean_code(text).upper().translate(MISREAD))
    return PREFIX + found[1] if found else None
