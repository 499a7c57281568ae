"""Reads who_may_do_what.md: who gets which status for which call."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("who_may_do_what.md")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHERWISE = "else"  # the row for every method that has none of its own


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of the file: the people of its columns, and a row for each path and method."""

    title: str
    people: tuple[str, ...]
    rows: dict[tuple[str, str], tuple[int, ...]]  # (path, method): one status a person

    def paths(self) -> list[str]:
        return list(dict.fromkeys(path for path, _ in self.rows))

    def expected(self, path: str, method: str) -> dict[str, int]:
        """HEAD is GET without a body, unless it has a row of its own."""
        named = [method, "GET", OTHERWISE] if method == "HEAD" else [method, OTHERWISE]
        statuses = next(self.rows[path, name] for name in named if (path, name) in self.rows)
        return dict(zip(self.people, statuses, strict=True))


def sections(text: str) -> Iterator[Section]:
    for part in text.split("\n## ")[1:]:
        title, *lines = part.splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
        if cells:
            head, *rows = cells
            yield Section(title, tuple(head[1:]), dict(row_of(row) for row in rows))


def row_of(cells: list[str]) -> tuple[tuple[str, str], tuple[int, ...]]:
    method, path = cells[0].strip("`").split(" ")
    return (path, method), tuple(int(cell) for cell in cells[1:])


def written(path: str, method: str, statuses: dict[str, int]) -> str:
    """A row as the file has it, to be read, judged and copied."""
    return f"| `{method} {path}` | " + " | ".join(str(status) for status in statuses.values()) + " |"
