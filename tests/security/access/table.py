"""Read matrix.md: who gets which status for which call."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("matrix.md")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHERWISE = "else"  # the row for every method that has none of its own


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the file: the users of its columns, and a row for each path and method."""

    title: str
    users: tuple[str, ...]
    rows: dict[tuple[str, str], tuple[int, ...]]  # by path and method, one status per user

    def list_paths(self) -> list[str]:
        return list(dict.fromkeys(path for path, _ in self.rows))

    def get_expected(self, path: str, method: str) -> dict[str, int]:
        """Return the status for each user. HEAD has those of GET unless it has a row of its own."""
        named = [method, "GET", OTHERWISE] if method == "HEAD" else [method, OTHERWISE]
        statuses = next(self.rows[path, name] for name in named if (path, name) in self.rows)
        return dict(zip(self.users, statuses, strict=True))


def parse_sections(text: str) -> Iterator[Section]:
    for part in text.split("\n## ")[1:]:
        title, *lines = part.splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
        if cells:
            head, *rows = cells
            yield Section(title, tuple(head[1:]), dict(parse_row(row) for row in rows))


def parse_row(cells: list[str]) -> tuple[tuple[str, str], tuple[int, ...]]:
    method, path = cells[0].strip("`").split(" ")
    return (path, method), tuple(int(cell) for cell in cells[1:])


def format_row(path: str, method: str, statuses: dict[str, int]) -> str:
    """Format a row as in the file, so that it can be copied."""
    return f"| `{method} {path}` | " + " | ".join(str(status) for status in statuses.values()) + " |"
