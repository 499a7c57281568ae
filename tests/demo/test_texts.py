"""What the demo's texts may not say: who gets the money. The shop's settings name the one charity (ledger/demo.py)."""

import ast
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from django.conf import settings

from ledger.demo import CHARITY, EVENT

SOURCES = ["bookings/demo/data.toml", *(str(path) for path in settings.BASE_DIR.glob("*/demo.py"))]
PROMISES = re.compile(
    r"\b(goes?|given|donated?|proceeds|raised?|raises) (to|for|by)\b|\bof (each|every|the) (seat|entry|ticket)\b"
    r"|\bfor a good cause\b",
    re.IGNORECASE,
)
ORGANIZATIONS = re.compile(
    r"\b(food bank|shelter|library|fund|foundation|rescue|keepers|crew|drive|hospice|school|paws|charity|charities)\b",
    re.IGNORECASE,
)


def read_texts() -> Iterator[str]:
    for source in SOURCES:
        text = (settings.BASE_DIR / source).read_text()
        if source.endswith(".toml"):
            yield from list_strings(tomllib.loads(text))
        else:
            tree = ast.parse(text)
            docstrings = {
                ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)
            }
            constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            yield from (value for value in constants if isinstance(value, str) and value not in docstrings)


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def list_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from list_strings(each)


def test_no_demo_text_promises_money_to_anybody() -> None:
    texts = list(read_texts())

    assert len(texts) > 200
    assert [text for text in texts if PROMISES.search(text)] == []


def test_no_demo_text_names_another_organization_than_the_charity_of_the_settings() -> None:
    about_it = (CHARITY, EVENT, "the food bank")
    others = (re.sub("|".join(map(re.escape, about_it)), "", text, flags=re.IGNORECASE) for text in read_texts())

    assert [text for text in others if ORGANIZATIONS.search(text)] == []
