"""Names in the Python code use one standard term for each thing.

Exempt are the names that databases, URLs and the API's JSON already use: models, fields, commands, and below `api/`
the words of API_TERMS.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
APPS = ("charityshop", "accounts", "events", "waiting", "bookings", "discounts", "orders", "giving", "ledger", "door")
PACKAGES = (*APPS, "paypal_simulator", "tests")
# Not this word, but that one.
INSTEAD = {
    "night": "event or occurrence", "nights": "events", "programme": "events", "product": "event",
    "products": "events", "kept": "held, stored or cached", "lapse": "expire", "lapsed": "expired",
    "person": "user, buyer or staff", "people": "users", "letter": "message", "letters": "messages",
    "words": "text", "truth": "cache", "snooze": "skip", "snoozes": "skips", "snoozed": "skipped",
    "snoozing": "skip", "unsnooze": "restore", "trail": "audit log", "books": "consistency checks",
    "goodbye": "delete account", "leaving": "delete account", "forget": "delete or anonymize",
    "forgets": "deletes", "moment": "datetime", "moments": "datetimes", "picture": "image", "pictures": "images",
    "colour": "color", "colours": "colors",
}  # fmt: skip
PHRASES = {"goes back": "refund", "go back": "refund"}
SUPERLATIVES = {"MOST", "LONGEST"}  # a limit is named MAX_…
API_TERMS = {"product", "products", "snooze", "unsnooze", "snoozed", "picture", "kept", "people", "person"}
# Full names in which the word is the right one.
ALLOWED = {"test_words", "shop_words", "test_shop_words", "ShopWordsValidator", "COMMON_WORDS", "ProgrammeStampAdmin"}
ALLOWED |= {"create_ids_kept", "capture_ids_kept", "refund_ids_kept"}  # JSON keys of the simulator's control interface


def split_name(name: str) -> list[str]:
    """Split snake_case and CamelCase into lower-case words."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def find_misused(name: str) -> list[str]:
    parts = split_name(name)
    found = [part for part in parts if part in INSTEAD]
    found += [phrase for phrase in PHRASES if phrase in " ".join(parts)]
    if name.isupper() and name.split("_")[0] in SUPERLATIVES:
        found.append(parts[0])
    return found


def defined_names(tree: ast.AST) -> Iterator[str]:
    """Name every class, function, argument, variable and own attribute that the module defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname


def public_names() -> set[str]:
    """Return the names of models, fields and commands, which stay as they are."""
    names = {name for name, app in get_commands().items() if app in APPS}
    for model in (model for app in APPS for model in apps.get_app_config(app).get_models()):
        names |= {model.__name__, *(field.name for field in model._meta.get_fields())}
    return names


def wrong_names(file: Path, public: set[str]) -> list[str]:
    path = file.relative_to(ROOT)
    in_door = {"night", "nights"} if "door" in path.parts else set()  # there, a night is a row of the model Night
    names = [*defined_names(ast.parse(file.read_text())), path.parent.name if file.stem == "__init__" else file.stem]
    in_api = API_TERMS if "api" in path.parts else set()
    return [name for name in names if name not in public | ALLOWED and set(find_misused(name)) - in_api - in_door]


def wrong_names_by_package() -> dict[str, list[str]]:
    """Return the wrong names of each app, and of each folder of the tests."""
    public, found = public_names(), dict[str, list[str]]()
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert len(files) > 500, "the test finds files"
    for file in sorted(file for file in files if file.parent.name != "migrations"):
        folders = file.relative_to(ROOT).parts[:-1]
        package = "/".join(folders[:2] if folders[0] == "tests" else folders[:1])
        found.setdefault(package, []).extend(wrong_names(file, public))
    return found


def test_names_use_the_standard_terms() -> None:
    found = wrong_names_by_package()

    assert {package: names for package, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("name", "misused"),
    [
        ("add_night", ["night"]),
        ("DayOrMomentField", ["moment"]),
        ("MOST_BYTES", ["most"]),
        ("what_goes_back", ["goes back"]),
        ("almost_midnight", []),
        ("most_recent", []),
        ("forgotten_password", []),
    ],
)
def test_misused_terms_are_found_within_names(name: str, misused: list[str]) -> None:
    assert find_misused(name) == misused


def test_names_are_found_wherever_they_are_defined() -> None:
    source = """
import a as b
class C:
    d = 1
    def e(self, f, *g, **h):
        self.i = j = 2
        self.k.l = m.n = 3
        try: pass
        except o as p: pass
"""
    assert sorted(defined_names(ast.parse(source))) == sorted(
        ["b", "C", "d", "e", "self", "f", "g", "h", "i", "j", "p"]
    )
