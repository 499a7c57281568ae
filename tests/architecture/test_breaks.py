"""Every safeguard that `python -m tests.resilience.breaks` removes exists, and docs/security.md lists it."""

import pytest

from tests.architecture.test_spec_check import ROOT, python_tests
from tests.resilience.breaks.change import Break
from tests.resilience.breaks.defences import BREAKS
from tests.resilience.breaks.page import commits_of

PAGE = ROOT / "docs" / "generated" / "breaks.md"


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: f"{broken.defence}: {broken.taken_away}")
def test_each_break_stands_once_in_its_file_and_names_a_test(broken: Break) -> None:
    path, _, function = broken.test.partition("[")[0].partition("::")

    assert (ROOT / broken.file).read_text().count(broken.old) == 1
    assert broken.new != broken.old
    assert (ROOT / path).exists()
    assert not function or function in python_tests(ROOT / path)


def test_the_page_tells_when_each_was_seen_red() -> None:
    assert [broken for broken in BREAKS if broken not in commits_of(PAGE)] == []
