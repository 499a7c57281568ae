"""docs/privacy.md: every claim names what holds it, and every table that names people has a row."""

import re
from pathlib import Path

from django.apps import apps

from tests.architecture.test_spec_check import python_tests

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "privacy.md").read_text()
ROOMS = ("accounts", "bookings", "events", "orders", "charityshop")
NAME_NOBODY = {"Event", "Occurrence", "ShopSettings", "ProgrammeStamp"}


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/.]+\.py)::(\w+)`", PAGE)

    assert len(named) > 15
    assert [f"{file}::{name}" for file, name in named if name not in python_tests(ROOT / file)] == []


def test_every_place_that_is_named_is_there() -> None:
    places = re.findall(r"`([\w/]+\.py)`", PAGE)

    assert places
    assert [place for place in places if not (ROOT / place).is_file()] == []


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| What", "| They"))]

    assert len(rows) > 12
    assert [row for row in rows if "::test_" not in row] == []


def test_every_table_of_the_shop_is_in_it_or_names_nobody() -> None:
    tables = {model.__name__ for room in ROOMS for model in apps.get_app_config(room).get_models()}
    told = set(re.findall(r"`(?:\w+)\.([A-Z]\w+)`", PAGE))

    assert tables - told - NAME_NOBODY == set()
    assert told - tables == {"LogEntry"}
