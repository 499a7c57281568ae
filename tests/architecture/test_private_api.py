"""The shop uses only documented names of Django and other libraries: no private names, no internal classes."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("charityshop", "accounts", "events", "bookings", "orders")
LIBRARIES = ("gunicorn", "django", "rest_framework", "psycopg", "requests", "paypalserversdk", "apimatic_core")
INTERNAL = ("gunicorn.workers", "gunicorn.http", "django.db.backends", "django.db.models.sql")
DOCUMENTED = {"_meta", "_base_manager", "_default_manager", "_state", "_asdict", "_replace", "_db"}


def private_uses(source: str) -> Iterator[str]:
    """Yield each private name of a library that the source imports or reads, and each import of internal modules."""
    tree = ast.parse(source)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)} | {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            yield node.attr
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(INTERNAL))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in LIBRARIES:
            module = str(node.module)
            yield from (f"{module}.{alias.name}" for alias in node.names if is_private(alias.name))
            if module.startswith(INTERNAL) or any(f"{module}.{alias.name}" in INTERNAL for alias in node.names):
                yield module


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def uses_by_module() -> dict[str, list[str]]:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return {str(file.relative_to(ROOT)): list(private_uses(file.read_text())) for file in sorted(files)}


def test_the_shop_uses_no_private_names_of_libraries() -> None:
    uses = uses_by_module()

    assert len(uses) > 200, "the test finds modules"
    assert {module: names for module, names in uses.items() if names} == {}


def test_private_names_are_found() -> None:
    assert list(private_uses("from gunicorn.workers.gthread import ThreadWorker")) == ["gunicorn.workers.gthread"]
    assert list(private_uses("from django.db import backends")) == ["django.db"]
    assert list(private_uses("from requests.models import _private")) == ["requests.models._private"]
    assert list(private_uses("request._request.session")) == ["_request"]
    assert list(private_uses("queryset.model._meta.fields")) == []
