"""`make audit` reports vulnerabilities, and distinguishes clean lists from unchecked ones."""

import json
from datetime import date

import pytest

from tests.security.supply.audit import (
    NotChecked,
    Vulnerability,
    parse_npm_audit,
    parse_pip_audit,
    read_exceptions,
    remove_exceptions,
)


def pip_audit_output(*rows: dict[str, object]) -> str:
    return json.dumps({"dependencies": list(rows), "fixes": []})


@pytest.mark.parametrize(
    "output",
    ["", "no JSON", "[]", pip_audit_output(), pip_audit_output({"name": "six", "skip_reason": "not found on PyPI"})],
)
def test_a_lock_that_was_not_checked_is_not_clean(output: str) -> None:
    with pytest.raises(NotChecked):
        parse_pip_audit(output)


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
