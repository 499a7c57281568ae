"""docs/spec-check.md: every row of the specification names the tests that show it, and those tests exist."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "spec-check.md"
SECTIONS = [str(number) for number in range(1, 10)]

# A title is what test( or describe( gets first; that of test.each(…)( stands behind a closed bracket.
TITLE = re.compile(r"""(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


@dataclass(frozen=True, slots=True)
class Row:
    section: str
    sentence: str
    tests: str


def rows_of(page: str) -> Iterator[Row]:
    section = ""
    for line in page.splitlines():
        if heading := re.match(r"## (\d+)\.", line):
            section = heading[1]
        elif section and "|" in line and not line.startswith(("---", "Specification |")):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
            assert len(cells) == 2, f"not two columns: {line}"
            yield Row(section, *cells)


def problems_of(row: Row) -> list[str]:
    """What is wrong with a row, in words; nothing for a good one."""
    names = re.findall(r"`([^`]+)`", row.tests)
    if not names:
        return [f"§{row.section} {row.sentence!r} has no test"]
    if beside := re.sub(r"`[^`]+`|<br>", "", row.tests).strip():
        return [f"§{row.section} {row.sentence!r} says {beside!r} beside its tests"]
    return [f"§{row.section} {row.sentence!r} names {name!r}, which is not there" for name in names if not exists(name)]


def exists(name: str) -> bool:
    """`tests/…/test_x.py::test_y` is a Python test, `….test.tsx › title` one below frontend/src."""
    if "::" in name:
        path, _, function = name.partition("::")
        return function in python_tests(ROOT / path)
    path, *titles = name.split(" › ")
    return bool(titles) and all(is_title(title, browser_titles(ROOT / "frontend" / "src" / path)) for title in titles)


def is_title(title: str, titles: frozenset[str]) -> bool:
    """A title in full, or the beginning of exactly one of them, with … behind it."""
    beginning = title.removesuffix("…")
    return title in titles or (beginning != title and sum(each.startswith(beginning) for each in titles) == 1)


@cache
def python_tests(path: Path) -> frozenset[str]:
    if not (path.is_file() and path.name.startswith("test_")):
        return frozenset()
    tree = ast.parse(path.read_text())
    functions = (node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))


@cache
def browser_titles(path: Path) -> frozenset[str]:
    if not (path.is_file() and path.name.endswith((".test.ts", ".test.tsx"))):
        return frozenset()
    return frozenset(ast.literal_eval(quoted) for quoted in TITLE.findall(path.read_text()))


def test_every_sentence_has_a_test_that_is_there() -> None:
    assert [problem for row in rows_of(PAGE.read_text()) for problem in problems_of(row)] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_its_rows(section: str) -> None:
    assert [row for row in rows_of(PAGE.read_text()) if row.section == section]


def test_no_sentence_stands_there_twice() -> None:
    sentences = [(row.section, row.sentence) for row in rows_of(PAGE.read_text())]

    assert sorted(sentences) == sorted(set(sentences))


def a_row(*, tests: str) -> Row:
    (row,) = rows_of(f"## 4. States\nSpecification | Tests\n--- | ---\nClears. | {tests}")
    return row


@pytest.mark.parametrize(
    ("tests", "wrong"),
    [
        ("", "has no test"),
        ("somewhere", "has no test"),
        ("`tests/architecture/test_imports.py::test_that_nobody_wrote`", "is not there"),
        ("`tests/architecture/test_nowhere.py::test_x`", "is not there"),
        ("`state/cart.test.ts › nobody wrote this`", "is not there"),
        ("`state/cart.test.ts`", "is not there"),
        ("`state/nowhere.test.ts › clearing`", "is not there"),
        ("next issue", "has no test"),
        (
            "`tests/architecture/test_imports.py::test_an_import_that_runs_the_wrong_way_is_found` and next issue",
            "beside",
        ),
    ],
)
def test_a_row_without_a_test_is_reported(tests: str, wrong: str) -> None:
    (problem,) = problems_of(a_row(tests=tests))

    assert wrong in problem


def test_of_two_tests_the_one_that_is_not_there_is_seen() -> None:
    here = "`tests/architecture/test_imports.py::test_the_simulator_shares_no_code_with_the_shop`"

    assert len(problems_of(a_row(tests=f"{here}<br>`tests/architecture/test_imports.py::test_gone`"))) == 1


@pytest.mark.parametrize(
    ("title", "is_there"),
    [("opens the menu", True), ("opens…", False), ("opens the m…", True), ("closes…", False), ("opens the m", False)],
)
def test_a_shortened_title_has_to_be_unique(title: str, is_there: bool) -> None:
    assert is_title(title, frozenset({"opens the menu", "opens the cart"})) is is_there


def test_titles_are_found_however_a_test_is_written() -> None:
    written = (
        'test("one", () => {})\ndescribe(\n  "two", f)\ntest.each([\n  ["a"],\n])("three \\"%s\\"", f)\nsay("four")'
    )

    assert [ast.literal_eval(quoted) for quoted in TITLE.findall(written)] == ["one", "two", 'three "%s"']
