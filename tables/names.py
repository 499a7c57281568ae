"""What players are called in public: a first name and an initial, as at the door. Imports nothing from Django.

A pass for four with one name is "Maya R.", "Maya R. +1", "Maya R. +2" and "Maya R. +3".
"""

import re

from door.guest_names import shorten_name

PLUS = re.compile(r" ?\+(\d{1,3})$")


def format_name(name: str, plus: int) -> str:
    return f"{name} +{plus}" if plus else name


def shorten_typed_name(name: str) -> str:
    """Return what the scorekeeper typed, without last names."""
    found = PLUS.search(name)
    if found is None:
        return shorten_name(name)
    return format_name(shorten_name(name[: found.start()]), int(found[1]))
