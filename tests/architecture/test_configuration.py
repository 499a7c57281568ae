"""docs/configuration.md and .env.example name the environment variables that the settings read."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = (ROOT / "charityshop" / "settings" / "__init__.py").read_text()
READ = set(re.findall(r'env\.get_\w+\(\s*"([A-Z_]+)"', SETTINGS))


def test_the_page_lists_every_variable() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", page, flags=re.MULTILINE)

    assert set(re.findall(r"`([A-Z_]+)`", " ".join(rows))) == READ


def test_the_example_lists_every_variable() -> None:
    example = (ROOT / ".env.example").read_text()

    assert set(re.findall(r"^#?([A-Z_]+)=", example, flags=re.MULTILINE)) == READ
