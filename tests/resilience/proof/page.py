"""Write docs/generated/proof.md: the results so far, each row with the commit it was measured at."""

import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import django

from tests.resilience.proof.run import Line

PAGE = Path(__file__).resolve().parents[3] / "docs" / "generated" / "proof.md"
# These counts are the same in every batch. The others are added up.
CONSTANT = {"places", "faults", "steps in each", "safeguards taken away"}
HEAD = """# Proof

Results of `make prove`. Each row ends with `check_books`; where PayPal takes part, with `check_books --paypal`, which
compares the shop with PayPal's own record. A row names the commit it was measured at.
"""
TITLES = "| Proof | Database | What was done | Violations | Commit | Day | Minutes |"
RULE = "|---|---|---|---|---|---|---|"
Key = tuple[str, str]  # name and database of a row


def write_page(lines: list[Line]) -> str:
    """Replace the page's rows by the rows of these lines. Return the table."""
    table = format_table(read_rows() | format_rows(lines))
    PAGE.write_text("\n".join([HEAD, table, "", explain_rows()]) + "\n")
    return table


def format_table(rows: dict[Key, str]) -> str:
    keys = [(row.name, database) for row in get_rows() for database in sorted(row.databases)]
    return "\n".join([TITLES, RULE, *(rows[key] for key in keys if key in rows)])


def read_rows() -> dict[Key, str]:
    """Return the rows that the page has already."""
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")] if PAGE.exists() else []
    return {(cells[1].strip(), cells[2].strip()): row for row in rows if len(cells := row.split("|")) > 2}


def format_rows(lines: Iterable[Line]) -> dict[Key, str]:
    grouped: dict[Key, list[Line]] = defaultdict(list)
    for line in lines:
        grouped[line["row"], line["database"]].append(line)
    return {key: format_row(key, batches) for key, batches in grouped.items()}


def format_row(key: Key, batches: list[Line]) -> str:
    cells = [
        *key,
        format_counts(batches),
        str(sum(len(line["violations"]) for line in batches)),
        batches[0]["commit"],
        batches[-1]["day"],
        f"{sum(line['seconds'] for line in batches) / 60:.1f}",
    ]
    return "| " + " | ".join(cells) + " |"


def format_counts(batches: list[Line]) -> str:
    counts: dict[str, int] = {}
    for line in batches:
        for name, number in line["counts"].items():
            counts[name] = number if name in CONSTANT else counts.get(name, 0) + number
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def explain_rows() -> str:
    machine = f"Measured on {os.cpu_count()} cores. On a busy machine a row takes many times as long."
    return "\n".join(
        ["## What each row does", "", machine, "", *(f"- **{row.name}.** {row.does}" for row in get_rows())]
    )


def get_rows() -> list:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.resilience.proof.rows import ROWS  # noqa: PLC0415 - Django has to be set up before

    return ROWS
