"""What docs say of the code: files, tests and routes that they name exist."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.apps import apps

from paypal import issues
from paypal_simulator.faults.kinds import KINDS
from tests.architecture.tree import APPS, ROOT, list_browser_titles, list_python_tests

PAGES = (ROOT / "docs" / "security.md", ROOT / "docs" / "security" / "asvs.md")
STATES = ("met", "documented", "seen", "n/a", "open")
# The number of requirements of level 1 or 2 in each section. They are numbered from 1 without gaps.
SECTIONS = {
    "V1.1": 2, "V1.2": 9, "V1.3": 11, "V1.4": 3, "V1.5": 2, "V2.1": 3, "V2.2": 3, "V2.3": 4, "V2.4": 1, "V3.2": 2,
    "V3.3": 4, "V3.4": 6, "V3.5": 5, "V3.7": 2, "V4.1": 3, "V4.2": 1, "V4.3": 2, "V4.4": 4, "V5.1": 1, "V5.2": 3,
    "V5.3": 2, "V5.4": 3, "V6.1": 3, "V6.2": 12, "V6.3": 4, "V6.4": 4, "V6.5": 5, "V6.6": 3, "V6.8": 4, "V7.1": 3,
    "V7.2": 4, "V7.3": 2, "V7.4": 5, "V7.5": 2, "V7.6": 2, "V8.1": 2, "V8.2": 3, "V8.3": 1, "V8.4": 1, "V9.1": 3,
    "V9.2": 4, "V11.1": 2, "V11.2": 3, "V11.3": 3, "V11.4": 4, "V11.5": 1, "V11.6": 1, "V12.1": 3, "V12.2": 2,
    "V12.3": 4, "V13.1": 1, "V13.2": 5, "V13.3": 2, "V13.4": 5, "V14.1": 2, "V14.2": 4, "V14.3": 3, "V15.1": 3,
    "V15.2": 3, "V15.3": 7, "V16.1": 1, "V16.2": 5, "V16.3": 4, "V16.4": 3, "V16.5": 3,
}  # fmt: skip
FILE = re.compile(r"[\w.-]+/|[\w.-]+\.(ini|md|toml|txt|yaml)$")  # from the root; URLs begin with a slash
NUMBERS = [f"{section}.{number}" for section, last in SECTIONS.items() for number in range(1, last + 1)]


@dataclass(frozen=True, slots=True)
class Row:
    number: str
    state: str
    how: str


def read_pages() -> str:
    return "".join(page.read_text() for page in PAGES)


def parse_rows(page: str) -> Iterator[Row]:
    """Yield the rows of the chapters."""
    for cells in parse_cells(get_chapters(page)):
        for number in expand_numbers(cells[0]):
            yield Row(number, cells[2], cells[3])


def expand_numbers(cell: str) -> list[str]:
    """Return the numbers of a row, which may be a range: V4.4.1–4."""
    first, _, last = cell.partition("–")
    section, _, number = first.rpartition(".")
    return [f"{section}.{each}" for each in range(int(number), int(last or number) + 1)]


def parse_open_rows(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the number, reason and bearer of the risk of each open requirement."""
    for cells in parse_cells(get_section(page, "Open")):
        yield cells[0], cells[2], cells[3]


