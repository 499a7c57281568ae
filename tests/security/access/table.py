"""Read matrix.md: who gets which status for which call."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("matrix.md")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHERWISE = "else"  # the row for every method that has none of its own, where the rule for these does not hold


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the file: the users of its columns, and a row for each path and method."""

    title: str
    users: tuple[str, ...]
    rows: dict[tuple[str, str], tuple[int, ...]]  # by path and method, one status per user

    def list_paths(self) -> list[str]:
        return list(dict.fromkeys(path for path, _ in self.rows))

    def get_expected(self, path: str, method: str) -> dict[str, int]:
        """Return the status of each user. HEAD has those of GET unless it has its own row.

        A method without a row is refused: with 401 or 403 if another method of the path is, else with 405.
        """
        named = [method, "GET", OTHERWISE] if method == "HEAD" else [method, OTHERWISE]
        if row := next((self.rows[path, name] for name in named if (path, name) in self.rows), None):
            return dict(zip(self.users, row, strict=True))
        columns = zip(*(row for (each, _), row in self.rows.items() if each == path), strict=True)
        refused = [401 if 401 in column else 403 if 403 in column else 405 for column in columns]
        return dict(zip(self.users, refused, strict=True))


def parse_sections(text: str) -> Iterator[Section]:
    for part in text.split("\n## ")[1:]:
        title, *lines = part.splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
        if cells:
            head, *rows = cells
            tables = next((line.partition(": ")[2].rstrip(".").split(", ") for line in lines if "{table}" in line), [])
            yield Section(title, tuple(head[1:]), dict(each for row in rows for each in parse_rows(row, tables)))


def parse_rows(cells: list[str], tables: list[str]) -> Iterator[tuple[tuple[str, str], tuple[int, ...]]]:
    """Yield the row, or one for each table of the console."""
    method, path = cells[0].strip("`").split(" ")
    for table in tables if "{table}" in path else [""]:
        named = path.replace("{table}", table).replace("{row}", f"{{{table}}}")
        yield (named, method), tuple(int(cell) for cell in cells[1:])


def format_row(path: str, method: str, statuses: dict[str, int]) -> str:
    """Format a row as in the file, so that it can be copied."""
    return f"| `{method} {path}` | " + " | ".join(str(status) for status in statuses.values()) + " |"
