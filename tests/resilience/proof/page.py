"""docs/generated/proof.md: only what was counted, each row with the commit it was counted at."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import django

from tests.resilience.proof.run import Line, overtaken_lines

PAGE = Path(os.environ.get("PROOF_KEEP") or Path(__file__).resolve().parents[3] / "docs" / "generated") / "proof.md"
# The same in every batch; others are added up.
ALIKE = {"places", "faults", "steps in each", "safeguards taken away", "ways to refuse credentials"}
LEDGER = Path(__file__).with_name("full.jsonl")
SHORT, FULL, WORDS = "## `make prove`", "## `make prove-full`", "## What each row does"
HEAD = """# Proof

What was counted by `make prove`, and by `make prove-full`, which runs the same batches until the sizes that the shop's
reliability is measured by are reached. Each row ends with `check_books`; where PayPal is part of it also with
`check_books --paypal`, which compares with PayPal's own record. A row names the commit it was counted at. The last
column says how much of the full size that is; what did not run is not in the table.
"""
TITLES = "| Proof | Database | What was done | Violations | Commit | Day | Minutes | Of the full size |"
RULE = "|---|---|---|---|---|---|---|---|"
Row = tuple[str, str]  # proof and database


def write_page(lines: list[Line], *, full: bool) -> str:
    """Put the rows of these lines in the page, in place of older ones. Answers the section that was written."""
    sections = {SHORT: rows_in(SHORT), FULL: rows_in(FULL)}
    sections[FULL if full else SHORT] |= rows_of(lines)
    written = {title: "\n".join([title, "", *table(rows)]) for title, rows in sections.items() if rows}
    PAGE.write_text("\n\n".join([HEAD.strip(), *written.values(), *found_before(), words()]) + "\n")
    return written.get(FULL if full else SHORT, "Nothing was counted yet.")


def found_before() -> list[str]:
    """What the full run's batches found before they were run again: a green row must not hide it."""
    told = [
        f"- {line['database']}, {line['piece']}, at {line['commit']}: {' '.join(line['violations'])}. "
        f"Run again at {latest['commit']}: {len(latest['violations'])} violation(s)."
        for line, latest in overtaken_lines(LEDGER)
    ]
    return ["\n".join(["### Found on the way", "", *told])] if told else []


def table(rows: dict[Row, str]) -> list[str]:
    return [TITLES, RULE, *(rows[key] for key in sorted(rows, key=place_of))]


def place_of(row: Row) -> tuple[int, str]:
    names = [piece.name for piece in pieces()]
    return (names.index(row[0]) if row[0] in names else len(names), row[1])


def rows_in(title: str) -> dict[Row, str]:
    """The rows that stand in the page already."""
    text = PAGE.read_text() if PAGE.exists() else ""
    section = text.partition(title + "\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and line != TITLES]
    return {(cells[1].strip(), cells[2].strip()): row for row in rows if len(cells := row.split("|")) > 2}


def rows_of(lines: Iterable[Line]) -> dict[Row, str]:
    grouped: dict[Row, list[Line]] = defaultdict(list)
    for line in lines:
        grouped[line["piece"], line["database"]].append(line)
    return {row: in_one_row(row, batches) for row, batches in grouped.items()}


def in_one_row(row: Row, batches: list[Line]) -> str:
    commits = Counter(line["commit"] for line in batches)
    named = ", ".join(commit if len(commits) == 1 else f"{commit} ({n}×)" for commit, n in commits.items())
    cells = [
        *row,
        counted(batches),
        str(sum(len(line["violations"]) for line in batches)),
        named,
        max(line["day"] for line in batches),
        f"{sum(line['seconds'] for line in batches) / 60:.1f}",
        share(row[0], len(batches)),
    ]
    return "| " + " | ".join(cells) + " |"


def counted(batches: list[Line]) -> str:
    counts: dict[str, int] = {}
    for line in batches:
        for name, number in line["counts"].items():
            counts[name] = number if name in ALIKE else counts.get(name, 0) + number
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def share(name: str, done: int) -> str:
    smaller = os.environ.get("PROOF_SMALLER", "1")
    of = next(piece.batches_in_full for piece in pieces() if piece.name == name)
    return f"{done * 100 // of} %" + (f", each {smaller} times smaller" if smaller != "1" else "")


def words() -> str:
    machine = (
        f"Counted on {os.cpu_count()} cores. Where they were busy with other things, minutes are many times as long."
    )
    return "\n".join([WORDS, "", machine, "", *(f"- **{piece.name}.** {piece.does}" for piece in pieces())])


def pieces() -> list:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.resilience.proof.rows import PIECES  # noqa: PLC0415 - Django has to be set up before

    return PIECES
