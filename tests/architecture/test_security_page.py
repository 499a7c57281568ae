"""docs/security/asvs.md: every requirement of levels 1 and 2 has a row, and a row can't claim more than it names.

What a row has to name depends on its state: a test (`met`), a page or section (`documented`), the code that was read
(`seen`), a reason (`n/a`), or an entry in the list of open requirements (`open`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.architecture.test_spec_check import ROOT, browser_titles, python_tests

PAGES = (ROOT / "docs" / "security.md", ROOT / "docs" / "security" / "asvs.md")
STATES = ("met", "documented", "seen", "n/a", "open")
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
FILE = re.compile(r"[\w.-]+/|[\w.-]+\.(ini|md|toml|txt|yaml)$")  # from the root; addresses begin with a slash
NUMBERS = [f"{section}.{number}" for section, last in SECTIONS.items() for number in range(1, last + 1)]


@dataclass(frozen=True, slots=True)
class Row:
    number: str
    state: str
    how: str


def read_pages() -> str:
    return "".join(page.read_text() for page in PAGES)


def rows_of(page: str) -> Iterator[Row]:
    """The rows of the chapters."""
    for cells in cells_of(chapters(page)):
        for number in numbers_of(cells[0]):
            yield Row(number, cells[2], cells[3])


def numbers_of(cell: str) -> list[str]:
    """A row may be about several requirements in sequence: V4.4.1–4."""
    first, _, last = cell.partition("–")
    section, _, number = first.rpartition(".")
    return [f"{section}.{each}" for each in range(int(number), int(last or number) + 1)]


def open_rows_of(page: str) -> Iterator[tuple[str, str, str]]:
    """Number, reason and who carries the risk, of the list of open requirements."""
    for cells in cells_of(section(page, "Open")):
        yield cells[0], cells[2], cells[3]


def cells_of(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if re.match(r"(\| )?V\d[\d.–]+ \|", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == 4, f"not four columns: {line}"
            yield cells


def chapters(page: str) -> str:
    return "\n".join(re.findall(r"^### V.*?(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))


def section(page: str, heading: str) -> str:
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def problems_of(row: Row, page: str) -> list[str]:
    """What is wrong with a row, in words; nothing for a good one."""
    named = [name for name in re.findall(r"`([^`]+)`", row.how) if FILE.match(name)]
    found = [f"{row.number} names {name}, which is not there" for name in named if not exists(name)]
    pointed_at = re.findall(r"see ([A-Z][\w -]+)", row.how)
    found += [f"{row.number} points to {heading}, which is no section" for heading in missing(pointed_at, page)]
    if row.state not in STATES:
        found.append(f"{row.number} has none of the states {', '.join(STATES)}")
    if not row.how:
        found.append(f"{row.number} says nothing of where or why")
    if row.state == "met" and not any(is_test(name) for name in named):
        found.append(f"{row.number} is met, but names no test")
    if row.state == "documented" and not (pointed_at or any(name.endswith((".md", ".yaml")) for name in named)):
        found.append(f"{row.number} is documented, but names no page or section")
    if row.state == "seen" and not named:
        found.append(f"{row.number} was seen in the code, but names no file")
    return found


def missing(headings: list[str], page: str) -> list[str]:
    return [heading for heading in headings if not section(page, heading).strip()]


def exists(name: str) -> bool:
    """A test as path::name or path › title, or a file."""
    if "::" in name:
        path, _, function = name.partition("::")
        return function in python_tests(ROOT / path)
    path, *titles = name.split(" › ")
    return set(titles) <= browser_titles(ROOT / path) if titles else (ROOT / path).exists()


def is_test(name: str) -> bool:
    """Something that can fail: a test that is named, or a file of them."""
    path = ROOT / re.split(r"::| › ", name)[0]
    return exists(name) and bool(python_tests(path) if path.suffix == ".py" else browser_titles(path))


def test_every_row_says_where_or_why() -> None:
    page = read_pages()

    assert [problem for row in rows_of(page) for problem in problems_of(row, page)] == []


def test_no_requirement_is_left_out_or_there_twice() -> None:
    assert sorted(row.number for row in rows_of(read_pages())) == sorted(NUMBERS)


def test_what_is_open_is_listed_with_a_reason_and_with_who_carries_the_risk() -> None:
    page = read_pages()
    listed = list(open_rows_of(page))

    assert [number for number, _, _ in listed] == [row.number for row in rows_of(page) if row.state == "open"]
    assert [number for number, why, who in listed if not (why and who)] == []


def test_every_file_that_the_page_names_is_there() -> None:
    page = read_pages()
    named = [name for name in re.findall(r"`([\w.-]+/[^` ]+)`", page) if not name.endswith("/")]

    assert named
    assert [name for name in named if not exists(name)] == []


PAGE_WITH_LOGS = "## Logs\n\nOne form.\n"


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("| V1.1.1 | x | met | |", "says nothing"),
        ("| V1.1.1 | x | met | somehow |", "names no test"),
        ("| V1.1.1 | x | met | `README.md`, `docs/security.md` |", "names no test"),
        ("| V1.1.1 | x | met | `tests/conftest.py` |", "names no test"),
        ("| V1.1.1 | x | met | `frontend/src/lib/redirect.ts` |", "names no test"),
        ("| V1.1.1 | x | mostly | `docs/security.md` |", "none of the states"),
        ("| V1.1.1 | x | documented | it is said somewhere |", "names no page"),
        ("| V1.1.1 | x | documented | see Poems |", "no section"),
        ("| V1.1.1 | x | seen | everywhere |", "names no file"),
        ("| V1.1.1 | x | met | `tests/nowhere/test_x.py` |", "not there"),
        ("| V1.1.1 | x | met | `tests/architecture/test_imports.py::test_that_nobody_wrote` |", "not there"),
        ("| V1.1.1 | x | met | `frontend/src/lib/shape.test.ts › that nobody wrote` |", "not there"),
    ],
)
def test_a_row_that_proves_nothing_is_seen(row: str, wrong: str) -> None:
    found = next(rows_of(f"### V1 Encoding\n{row}"))

    assert any(wrong in problem for problem in problems_of(found, PAGE_WITH_LOGS))


@pytest.mark.parametrize(
    "row",
    [
        "| V1.1.1 | x | met | `tests/architecture/test_imports.py` |",
        "| V1.1.1 | x | met | `frontend/src/lib/redirect.test.ts` |",
        "| V1.1.1 | x | documented | see Logs |",
        "| V1.1.1 | x | seen | `charityshop/settings/__init__.py` |",
        "| V1.1.1 | x | n/a | there are none |",
    ],
)
def test_a_good_row_has_nothing_wrong(row: str) -> None:
    assert problems_of(next(rows_of(f"### V1 Encoding\n{row}")), PAGE_WITH_LOGS) == []
