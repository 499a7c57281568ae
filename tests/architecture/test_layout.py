"""No folder of Python modules is too large, and packages do not re-export their modules."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_MODULES = 12
PACKAGES = ("charityshop", "accounts", "events", "bookings", "orders", "paypal_simulator", "bench", "tools", "tests")
# Packages whose __init__.py may re-export. Elsewhere it is empty, which avoids import cycles.
MAY_REEXPORT = ("settings", "models", "admin", "services", "paypal")


def count_modules() -> dict[str, int]:
    """Count the modules in each folder, without `__init__.py`, migrations and tests."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return Counter(
        str(file.parent.relative_to(ROOT))
        for file in files
        if file.name not in ("__init__.py", "conftest.py")
        and not file.name.startswith("test_")
        and file.parent.name != "migrations"
        and "node_modules" not in file.parts
    )


def test_no_folder_has_too_many_modules() -> None:
    found = count_modules()

    assert len(found) > 30, "the test finds folders"
    assert {folder: number for folder, number in found.items() if number > MAX_MODULES} == {}


@pytest.mark.parametrize("package", ["charityshop", "accounts", "events", "bookings", "orders"])
def test_packages_of_the_shop_do_not_reexport(package: str) -> None:
    reexporting = [
        str(file.relative_to(ROOT))
        for file in (ROOT / package).rglob("__init__.py")
        if file.parent.name not in MAY_REEXPORT
        and any(isinstance(node, ast.ImportFrom) for node in ast.parse(file.read_text()).body)
    ]

    assert [name for name in reexporting if name != "accounts/password_validators/breached/__init__.py"] == []
