"""docs/security.md: every requirement of ASVS 5.0, levels 1 and 2, is met somewhere, does not apply, or is open."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.architecture.test_spec_check import ROOT, python_tests

PAGE = ROOT / "docs" / "security.md"
STATES = ("met", "does not apply", "open")
# How many requirements of level 1 or 2 each section has; they are numbered from 1 without a gap.
SECTIONS = {
    "V1.1": 2, "V1.2": 9, "V1.3": 11, "V1.4": 3, "V1.5": 2, "V2.1": 3, "V2.2": 3, "V2.3": 4, "V2.4": 1, "V3.2": 2,
    "V3.3": 4, "V3.4": 6, "V3.5": 5, "V3.7": 2, "V4.1": 3, "V4.2": 1, "V4.3": 2, "V4.4": 4, "V5.1": 1, "V5.2": 3,
    "V5.3": 2, "V5.4": 3, "V6.1": 3, "V6.2": 12, "V6.3": 4, "V6.4": 4, "V6.5": 5, "V6.6": 3, "V6.8": 4, "V7.1": 3,
    "V7.2": 4, "V7.3": 2, "V7.4": 5, "V7.5": 2, "V7.6": 2, "V8.1": 2, "V8.2": 3, "V8.3": 1, "V8.4": 1, "V9.1": 3,
    "V9.2": 4, "V11.1": 2, "V11.2": 3, "V11.3": 3, "V11.4": 4, "V11.5": 1, "V11.6": 1, "V12.1": 3, "V12.2": 2,
    "V12.3": 4, "V13.1": 1, "V13.2": 5, "V13.3": 2, "V13.4": 5, "V14.1": 2, "V14.2": 4, "V14.3": 3, "V15.1": 3,
    "V15.2": 3, "V15.3": 7, "V16.1": 1, "V16.2": 5, "V16.3": 4, "V16.4": 3, "V16.5": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    number: str
    state: str
    how: str


def rows_of(page: str) -> Iterator[Row]:
    for line in page.splitlines():
        if re.match(r"\| V\d", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == 4, f"not four columns: {line}"
            yield Row(cells[0], cells[2], cells[3])


def problems_of(row: Row) -> list[str]:
    """What is wrong with a row, in words; nothing for a good one."""
    named = re.findall(r"`([^`]+)`", row.how)
    found = [f"{row.number} names {name}, which is not there" for name in named if "/" in name and not exists(name)]
    if row.state not in STATES:
        found.append(f"{row.number} is neither met nor open nor does it not apply")
    if not row.how:
        found.append(f"{row.number} says nothing of where or why")
    if row.state == "met" and not (named or row.how.startswith(("below, ", "there are none", "as V"))):
        found.append(f"{row.number} is met nowhere")
    return found


def exists(name: str) -> bool:
    """A test as path::name, a file, or an address of the shop's (they begin with a slash)."""
    if name.startswith("/"):
        return True
    path, _, function = name.partition("::")
    return function in python_tests(ROOT / path) if function else (ROOT / path).exists()


def test_every_row_says_where_or_why() -> None:
    assert [problem for row in rows_of(PAGE.read_text()) for problem in problems_of(row)] == []


def test_no_requirement_is_left_out_or_there_twice() -> None:
    written = [row.number for row in rows_of(PAGE.read_text())]

    assert sorted(written) == sorted(f"{section}.{n}" for section, last in SECTIONS.items() for n in range(1, last + 1))


@pytest.mark.parametrize("heading", ["Sign-in", "Sessions", "Secrets", "Assets", "Packages", "Costly things", "Logs"])
def test_what_rows_point_to_below_is_there(heading: str) -> None:
    assert re.search(rf"^##+ {heading}", PAGE.read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("| V1.1.1 | x | met | |", "says nothing"),
        ("| V1.1.1 | x | met | somehow |", "met nowhere"),
        ("| V1.1.1 | x | mostly | `README.md` |", "neither"),
        ("| V1.1.1 | x | met | `tests/nowhere/test_x.py` |", "not there"),
        ("| V1.1.1 | x | met | `tests/architecture/test_arrows.py::test_that_nobody_wrote` |", "not there"),
    ],
)
def test_a_row_that_proves_nothing_is_seen(row: str, wrong: str) -> None:
    assert any(wrong in problem for problem in problems_of(next(rows_of(row))))
