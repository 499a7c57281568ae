"""The table in docs/generated/breaks.md: each removed defense, and the commit at which its test failed."""

from pathlib import Path

from tests.resilience.breaks.change import Break
from tests.resilience.breaks.defenses import BREAKS

BEGIN, END = "<!-- broken on purpose -->", "<!-- end of broken on purpose -->"
HEAD = ["| Defense | Removed | File | Failing test | Commit |", "|---|---|---|---|---|"]
NOT_YET = "not yet"


def format_row(broken: Break, commit: str) -> str:
    test = f"`{broken.test}`{' on PostgreSQL' if broken.on_postgresql else ''}"
    return f"| {broken.defense} | {broken.removed} | `{broken.file}` | {test} | {commit} |"


def read_commits(page: Path) -> dict[Break, str]:
    """Return the commit at which each break's test failed, without breaks whose row is missing or different."""
    between = page.read_text().partition(BEGIN)[2].partition(END)[0]
    commits = {row.rpartition(" | ")[0]: row.rpartition(" | ")[2].rstrip(" |") for row in between.splitlines()}
    found = {broken: commits.get(format_row(broken, "").rpartition(" | ")[0], NOT_YET) for broken in BREAKS}
    return {broken: commit for broken, commit in found.items() if commit != NOT_YET}


def write_table(page: Path, commits: dict[Break, str]) -> None:
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    rows = [format_row(broken, commits.get(broken, NOT_YET)) for broken in BREAKS]
    page.write_text(before + "\n".join([BEGIN, "", *HEAD, *rows, "", END]) + after)
