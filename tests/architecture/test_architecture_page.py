"""docs/architecture.md: every file that it names exists."""

import re

from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text()
BELOW = "frontend/src/features/admin/events/"  # the table omits this prefix in the row of the staff's form


def test_every_file_that_the_page_names_exists() -> None:
    named = re.findall(r"`([\w./-]+\.(?:html|json|py|toml|tsx?))`", PAGE)

    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).is_file() and not (ROOT / BELOW / name).is_file()] == []


def test_the_page_says_where_to_make_common_changes() -> None:
    table = PAGE.partition("## Where do I change …")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]

    assert len(rows) == 8
    assert [row for row in rows if "`" not in row.split("|")[2]] == []
