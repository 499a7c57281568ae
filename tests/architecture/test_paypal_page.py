"""docs/paypal.md names an existing test for everything that it says about the simulator, and lists every fault."""

import ast
import re
from pathlib import Path

import pytest

from orders.paypal import issues
from paypal_simulator.control.interface import __doc__ as control_interface
from paypal_simulator.faults.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "paypal.md").read_text()
TESTS = ROOT / "tests" / "paypal_simulator"


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def list_tests(row: str) -> list[str]:
    return re.findall(r"`(test_\w+\.py::test_\w+)`", row)


def exists(name: str) -> bool:
    path, _, function = name.partition("::")
    file = TESTS / path
    tree = ast.parse(file.read_text()) if file.is_file() else ast.Module([], [])
    return function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


BEHAVIOR = section("What of PayPal it has").split("What it doesn't have:", 1)[0]
ROWS = [line for line in BEHAVIOR.splitlines() if line.startswith("| ") and "Shown by" not in line]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:40])
def test_every_feature_of_the_simulator_names_existing_tests(row: str) -> None:
    assert list_tests(row)
    assert [name for name in list_tests(row) if not exists(name)] == []


def test_a_missing_test_is_found() -> None:
    assert not exists("test_orders.py::test_missing")
    assert not exists("test_nowhere.py::test_an_unknown_order_is_404")


def test_every_fault_has_a_row() -> None:
    first_cells = " ".join(line.split("|")[1] for line in section("Making faults happen").splitlines() if "|" in line)

    assert {kind for kind in KINDS if f"`{kind}`" not in first_cells} == set()
    assert len(ROWS) > 20


def test_one_docstring_describes_the_whole_control_interface() -> None:
    control = (ROOT / "paypal_simulator" / "control" / "interface.py").read_text()
    paths = re.findall(r'^ {12}"([a-z/-]+)": self\.', control, re.MULTILINE)

    assert len(paths) > 6
    assert {path for path in paths if f"/_control/{path} " not in str(control_interface)} == set()


@pytest.mark.parametrize(
    ("call", "refusals"),
    [("open", issues.CREATE_REFUSALS), ("capture", issues.CAPTURE_REFUSALS), ("refund", issues.REFUND_REFUSALS)],
)
def test_the_table_of_answers_lists_the_refusals_in_the_code(call: str, refusals: frozenset[str]) -> None:
    rows = section("What PayPal's answers mean").splitlines()
    (row,) = [row for row in rows if row.startswith(f"| {call} |")]

    assert set(re.findall(r"`([A-Z_]+)`", row)) == refusals
