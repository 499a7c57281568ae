"""The table of docs/generated/breaks.md: what was broken on purpose, and the commit at which each test failed."""

from pathlib import Path

from tests.resilience.breaks.change import Break
from tests.resilience.breaks.defences import BREAKS

BEGIN, END = "<!-- broken on purpose -->", "<!-- end of broken on purpose -->"
HEAD = ["| Defence | Taken away | In | Red | Commit |", "|---|---|---|---|---|"]
NOT_YET = "not yet"


def row_of(broken: Break, commit: str) -> str:
    return f"| {broken.defence} | {broken.taken_away} | `{broken.file}` | `{broken.test}` | {commit} |"


def commits_of(page: Path) -> dict[Break, str]:
    """At which commit each break was seen red; without those whose row is not there, or says something else."""
    between = page.read_text().partition(BEGIN)[2].partition(END)[0]
    commits = {row.rpartition(" | ")[0]: row.rpartition(" | ")[2].rstrip(" |") for row in between.splitlines()}
    found = {broken: commits.get(row_of(broken, "").rpartition(" | ")[0], NOT_YET) for broken in BREAKS}
    return {broken: commit for broken, commit in found.items() if commit != NOT_YET}


def write_table(page: Path, commits: dict[Break, str]) -> None:
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    rows = [row_of(broken, commits.get(broken, NOT_YET)) for broken in BREAKS]
    page.write_text(before + "\n".join([BEGIN, "", *HEAD, *rows, "", END]) + after)
