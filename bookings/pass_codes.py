"""The code of a ticket: `T1`, 16 random characters in Crockford's base32, and a check character.

The check character is computed in GF(32) with the polynomial x⁵+x²+1: it reveals every wrong character and every swap
of two neighbors. Phones at the door hold hashes of codes, from which no ticket can be made.
"""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode

from charityshop.text import BASE32, clean_base32

PREFIX = "T1"
RANDOM_LENGTH = 16  # characters of 5 bits each
CODE_LENGTH = len(PREFIX) + RANDOM_LENGTH + 1
HASH_BYTES = 12
HASH_LENGTH = 16  # characters
POLYNOMIAL = 0b100101
VALUES = {character: value for value, character in enumerate(BASE32)}


def new_code() -> str:
    return build_code("".join(secrets.choice(BASE32) for _ in range(RANDOM_LENGTH)))


def build_code(characters: str) -> str:
    return PREFIX + characters + get_check_character(characters)


def get_check_character(characters: str) -> str:
    check = 0
    for character in characters:
        check = double(check) ^ VALUES[character]
    return BASE32[double(check)]


def double(value: int) -> int:
    """Multiply by x in GF(32)."""
    doubled = value << 1
    return doubled ^ POLYNOMIAL if doubled & 0b100000 else doubled


def parse_code(text: str) -> str | None:
    """Return the code that was typed or scanned, or None if it can't be one: some character is wrong."""
    code = re.sub(r"[\s-]", "", clean_base32(text))
    characters, check = code[len(PREFIX) : -1], code[-1:]
    if len(code) != CODE_LENGTH or not code.startswith(PREFIX) or not set(characters) <= VALUES.keys():
        return None
    return code if get_check_character(characters) == check else None


def hash_code(code: str) -> str:
    """Return the hash by which phones at the door know the code: the first 12 bytes of SHA-256, in base64url."""
    return urlsafe_b64encode(hashlib.sha256(code.encode()).digest()[:HASH_BYTES]).decode()
