"""Tokens of links that work without signing in: `{public_id}.{signature}`.

No secret is stored: the signature covers the kind of link, the ID of a row and its generation, so raising the row's
generation makes the old links invalid. Signatures of earlier keys (SECRET_KEY_FALLBACKS) are accepted.
"""

import re
from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

PATTERN = re.compile(r"(?P<public_id>[0-9a-f]{24})\.(?P<signature>[0-9a-f]{64})")
HEX = r"(?:[0-9a-f]|%[0-9a-f]{2})"  # a digit, which a URL may contain encoded
TOKEN_IN_TEXT = re.compile(rf"({HEX}{{24}})(?:\.|%2e){HEX}{{64}}", re.IGNORECASE)
# The headers of responses at URLs that contain a token.
LINK_HEADERS = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


def make_link_token(kind: str, public_id: str, generation: int) -> str:
    """Return the token of a row. `kind` says what the link is for: tokens of one kind are invalid for all others."""
    return f"{public_id}.{sign(kind, public_id, generation, settings.SECRET_KEY)}"


def get_public_id(token: str) -> str:
    """Return the ID of the row that the token is for, without checking its signature; empty if it is malformed."""
    found = PATTERN.fullmatch(token)
    return found["public_id"] if found else ""


def is_valid_link_token(token: str, kind: str, generation: int) -> bool:
    """Return whether the token is of this kind and generation. Pass the generation of the row that it is for."""
    found = PATTERN.fullmatch(token)
    return found is not None and any(
        constant_time_compare(found["signature"], signature)
        for signature in list_signatures(kind, found["public_id"], generation)
    )


def list_signatures(kind: str, public_id: str, generation: int) -> Iterator[str]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield sign(kind, public_id, generation, secret)


def sign(kind: str, public_id: str, generation: int, secret: str) -> str:
    value = f"{public_id}.{generation}"
    return salted_hmac(f"link:{kind}", value, secret=secret, algorithm="sha256").hexdigest()


def mask_link_tokens(text: str) -> str:
    """Remove the signatures of tokens, for logs. The IDs stay."""
    return TOKEN_IN_TEXT.sub(r"\1.[signature]", text)
