"""docs/generated/licences.md tells what ships; nothing in it binds whoever passes the shop on."""

import pytest

from tests.security.supply.licences import (
    LOCK,
    PAGE,
    Package,
    browser_rows,
    is_allowed,
    python_packages,
    resolved,
    rows_of,
)

STALE = "docs/generated/licences.md does not fit the locks. Run `make licences` and commit it."


def test_the_page_lists_what_ships() -> None:
    told = set(rows_of(PAGE.read_text()))

    assert python_packages()
    assert told == {*python_packages(), *browser_rows(LOCK.read_text())}, STALE


def test_every_licence_is_one_that_may_ship() -> None:
    assert {each.name: told for each, told in rows_of(PAGE.read_text()).items() if not is_allowed(told)} == {}


def test_the_browser_apps_own_packages_are_among_them() -> None:
    names = {package.name for package in browser_rows(LOCK.read_text())}

    assert {"react", "react-dom", "scheduler", "@tanstack/query-core"} <= names  # scheduler: by way of react-dom
    assert not {"vite", "vitest", "typescript", "msw"} & names


@pytest.mark.parametrize(
    "expression", ["GPL-3.0-only", "AGPL-3.0-or-later", "MIT AND GPL-2.0", "", "not told", "SSPL-1.0"]
)
def test_what_would_bind_others_is_refused(expression: str) -> None:
    assert not is_allowed(expression)


@pytest.mark.parametrize("expression", ["MIT", "GPL-2.0 OR MIT", "(MIT OR CC0-1.0)", "Apache-2.0 AND BSD-2-Clause"])
def test_one_good_alternative_is_enough(expression: str) -> None:
    assert is_allowed(expression)


def test_a_package_within_a_package_is_the_one_that_counts() -> None:
    rows = {"node_modules/a": {}, "node_modules/a/node_modules/b": {}, "node_modules/b": {}}

    assert resolved("b", "node_modules/a", rows) == "node_modules/a/node_modules/b"
    assert resolved("b", "", rows) == "node_modules/b"
    assert resolved("a", "node_modules/a/node_modules/b", rows) == "node_modules/a"


def test_rows_are_read_back_as_they_were_written() -> None:
    assert rows_of("| Package | Version | Licence |\n|---|---|---|\n| a | 1 | MIT |") == {Package("a", "1"): "MIT"}
