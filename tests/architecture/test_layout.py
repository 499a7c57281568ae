"""Folders are small, packages do not re-export their modules, and names of modules and services are predictable."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_MODULES = 12
PACKAGES = (
    "charityshop",
    "accounts",
    "events",
    "waiting",
    "bookings",
    "discounts",
    "orders",
    "giving",
    "ledger",
    "door",
    "paypal_simulator",
    "bench",
    "tools",
    "tests",
)
# Packages whose __init__.py may re-export. Elsewhere it is empty, which avoids import cycles.
MAY_REEXPORT = ("settings", "models", "admin", "services", "paypal")
APPS = ("charityshop", "accounts", "events", "waiting", "bookings", "discounts", "orders", "giving", "ledger", "door")
# In these folders, modules are named after what they are about, such as `views/orders` and `selectors/orders`.
LAYERS = {"api", "admin", "selectors", "services", "sql", "management", "migrations"}
# Elsewhere only these names repeat: Django's, and those that each app has.
REPEATED = {"__init__", "admin", "apps", "models", "urls", "views", "filters", "locks", "mails", "metrics", "base"}
REPEATED |= {"exceptions"}
# The first words of services, and those of the modules that are named after one: verb_object.
VERBS = {
    "accept", "add", "anonymize", "apply", "archive", "begin", "book", "build", "can", "cancel", "capture",
    "change", "check", "choose", "claim", "close", "complete", "confirm", "convert", "count", "create",
    "decide", "delete", "deliver", "detach", "email", "end", "erase", "expire", "explain", "extend", "fail",
    "filter", "find", "finish", "format", "generate", "get", "give", "handle", "has", "hash", "hold", "import",
    "insert", "is", "join", "leave", "link", "list", "lock", "make", "mark", "may", "move", "number", "offer",
    "open", "parse", "pay", "place", "plan", "prepare", "preview", "price", "process", "promote", "push", "put",
    "quote", "read", "reconcile", "record", "redact", "refund", "refuse", "register", "release", "remember",
    "remove", "renew", "replace", "report", "request", "require", "resolve", "restore", "retry", "return",
    "review", "revoke", "roll", "save", "sell", "send", "serialize", "serve", "set", "settle", "show", "sign",
    "skip", "split", "store", "sum", "take", "turn", "uncount", "undo", "unlink", "update", "use", "verify",
    "was", "withdraw", "write",
}  # fmt: skip


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


def list_functions(source: str) -> list[str]:
    return [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


def is_named_after_action(module: str) -> bool:
    """Return whether a module's name is verb_object, such as `place_order`; others are nouns, such as `seats`."""
    return "_" in module and module.split("_")[0] in VERBS


def test_a_service_module_named_after_an_action_defines_it() -> None:
    modules = [file for file in list_modules("services") if is_named_after_action(file.stem)]

    assert len(modules) > 20, "the test finds modules"
    assert [str(file) for file in modules if file.stem not in list_functions(file.read_text())] == []


def test_names_of_services_begin_with_a_verb() -> None:
    functions = {file: list_functions(file.read_text()) for file in list_modules("services")}

    assert sum(map(len, functions.values())) > 200, "the test finds functions"
    assert [
        f"{file.relative_to(ROOT)}: {name}"
        for file, names in functions.items()
        for name in names
        if name.split("_")[0] not in VERBS
    ] == []
