"""Write the tables of docs/generated/lighthouse.md, between two marks."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.support.servers.running_shop import ROOT

PAGE = ROOT / "docs/generated/lighthouse.md"
BEGIN, END = "<!-- lighthouse: written by make lighthouse -->", "<!-- /lighthouse -->"


@dataclass(frozen=True)
class Row:
    """A figure of a page. `goal` is the maximum, or with `least` the minimum. None means no goal."""

    page: str
    name: str
    value: float
    unit: str
    goal: float | None
    least: bool = False

    @property
    def met(self) -> bool:
        if self.goal is None:
            return True
        return self.value >= self.goal if self.least else self.value <= self.goal

    @property
    def text(self) -> str:
        number = f"{self.value:.0f}" if self.unit == " ms" or self.least else f"{self.value:.2f}"
        goal = "" if self.met or self.goal is None else f" (goal {self.goal:g})"
        return f"{number}{self.unit}{goal}"


def score_table(pages: Sequence[Sequence[Row]]) -> str:
    names = [row.name.capitalize().replace("Seo", "SEO") for row in pages[0]]
    lines = [f"| Page | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    lines += [f"| {rows[0].page} | {' | '.join(row.text for row in rows)} |" for rows in pages]
    return "\n".join(lines)


def slow_phone_table(rows: Sequence[Row]) -> str:
    lines = ["| Page | On a slow phone | Measured | Goal |", "|---|---|---|---|"]
    lines += [f"| {row.page} | {row.name} | {row.text} | ≤ {row.goal:g}{row.unit} |" for row in rows]
    return "\n".join(lines)


def write_tables(scores: str, slow_phone: str, *, machine: str) -> None:
    text = PAGE.read_text()
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    when = f"{datetime.now(UTC):%B} {datetime.now(UTC).day}, {datetime.now(UTC).year}"
    note = f"Measured on {when}, at commit `{commit}`, with {machine}; medians of three runs."
    PAGE.write_text(f"{before}{BEGIN}\n{note}\n\n{scores}\n\n{slow_phone}\n{END}{after}")
