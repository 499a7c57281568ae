"""`make audit` tells holes, and tells apart what is clean from what could not be looked at."""

import json
from datetime import date

import pytest

from tests.security.supply.audit import (
    EXCEPTIONS,
    Hole,
    NotFoundOut,
    excepted,
    holes_told_by_npm,
    holes_told_by_pip_audit,
    not_excepted,
)

HOLE = {"id": "PYSEC-1", "aliases": ["CVE-2026-1"], "fix_versions": ["2"]}


def pip_audit_says(*rows: dict[str, object]) -> str:
    return json.dumps({"dependencies": list(rows), "fixes": []})


def test_a_clean_lock_has_no_holes() -> None:
    assert holes_told_by_pip_audit(pip_audit_says({"name": "six", "version": "1", "vulns": []})) == []


def test_a_hole_is_told_under_all_of_its_names() -> None:
    (hole,) = holes_told_by_pip_audit(pip_audit_says({"name": "six", "version": "1", "vulns": [HOLE]}))

    assert hole == Hole("six", frozenset({"PYSEC-1", "CVE-2026-1"}))
    assert str(hole) == "six: CVE-2026-1, PYSEC-1"


@pytest.mark.parametrize(
    "output",
    ["", "no JSON", "[]", pip_audit_says(), pip_audit_says({"name": "six", "skip_reason": "not found on PyPI"})],
)
def test_a_lock_that_was_not_looked_at_is_not_clean(output: str) -> None:
    with pytest.raises(NotFoundOut):
        holes_told_by_pip_audit(output)


def test_npm_tells_holes_where_they_are_and_not_whom_they_reach() -> None:
    via = {"source": 1, "url": "https://github.com/advisories/GHSA-1", "title": "Bad"}
    answer = {"vulnerabilities": {"low": {"via": [via]}, "above": {"via": ["low"]}}}

    assert holes_told_by_npm(json.dumps(answer)) == [Hole("low", frozenset({"GHSA-1"}))]
    assert holes_told_by_npm(json.dumps({"vulnerabilities": {}})) == []


@pytest.mark.parametrize("output", ["", "[]", json.dumps({"message": "405 Method Not Allowed"})])
def test_an_audit_that_npm_did_not_make_is_not_clean(output: str) -> None:
    with pytest.raises(NotFoundOut):
        holes_told_by_npm(output)


def test_an_exception_holds_until_its_day(tmp_path) -> None:
    file = tmp_path / "exceptions.toml"
    file.write_text('[[exception]]\nid = "CVE-1"\npackage = "six"\nreason = "Unused."\nuntil = 2026-12-31\n')
    hole = Hole("six", frozenset({"PYSEC-9", "CVE-1"}))

    assert not_excepted([hole], excepted(file, today=date(2026, 12, 31))) == []
    assert not_excepted([hole], excepted(file, today=date(2027, 1, 1))) == [hole]


def test_the_written_exceptions_can_be_read() -> None:
    excepted(EXCEPTIONS, today=date(2026, 1, 1))