def parse_cells(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if re.match(r"(\| )?V\d[\d.–]+ \|", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == 4, f"not four columns: {line}"
            yield cells


def get_chapters(page: str) -> str:
    return "\n".join(re.findall(r"^### V.*?(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))


def get_section(page: str, heading: str) -> str:
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def find_problems(row: Row, page: str) -> list[str]:
    """Describe what is wrong with a row."""
    named = [name for name in re.findall(r"`([^`]+)`", row.how) if FILE.match(name)]
    found = [f"{row.number} names {name}, which does not exist" for name in named if not exists(name)]
    sections = re.findall(r"see ([A-Z][\w -]+)", row.how)
    found += [f"{row.number} refers to {heading}, which is no section" for heading in find_missing(sections, page)]
    if row.state not in STATES:
        found.append(f"{row.number} has none of the states {', '.join(STATES)}")
    if not row.how:
        found.append(f"{row.number} names no evidence")
    if row.state == "met" and not any(is_test(name) for name in named):
        found.append(f"{row.number} is met, but names no test")
    if row.state == "documented" and not (sections or any(name.endswith((".md", ".yaml")) for name in named)):
        found.append(f"{row.number} is documented, but names no page or section")
    if row.state == "seen" and not named:
        found.append(f"{row.number} was seen in the code, but names no file")
    return found


def find_missing(headings: list[str], page: str) -> list[str]:
    return [heading for heading in headings if not get_section(page, heading).strip()]


def exists(name: str) -> bool:
    """Return whether a file exists, or a test named as path::name or path › title."""
    if "::" in name:
        path, _, function = name.partition("::")
        return function in list_python_tests(ROOT / path)
    path, *titles = name.split(" › ")
    return set(titles) <= list_browser_titles(ROOT / path) if titles else (ROOT / path).exists()


def is_test(name: str) -> bool:
    """Return whether the name is a test or a file with tests."""
    path = ROOT / re.split(r"::| › ", name)[0]
    return exists(name) and bool(list_python_tests(path) if path.suffix == ".py" else list_browser_titles(path))


def test_every_row_names_its_evidence() -> None:
    page = read_pages()

    assert [problem for row in parse_rows(page) for problem in find_problems(row, page)] == []


def test_every_requirement_has_one_row() -> None:
    assert sorted(row.number for row in parse_rows(read_pages())) == sorted(NUMBERS)


def test_open_requirements_are_listed_with_a_reason_and_the_bearer_of_the_risk() -> None:
    page = read_pages()
    listed = list(parse_open_rows(page))

    assert [number for number, _, _ in listed] == [row.number for row in parse_rows(page) if row.state == "open"]
    assert [number for number, why, who in listed if not (why and who)] == []


def test_every_file_that_the_page_names_exists() -> None:
    page = read_pages()
    named = [name for name in re.findall(r"`([\w.-]+/[^` ]+)`", page) if not name.endswith("/")]

    assert named
    assert [name for name in named if not exists(name)] == []


# --- docs/privacy.md --------------------------------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "privacy.md").read_text()
NOT_PERSONAL = {"Event", "FormerStart", "OutgoingPost", "Goal", "Occurrence", "ShopSettings", "BooksClosed", "Voucher"}


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


# --- docs/paypal.md ---------------------------------------------------------------------------------------------------


PAYPAL_PAGE = (Path(__file__).resolve().parents[2] / "docs" / "paypal.md").read_text()


def section(title: str) -> str:
    return PAYPAL_PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_fault_has_a_row() -> None:
    first_cells = " ".join(line.split("|")[1] for line in section("Making faults happen").splitlines() if "|" in line)

    assert {kind for kind in KINDS if f"`{kind}`" not in first_cells} == set()


@pytest.mark.parametrize(
    ("call", "refusals"),
    [("open", issues.CREATE_REFUSALS), ("capture", issues.CAPTURE_REFUSALS), ("refund", issues.REFUND_REFUSALS)],
)
def test_the_table_of_answers_lists_the_refusals_in_the_code(call: str, refusals: frozenset[str]) -> None:
    rows = section("What PayPal's answers mean").splitlines()
    (row,) = [row for row in rows if row.startswith(f"| {call} |")]

    assert set(re.findall(r"`([A-Z_]+)`", row)) == refusals


# --- docs/architecture.md ---------------------------------------------------------------------------------------------


ARCHITECTURE_PAGE = (ROOT / "docs" / "architecture.md").read_text()
BELOW = "frontend/src/features/admin/events/"  # the table omits this prefix in the row of the staff's form


def test_every_file_that_the_description_of_the_layout_names_exists() -> None:
    named = re.findall(r"`([\w./-]+\.(?:html|json|py|toml|tsx?))`", ARCHITECTURE_PAGE)

    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).is_file() and not (ROOT / BELOW / name).is_file()] == []


def test_the_page_says_where_to_make_common_changes() -> None:
    table = ARCHITECTURE_PAGE.partition("## Where do I change …")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]

    assert len(rows) == 8
    assert [row for row in rows if "`" not in row.split("|")[2]] == []
