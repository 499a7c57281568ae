"""docs/spec-check.md names existing tests for every row of the specification."""

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

# A title is the first argument of test( or describe(, or of test.each(…)(.
TITLE = re.compile(r"""(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\()\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")


@dataclass(frozen=True, slots=True)
class Row:
    section: str
    sentence: str
    tests: str


def parse_rows(page: str) -> Iterator[Row]:
    section = ""
    for line in page.splitlines():
        if heading := re.match(r"## (\d+)\.", line):
            section = heading[1]
        elif section and "|" in line and not line.startswith(("---", "Specification |")):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
            assert len(cells) == 2, f"not two columns: {line}"
            yield Row(section, *cells)


def find_problems(row: Row) -> list[str]:
    """Describe what is wrong with a row."""
    names = re.findall(r"`([^`]+)`", row.tests)
    if not names:
        return [f"§{row.section} {row.sentence!r} has no test"]
    if other := re.sub(r"`[^`]+`|<br>", "", row.tests).strip():
        return [f"§{row.section} {row.sentence!r} has {other!r} beside its tests"]
    return [
        f"§{row.section} {row.sentence!r} names {name!r}, which does not exist" for name in names if not exists(name)
    ]


def exists(name: str) -> bool:
    """Look up a Python test, `tests/…/test_x.py::test_y`, or one below frontend/src, `….test.tsx › title`."""
    if "::" in name:
        path, _, function = name.partition("::")
        return function in list_python_tests(ROOT / path)
    path, *titles = name.split(" › ")
    return bool(titles) and all(
        is_title(title, list_browser_titles(ROOT / "frontend" / "src" / path)) for title in titles
    )


def is_title(title: str, titles: frozenset[str]) -> bool:
    """Return whether this is a title, or the beginning of exactly one title followed by …"""
    beginning = title.removesuffix("…")
    return title in titles or (beginning != title and sum(each.startswith(beginning) for each in titles) == 1)


@cache
def list_python_tests(path: Path) -> frozenset[str]:
    if not (path.is_file() and path.name.startswith("test_")):
        return frozenset()
    tree = ast.parse(path.read_text())
    functions = (node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))


@cache
def list_browser_titles(path: Path) -> frozenset[str]:
    if not (path.is_file() and path.name.endswith((".test.ts", ".test.tsx"))):
        return frozenset()
    return frozenset(ast.literal_eval(quoted) for quoted in TITLE.findall(path.read_text()))


def test_every_row_names_existing_tests() -> None:
    assert [problem for row in parse_rows(PAGE.read_text()) for problem in find_problems(row)] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_rows(section: str) -> None:
    assert [row for row in parse_rows(PAGE.read_text()) if row.section == section]


def test_no_sentence_is_listed_twice() -> None:
    sentences = [(row.section, row.sentence) for row in parse_rows(PAGE.read_text())]

    assert sorted(sentences) == sorted(set(sentences))


def make_row(*, tests: str) -> Row:
    (row,) = parse_rows(f"## 4. States\nSpecification | Tests\n--- | ---\nClears. | {tests}")
    return row


@pytest.mark.parametrize(
    ("tests", "wrong"),
    [
        ("", "has no test"),
        ("somewhere", "has no test"),
        ("`tests/architecture/test_imports.py::test_missing`", "does not exist"),
        ("`tests/architecture/test_nowhere.py::test_x`", "does not exist"),
        ("`state/cart.test.ts › missing`", "does not exist"),
        ("`state/cart.test.ts`", "does not exist"),
        ("`state/nowhere.test.ts › clearing`", "does not exist"),
        ("next issue", "has no test"),
        (
            "`tests/architecture/test_imports.py::test_an_import_that_runs_the_wrong_way_is_found` and next issue",
            "beside",
        ),
    ],
)
def test_a_row_without_a_test_is_reported(tests: str, wrong: str) -> None:
    (problem,) = find_problems(make_row(tests=tests))

    assert wrong in problem


def test_a_missing_test_beside_an_existing_one_is_found() -> None:
    existing = "`tests/architecture/test_imports.py::test_the_simulator_shares_no_code_with_the_shop`"

    assert len(find_problems(make_row(tests=f"{existing}<br>`tests/architecture/test_imports.py::test_gone`"))) == 1


@pytest.mark.parametrize(
    ("title", "expected"),
    [("opens the menu", True), ("opens…", False), ("opens the m…", True), ("closes…", False), ("opens the m", False)],
)
def test_a_shortened_title_has_to_be_unique(title: str, expected: bool) -> None:
    assert is_title(title, frozenset({"opens the menu", "opens the cart"})) is expected


def test_titles_are_found_in_every_form_of_tests() -> None:
    written = (
        'test("one", () => {})\ndescribe(\n  "two", f)\ntest.each([\n  ["a"],\n])("three \\"%s\\"", f)\nsay("four")'
    )

    assert [ast.literal_eval(quoted) for quoted in TITLE.findall(written)] == ["one", "two", 'three "%s"']
