"""docs/paypal.md lists every fault of the simulator, and says of PayPal's answers what the code does."""

import re
from pathlib import Path

import pytest

from paypal import issues
from paypal_simulator.faults.kinds import KINDS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "paypal.md").read_text()


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


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
