"""Every defense that `python -m tests.resilience.breaks` removes exists, and docs/generated/breaks.md lists it."""

import pytest

from tests.architecture.test_spec_check import ROOT, list_python_tests
from tests.resilience.breaks.change import Break
from tests.resilience.breaks.defenses import BREAKS
from tests.resilience.breaks.page import read_commits

PAGE = ROOT / "docs" / "generated" / "breaks.md"


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: f"{broken.defense}: {broken.removed}")
def test_each_break_replaces_one_text_in_its_file_and_names_a_test(broken: Break) -> None:
    path, _, function = broken.test.partition("[")[0].partition("::")

    assert (ROOT / broken.file).read_text().count(broken.old) == 1
    assert broken.new != broken.old
    assert (ROOT / path).exists()
    assert not function or function in list_python_tests(ROOT / path)


def test_the_page_lists_every_break_with_a_commit() -> None:
    assert [broken for broken in BREAKS if broken not in read_commits(PAGE)] == []
