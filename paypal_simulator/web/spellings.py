"""Different JSON encodings of an event, and the exact text of a value inside a JSON object.

PayPal signs the bytes that it sends. A client that parses and re-encodes the JSON changes them.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from paypal_simulator.records.store import Json

NUMBERS = '"numbers":[10.0,1e1,1.10,1E+2,-0.0,12345678901234567890]'
BLANK = " \t\r\n"


def compact(event: Json) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def with_unicode(event: Json) -> Json:
    """Add characters beyond ASCII."""
    return event | {"summary": f"{event['summary']} – für Zoë 🎟"}


def with_numbers(event: Json) -> str:
    return "{" + NUMBERS + "," + compact(event)[1:]


def reverse_keys(value: Any) -> Any:
    """Reverse the keys of every object."""
    if isinstance(value, dict):
        return {name: reverse_keys(part) for name, part in reversed(value.items())}
    return [reverse_keys(part) for part in value] if isinstance(value, list) else value


SPELLINGS: dict[str, Callable[[Json], str]] = {
    "compact": compact,  # like PayPal
    "spaced": json.dumps,  # Python's default
    "indented": lambda event: json.dumps(event, indent=2),
    "crlf": lambda event: json.dumps(event, indent=2).replace("\n", "\r\n"),
    "newline_at_the_end": lambda event: compact(event) + "\n",
    "blanks_around": lambda event: f"\r\n\t {compact(event)} \r\n",
    "sorted": lambda event: json.dumps(event, sort_keys=True, separators=(",", ":")),
    "turned": lambda event: compact(reverse_keys(event)),
    "utf8": lambda event: compact(with_unicode(event)),
    "escaped": lambda event: json.dumps(with_unicode(event), separators=(",", ":")),
    "escaped_slashes": lambda event: compact(event).replace("/", "\\/"),
    "numbers": with_numbers,
}


def spell(event: Json, spelling: str) -> bytes:
    return SPELLINGS[spelling](event).encode()


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
