"""Print the locked packages of a part of requirements-dev.in and of the parts above it, with what they need.

`python tests/support/packages.py tests`: without packages, because it says which to install.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def list_names(part: str) -> set[str]:
    """Return the names down to the end of a part."""
    parts = re.split(r"^# --- (\w+)\n", (ROOT / "requirements-dev.in").read_text(), flags=re.MULTILINE)
    headings = [heading.lower() for heading in parts[1::2]]
    return set(re.findall(r"^([\w-]+)", "".join(parts[2 : 3 + 2 * headings.index(part) : 2]), flags=re.MULTILINE))


def list_needed(locked: dict[str, str], names: set[str]) -> set[str]:
    """Return these, the shop's packages, and what both need: the lock says for each what brings it along."""
    needed = {"requirements.in", *(name.replace("_", "-") for name in names)}
    while more := {name for name in locked.keys() - needed if needed & list_parents(locked[name])}:
        needed |= more
    return needed


def list_parents(block: str) -> set[str]:
    return set(re.findall(r"[\w.-]+", block.partition("# via")[2]))


def main(part: str) -> None:
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / "requirements-dev.txt").read_text(), flags=re.MULTILINE)
    locked = {re.split(r"[=\[]", block)[0]: block for block in blocks[1:]}
    needed = list_needed(locked, list_names(part))
    print("".join(block for name, block in locked.items() if name in needed), end="")


if __name__ == "__main__":
    main(sys.argv[1])
