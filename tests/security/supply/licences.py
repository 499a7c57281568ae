"""`make licences` writes docs/generated/licences.md: what ships, in which version, under which licence.

What ships is what requirements.txt pins, and what the browser app's own dependencies bring along.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "generated" / "licences.md"
LOCK = ROOT / "frontend" / "package-lock.json"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
# Licences that let the shop be passed on under its own. The lesser GPL lets it be used as it is, unchanged.
ALLOWED = {
    "MIT", "MIT-0", "MIT-CMU", "HPND", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Apache-2.0", "MPL-2.0",
    "PSF-2.0", "Python-2.0", "Unlicense", "CC0-1.0", "OFL-1.1", "LGPL-3.0-only", "BlueOak-1.0.0", "Zlib", "ZPL-2.1",
    "LicenseRef-PayPal-SDK",  # use, change and pass on, with its notice
}  # fmt: skip
# Words of the old kind, as some packages still tell their licence.
SPOKEN = {
    "MIT License": "MIT", "The MIT License": "MIT", "BSD License": "BSD-3-Clause", "BSD": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause", "Apache Software License": "Apache-2.0", "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0", "Apache-2": "Apache-2.0", "ISC License (ISCL)": "ISC", "MPL 2.0": "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only", "Dual License": "BSD-3-Clause OR Apache-2.0",
    "BSD 3-Clause": "BSD-3-Clause", "Apache License, Version 2.0": "Apache-2.0", "UNKNOWN": "",
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
}  # fmt: skip
# Read by hand: the first is installed on some Pythons only, the second has one of its own.
BY_HAND = {"async-timeout": "Apache-2.0", "paypal-server-sdk": "LicenseRef-PayPal-SDK"}
HEAD = """# Licences of what ships

Written by `make licences`. `tests/architecture/test_licences.py` fails when it does not fit the locks, or when a
licence would bind whoever passes the shop on (GPL, AGPL and anything that nobody has looked at). Psycopg's, the lesser
GPL, does not: the shop uses it unchanged, as a package of its own. PayPal's SDK has a licence of its own, which lets it
be used, changed and passed on with its notice.

Beside these packages the shop ships `accounts/password_validators/breached/passwords.bin` (CC BY-SA 3.0, see the
NOTICE beside it), two typefaces (OFL-1.1, in the lists below) and pictures of its own.
"""


@dataclass(frozen=True, slots=True, order=True)
class Package:
    name: str
    version: str


# --- What ships ------------------------------------------------------------------------------------------------------


def pinned_in(lock: str) -> list[Package]:
    return sorted(Package(name.lower(), version) for name, version in PINNED.findall(lock))


def python_packages() -> list[Package]:
    return pinned_in((ROOT / "requirements.txt").read_text())


def browser_rows(lock: str) -> dict[Package, dict[str, Any]]:
    """What the lock tells of each package that the browser app is built from."""
    rows = json.loads(lock)["packages"]
    shipped = sorted(brought_along(rows))
    return {Package(path.rpartition("node_modules/")[2], rows[path]["version"]): rows[path] for path in shipped}


def brought_along(rows: dict[str, dict[str, Any]]) -> set[str]:
    """Where the app's dependencies stand in the lock, and theirs, and so on; none that only developers need."""
    found: set[str] = set()
    waiting = [""]
    while waiting:
        at = waiting.pop()
        for name in rows[at].get("dependencies", {}):
            path = resolved(name, at, rows)
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


def resolved(name: str, at: str, rows: dict[str, dict[str, Any]]) -> str:
    """As Node looks for it: within the package that asks, then further and further out."""
    while (path := f"{at}/node_modules/{name}".lstrip("/")) not in rows:
        at = at.rpartition("/node_modules/")[0] if "/node_modules/" in at else ""
    return path


# --- Under which licence ---------------------------------------------------------------------------------------------


def licence_of(package: Package) -> str:
    """As an SPDX expression. Raises PackageNotFoundError where the package is not installed."""
    if package.name in BY_HAND:
        return BY_HAND[package.name]
    about = metadata(package.name)
    if expression := about.get("License-Expression"):
        return SPOKEN.get(str(expression), str(expression))
    told = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if line.startswith("License ::")]
    candidates = [*told, str(about.get("License") or "").splitlines()[0] if about.get("License") else ""]
    known = [SPOKEN.get(word, word) for word in candidates]
    return next((word for word in known if word and is_allowed(word)), next(filter(None, known), "not told"))


def is_allowed(expression: str) -> bool:
    """One of the alternatives is enough; of what holds together all has to be allowed."""
    choices = re.split(r"\s+OR\s+", expression.replace("(", "").replace(")", ""))
    return any(all(part in ALLOWED for part in re.split(r"\s+AND\s+", choice)) for choice in choices)


# --- The page --------------------------------------------------------------------------------------------------------


def table(title: str, rows: Iterable[tuple[Package, str]]) -> Iterator[str]:
    yield f"\n## {title}\n\n| Package | Version | Licence |\n|---|---|---|"
    for package, licence in rows:
        yield f"| {package.name} | {package.version} | {licence} |"


def page() -> str:
    server = table("The server", ((package, licence_of(package)) for package in python_packages()))
    browser = table("The browser app", ((each, row["license"]) for each, row in browser_rows(LOCK.read_text()).items()))
    return HEAD + "\n".join([*server, *browser]) + "\n"


def rows_of(text: str) -> dict[Package, str]:
    cells = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in text.splitlines() if "|" in line)
    return {Package(name, version): licence for name, version, licence in cells if name not in ("Package", "---")}


if __name__ == "__main__":
    try:
        PAGE.write_text(page())
    except PackageNotFoundError as missing:
        sys.exit(f"{missing.name} is not installed here, so its licence cannot be read. Run `make dev` once, or pip.")
