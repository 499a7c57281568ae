"""The exact text of a value inside a JSON object.

PayPal signs the bytes that it sends. A client that parses and re-encodes the JSON changes them.
"""

import json
from collections.abc import Iterator

BLANK = " \t\r\n"


def raw_values(text: str, name: str) -> Iterator[str]:
    """Yield the exact text of this member of a JSON object, with and without the whitespace around it.

    Whitespace around the value may belong to the value or to the object.
    """
    decoder, at, found = json.JSONDecoder(), _skip(text, 0) + 1, None
    while text[at := _skip(text, at)] != "}":
        member, at = decoder.raw_decode(text, at)
        after_colon = _skip(text, at) + 1
        start = _skip(text, after_colon)
        _, end = decoder.raw_decode(text, start)
        at = _skip(text, end)
        if member == name:
            found = (after_colon, start, end, at)
        if text[at] == ",":
            at += 1
    if found:
        before, start, end, after = found
        yield from {text[first:last] for first in (before, start) for last in (end, after)}


def _skip(text: str, at: int) -> int:
    while text[at] in BLANK:
        at += 1
    return at
