"""`make audit` reports vulnerabilities, and distinguishes clean lists from unchecked ones."""

import json
from datetime import date

import pytest

from tests.security.supply.audit import (
    EXCEPTIONS,
    NotChecked,
    Vulnerability,
    parse_npm_audit,
    parse_pip_audit,
    read_exceptions,
    remove_exceptions,
)

FOUND = {"id": "PYSEC-1", "aliases": ["CVE-2026-1"], "fix_versions": ["2"]}


def pip_audit_output(*rows: dict[str, object]) -> str:
    return json.dumps({"dependencies": list(rows), "fixes": []})


def test_a_clean_lock_has_no_vulnerabilities() -> None:
    assert parse_pip_audit(pip_audit_output({"name": "six", "version": "1", "vulns": []})) == []


def test_a_vulnerability_has_all_of_its_names() -> None:
    (found,) = parse_pip_audit(pip_audit_output({"name": "six", "version": "1", "vulns": [FOUND]}))

    assert found == Vulnerability("six", frozenset({"PYSEC-1", "CVE-2026-1"}))
    assert str(found) == "six: CVE-2026-1, PYSEC-1"


@pytest.mark.parametrize(
    "output",
    ["", "no JSON", "[]", pip_audit_output(), pip_audit_output({"name": "six", "skip_reason": "not found on PyPI"})],
)
def test_a_lock_that_was_not_checked_is_not_clean(output: str) -> None:
    with pytest.raises(NotChecked):
        parse_pip_audit(output)


def test_npms_vulnerabilities_are_reported_for_their_own_package_only() -> None:
    via = {"source": 1, "url": "https://github.com/advisories/GHSA-1", "title": "Bad"}
    answer = {"vulnerabilities": {"low": {"via": [via]}, "above": {"via": ["low"]}}}

    assert parse_npm_audit(json.dumps(answer)) == [Vulnerability("low", frozenset({"GHSA-1"}))]
    assert parse_npm_audit(json.dumps({"vulnerabilities": {}})) == []


@pytest.mark.parametrize("output", ["", "[]", json.dumps({"message": "405 Method Not Allowed"})])
def test_an_audit_that_npm_refused_is_not_clean(output: str) -> None:
    with pytest.raises(NotChecked):
        parse_npm_audit(output)


def test_an_exception_is_valid_until_its_date(tmp_path) -> None:
    file = tmp_path / "exceptions.toml"
    file.write_text('[[exception]]\nid = "CVE-1"\npackage = "six"\nreason = "Unused."\nuntil = 2026-12-31\n')
    found = Vulnerability("six", frozenset({"PYSEC-9", "CVE-1"}))

    assert remove_exceptions([found], read_exceptions(file, today=date(2026, 12, 31))) == []
    assert remove_exceptions([found], read_exceptions(file, today=date(2027, 1, 1))) == [found]


def test_the_exceptions_can_be_read() -> None:
    read_exceptions(EXCEPTIONS, today=date(2026, 1, 1))
