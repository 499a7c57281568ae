"""docs/privacy.md: every statement names a test, and every table with personal data has a row."""

import re

from django.apps import apps

from tests.architecture.tree import APPS, ROOT, list_python_tests

PAGE = (ROOT / "docs" / "privacy.md").read_text()
NOT_PERSONAL = {"Event", "OutgoingPost", "Goal", "Occurrence", "ShopSettings", "BooksClosed", "Voucher"}


def test_every_named_test_exists() -> None:
    named = re.findall(r"`(tests/[\w/.]+\.py)::(\w+)`", PAGE)

    assert len(named) > 15
    assert [f"{file}::{name}" for file, name in named if name not in list_python_tests(ROOT / file)] == []


def test_every_named_file_exists() -> None:
    files = re.findall(r"`([\w/]+\.py)`", PAGE)

    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| What", "| They"))]

    assert len(rows) > 12
    assert [row for row in rows if "::test_" not in row] == []


def test_every_table_with_personal_data_is_listed() -> None:
    tables = {model.__name__ for app in apps.get_app_configs() if app.name in APPS for model in app.get_models()}
    listed = set(re.findall(r"`(?:\w+)\.([A-Z]\w+)`", PAGE))

    assert tables - listed - NOT_PERSONAL == set()
    assert listed - tables == {"LogEntry"}
