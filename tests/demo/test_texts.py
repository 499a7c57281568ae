"""What the demo's texts may not say: who gets the money. The settings name the one charity (demo/data.toml)."""

import ast
import re

from django.conf import settings

from demo.data import DATA

PROMISES = re.compile(
    r"\b(goes?|given|donated?|proceeds|raised?|raises) (to|for|by)\b|\bof (each|every|the) (seat|entry|ticket)\b"
    r"|\bfor a good cause\b",
    re.IGNORECASE,
)
ORGANIZATIONS = re.compile(
    r"\b(food bank|shelter|library|fund|foundation|rescue|keepers|crew|drive|hospice|school|paws|charity|charities)\b",
    re.IGNORECASE,
)


def read_texts() -> list[str]:
    """Return the lines of the data file, and the strings of the modules."""
    trees = [ast.parse(path.read_text()) for path in settings.BASE_DIR.glob("demo/*.py")]
    constants = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    lines = (settings.BASE_DIR / "demo" / "data.toml").read_text().splitlines()
    return [*lines, *(value for value in constants if isinstance(value, str))]


def test_no_demo_text_promises_money_to_anybody() -> None:
    texts = read_texts()

    assert len(texts) > 400
    assert [text for text in texts if PROMISES.search(text)] == []


def test_no_demo_text_names_another_organization_than_the_charity_of_the_settings() -> None:
    about_it = (
        DATA["shop"][0]["charity"],
        "Twelve Hours for the Food Bank",
        "charity = ",
        "the food bank",
        "the charity",
    )
    others = (re.sub("|".join(map(re.escape, about_it)), "", text, flags=re.IGNORECASE) for text in read_texts())

    assert [text for text in others if ORGANIZATIONS.search(text)] == []
