"""The shop uses only documented names of Django and other libraries: no private names, no internal classes."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module

from tests.architecture.tree import APPS, ROOT, list_python_files

LIBRARIES = ("gunicorn", "django", "rest_framework", "psycopg", "requests", "paypalserversdk", "apimatic_core")
INTERNAL = ("gunicorn.workers", "gunicorn.http", "django.db.backends", "django.db.models.sql")
DOCUMENTED_MODULES = {"django.db.backends.signals"}  # with `connection_created`, in Django's list of signals
# Mailed links have to stay valid, and Django documents no other way to choose what their tokens sign.
EXTENDED = {"accounts.tokens.LinkTokens._make_hash_value"}
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
            if module in DOCUMENTED_MODULES:
                continue
            yield from (f"{module}.{alias.name}" for alias in node.names if is_private(alias.name))
            if module.startswith(INTERNAL) or any(f"{module}.{alias.name}" in INTERNAL for alias in node.names):
                yield module


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def uses_by_module() -> dict[str, list[str]]:
    files = [file for app in APPS for file in list_python_files(app)]
    return {str(file.relative_to(ROOT)): list(private_uses(file.read_text())) for file in files}


def test_the_shop_uses_no_private_names_of_libraries() -> None:
    uses = uses_by_module()

    assert len(uses) > 200, "the test finds modules"
    assert {module: names for module, names in uses.items() if names} == {}


def list_private_names(node: ast.ClassDef) -> set[str]:
    """List the private methods, class attributes and own attributes that a class defines."""
    names = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    for item in ast.walk(node):
        if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store) and ast.unparse(item.value) == "self":
            names.add(item.attr)
    for item in node.body:
        targets = (
            item.targets if isinstance(item, ast.Assign) else [item.target] if isinstance(item, ast.AnnAssign) else []
        )
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if is_private(name)}


def list_overrides(cls: type, names: set[str]) -> list[str]:
    """List the names that a base class of a library defines, or sets in its methods."""
    bases = [base for base in cls.__mro__[1:] if base.__module__.split(".")[0] not in (*APPS, "builtins")]
    return sorted(name for name in names if any(has_name(base, name) for base in bases))


def has_name(base: type, name: str) -> bool:
    return hasattr(base, name) or f"self.{name} = " in inspect.getsource(base)


def overrides_by_class() -> dict[str, list[str]]:
    """Return the overridden names of each class with private names. Classes within functions are left out."""
    found = {}
    for file in (file for app in APPS for file in list_python_files(app)):
        tree = ast.parse(file.read_text())
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and (names := list_private_names(node)):
                module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
                cls = getattr(import_module(module), node.name)
                found[f"{module}.{node.name}"] = list_overrides(cls, names)
    return found


def test_the_shops_classes_override_no_private_names_of_libraries() -> None:
    found = overrides_by_class()

    assert len(found) > 5, "the test finds classes with private names"
    assert {f"{cls}.{name}" for cls, names in found.items() for name in names} == EXTENDED
