"""`make licences` writes docs/generated/licences.md: the shipped packages, their versions and licenses.

These are the packages in requirements.txt, and the React app's dependencies with theirs.
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
# Licenses compatible with distributing the shop under its own. Packages under the LGPL are used unchanged.
ALLOWED = {
    "MIT", "MIT-0", "MIT-CMU", "HPND", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Apache-2.0", "MPL-2.0",
    "PSF-2.0", "Python-2.0", "Unlicense", "CC0-1.0", "OFL-1.1", "LGPL-3.0-only", "BlueOak-1.0.0", "Zlib", "ZPL-2.1",
    "LicenseRef-PayPal-SDK",  # permits use, changes and distribution, with its notice
}  # fmt: skip
# SPDX expressions for other names of licenses in packages' metadata.
SPDX = {
    "MIT License": "MIT", "The MIT License": "MIT", "BSD License": "BSD-3-Clause", "BSD": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause", "Apache Software License": "Apache-2.0", "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0", "Apache-2": "Apache-2.0", "ISC License (ISCL)": "ISC", "MPL 2.0": "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only", "Dual License": "BSD-3-Clause OR Apache-2.0",
    "BSD 3-Clause": "BSD-3-Clause", "Apache License, Version 2.0": "Apache-2.0", "UNKNOWN": "",
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
}  # fmt: skip
# Entered by hand: the first is only installed on some Pythons, the second has a license of its own.
BY_HAND = {"async-timeout": "Apache-2.0", "paypal-server-sdk": "LicenseRef-PayPal-SDK"}
HEAD = """# Licenses

Written by `make licences`. `tests/architecture/test_licences.py` fails if it does not match the lock files, or if a
license restricts the distribution of the shop (GPL, AGPL) or is unknown. Psycopg's LGPL does not, because the shop uses
it unchanged as a separate package. PayPal's SDK has its own license, which permits use, changes and distribution with
its notice.

The shop also ships `accounts/password_validators/breached/passwords.bin` (CC BY-SA 3.0, see the NOTICE beside it), two
typefaces (OFL-1.1, listed below) and images of its own.
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
    """Return the lock's row for each package of the React app."""
    rows = json.loads(lock)["packages"]
    shipped = sorted(find_dependencies(rows))
    return {Package(path.rpartition("node_modules/")[2], rows[path]["version"]): rows[path] for path in shipped}


def find_dependencies(rows: dict[str, dict[str, Any]]) -> set[str]:
    """Return the paths in the lock of the app's dependencies, direct and indirect, without those for development."""
    found: set[str] = set()
    waiting = [""]
    while waiting:
        at = waiting.pop()
        for name in rows[at].get("dependencies", {}):
            path = resolve(name, at, rows)
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


def resolve(name: str, at: str, rows: dict[str, dict[str, Any]]) -> str:
    """Find a dependency as Node does: within the package that needs it, then in the folders above."""
    while (path := f"{at}/node_modules/{name}".lstrip("/")) not in rows:
        at = at.rpartition("/node_modules/")[0] if "/node_modules/" in at else ""
    return path


# --- Licenses --------------------------------------------------------------------------------------------------------


def get_license(package: Package) -> str:
    """Return an SPDX expression. Raise PackageNotFoundError if the package is not installed."""
    if package.name in BY_HAND:
        return BY_HAND[package.name]
    about = metadata(package.name)
    if expression := about.get("License-Expression"):
        return SPDX.get(str(expression), str(expression))
    classifiers = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if line.startswith("License ::")
    ]
    candidates = [*classifiers, str(about.get("License") or "").splitlines()[0] if about.get("License") else ""]
    names = [SPDX.get(name, name) for name in candidates]
    return next((name for name in names if name and is_allowed(name)), next(filter(None, names), "unknown"))


def is_allowed(expression: str) -> bool:
    """Return whether one of the alternatives is allowed, with all licenses that it combines."""
    choices = re.split(r"\s+OR\s+", expression.replace("(", "").replace(")", ""))
    return any(all(part in ALLOWED for part in re.split(r"\s+AND\s+", choice)) for choice in choices)


# --- The page --------------------------------------------------------------------------------------------------------


def format_table(title: str, rows: Iterable[tuple[Package, str]]) -> Iterator[str]:
    yield f"\n## {title}\n\n| Package | Version | License |\n|---|---|---|"
    for package, name in rows:
        yield f"| {package.name} | {package.version} | {name} |"


def format_page() -> str:
    server = format_table("The server", ((package, get_license(package)) for package in python_packages()))
    browser = format_table(
        "The React app", ((each, row["license"]) for each, row in browser_rows(LOCK.read_text()).items())
    )
    return HEAD + "\n".join([*server, *browser]) + "\n"


def parse_rows(text: str) -> dict[Package, str]:
    cells = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in text.splitlines() if "|" in line)
    return {Package(name, version): terms for name, version, terms in cells if name not in ("Package", "---")}


if __name__ == "__main__":
    try:
        PAGE.write_text(format_page())
    except PackageNotFoundError as missing:
        sys.exit(f"{missing.name} is not installed here, so its license cannot be read. Run `make dev` once, or pip.")
