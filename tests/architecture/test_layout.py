"""Folders are small, packages do not re-export their modules, and a module's name says what it holds."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookings.site.pages import CARD_SIZES, IMAGE_SIZES
from tests.architecture.tree import APPS, ROOT

MAX_MODULES = 12
PACKAGES = (*APPS, "paypal_simulator", "bench", "tools", "tests")
# Packages whose __init__.py may re-export. Elsewhere it is empty, which avoids import cycles.
MAY_REEXPORT = ("settings", "models", "admin")
# In these folders, modules are named after what they are about, such as `views/orders` and `selectors/orders`.
LAYERS = {"api", "admin", "selectors", "services", "management", "migrations"}
# Elsewhere only these names repeat: Django's, and those that each app has.
REPEATED = {
    "__init__",
    "admin",
    "apps",
    "models",
    "urls",
    "views",
    "filters",
    "locks",
    "mails",
    "metrics",
    "posts",
    "base",
}
REPEATED |= {"demo", "exceptions", "selectors", "services", "site", "triggers"}


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


@pytest.mark.parametrize("package", APPS)
def test_packages_of_the_shop_do_not_reexport(package: str) -> None:
    reexporting = [
        str(file.relative_to(ROOT))
        for file in (ROOT / package).rglob("__init__.py")
        if file.parent.name not in MAY_REEXPORT
        and any(isinstance(node, ast.ImportFrom) for node in ast.parse(file.read_text()).body)
    ]

    assert [name for name in reexporting if name != "accounts/password_validators/breached/__init__.py"] == []


def list_modules(package: str = "") -> Iterator[Path]:
    for app in APPS:
        yield from (ROOT / app / package).rglob("*.py")


def test_modules_with_the_same_name_hold_the_same_kind_of_thing() -> None:
    found = defaultdict[str, list[str]](list)
    for file in list_modules():
        path = file.relative_to(ROOT)
        if file.stem not in REPEATED and not LAYERS & set(path.parts):
            found[file.stem].append(str(path))

    assert len(found) > 60, "the test finds modules"
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


SOURCE = Path(__file__).resolve().parents[2] / "frontend/src"


@pytest.mark.parametrize(
    ("file", "name", "sizes"),
    [("features/event/EventPage.tsx", "faceSizes", IMAGE_SIZES), ("shared/card/DateCard.tsx", "cardSizes", CARD_SIZES)],
)
def test_the_app_and_the_server_name_the_same_sizes_of_images(file: str, name: str, sizes: str) -> None:
    assert f'const {name} = "{sizes}"' in (SOURCE / file).read_text()
