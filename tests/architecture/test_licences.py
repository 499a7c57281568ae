"""docs/generated/licences.md lists the shipped packages; none of their licenses restricts distribution."""

import pytest

from tests.security.supply.licences import (
    LOCK,
    PAGE,
    browser_rows,
    is_allowed,
    parse_rows,
    python_packages,
)

STALE = "docs/generated/licences.md does not match the locks. Run `make licences` and commit it."


def test_the_page_lists_every_shipped_package() -> None:
    listed = set(parse_rows(PAGE.read_text()))

    assert python_packages()
    assert listed == {*python_packages(), *browser_rows(LOCK.read_text())}, STALE


def test_every_license_is_allowed() -> None:
    assert {each.name: terms for each, terms in parse_rows(PAGE.read_text()).items() if not is_allowed(terms)} == {}


def test_the_react_apps_dependencies_are_listed() -> None:
    names = {package.name for package in browser_rows(LOCK.read_text())}

    assert {"react", "react-dom", "scheduler", "@tanstack/query-core"} <= names  # react-dom depends on scheduler
    assert not {"vite", "vitest", "typescript", "msw"} & names


@pytest.mark.parametrize(
    "expression", ["GPL-3.0-only", "AGPL-3.0-or-later", "MIT AND GPL-2.0", "", "unknown", "SSPL-1.0"]
)
def test_restrictive_licenses_are_refused(expression: str) -> None:
    assert not is_allowed(expression)
