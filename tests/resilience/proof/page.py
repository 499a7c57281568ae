"""Write docs/generated/proof.md: the results so far, each row with the commits it was measured at."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import django

from tests.resilience.proof.run import Line, read_replaced_lines

PAGE = Path(os.environ.get("PROOF_KEEP") or Path(__file__).resolve().parents[3] / "docs" / "generated") / "proof.md"
# These counts are the same in every batch. The others are added up.
CONSTANT = {"places", "faults", "steps in each", "safeguards taken away"}
FULL_RESULTS = Path(__file__).with_name("full.jsonl")
SHORT, FULL, EXPLANATION = "## `make prove`", "## `make prove-full`", "## What each row does"
HEAD = """# Proof

Results of `make prove`, and of `make prove-full`, which runs the same batches at the sizes that measure the shop's
reliability. Each row ends with `check_books`; where PayPal takes part, with `check_books --paypal`, which compares the
shop with PayPal's own record. A row names the commits it was measured at. The last column is the share of the full
size. Rows that did not run are not listed.
"""
TITLES = "| Proof | Database | What was done | Violations | Commit | Day | Minutes | Of the full size |"
RULE = "|---|---|---|---|---|---|---|---|"
Key = tuple[str, str]  # name and database of a row


def write_page(lines: list[Line], *, full: bool) -> str:
    """Replace the page's rows by the rows of these lines. Return the section that was written."""
    sections = {SHORT: read_rows(SHORT), FULL: read_rows(FULL)}
    sections[FULL if full else SHORT] |= format_rows(lines)
    written = {title: "\n".join([title, "", *format_table(rows)]) for title, rows in sections.items() if rows}
    PAGE.write_text("\n\n".join([HEAD.strip(), *written.values(), *list_former_violations(), explain_rows()]) + "\n")
    return written.get(FULL if full else SHORT, "There are no results yet.")


def list_former_violations() -> list[str]:
    """List violations of batches that were run again, so that a later result does not hide them."""
    replaced = [
        f"- {line['database']}, {line['piece']}, at {line['commit']}: {' '.join(line['violations'])}. "
        f"Run again at {latest['commit']}: {len(latest['violations'])} violation(s)."
        for line, latest in read_replaced_lines(FULL_RESULTS)
    ]
    return ["\n".join(["### Found on the way", "", *replaced])] if replaced else []


def format_table(rows: dict[Key, str]) -> list[str]:
    return [TITLES, RULE, *(rows[key] for key in sorted(rows, key=sort_key))]


def sort_key(key: Key) -> tuple[int, str]:
    names = [row.name for row in get_rows()]
    return (names.index(key[0]) if key[0] in names else len(names), key[1])


def read_rows(title: str) -> dict[Key, str]:
    """Return the rows that the page has already."""
    text = PAGE.read_text() if PAGE.exists() else ""
    section = text.partition(title + "\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and line != TITLES]
    return {(cells[1].strip(), cells[2].strip()): row for row in rows if len(cells := row.split("|")) > 2}


def format_rows(lines: Iterable[Line]) -> dict[Key, str]:
    grouped: dict[Key, list[Line]] = defaultdict(list)
    names = {row.name for row in get_rows()}
    for line in lines:
        if line["piece"] in names:  # a former row may have stored results
            grouped[line["piece"], line["database"]].append(line)
    return {key: format_row(key, batches) for key, batches in grouped.items()}


def format_row(key: Key, batches: list[Line]) -> str:
    commits = Counter(line["commit"] for line in batches)
    named = ", ".join(commit if len(commits) == 1 else f"{commit} ({n}×)" for commit, n in commits.items())
    cells = [
        *key,
        format_counts(batches),
        str(sum(len(line["violations"]) for line in batches)),
        named,
        max(line["day"] for line in batches),
        f"{sum(line['seconds'] for line in batches) / 60:.1f}",
        format_share(key[0], len(batches)),
    ]
    return "| " + " | ".join(cells) + " |"


def format_counts(batches: list[Line]) -> str:
    counts: dict[str, int] = {}
    for line in batches:
        for name, number in line["counts"].items():
            counts[name] = number if name in CONSTANT else counts.get(name, 0) + number
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def format_share(name: str, done: int) -> str:
    smaller = os.environ.get("PROOF_SMALLER", "1")
    of = next(row.batches_in_full for row in get_rows() if row.name == name)
    return f"{done * 100 // of} %" + (f", each {smaller} times smaller" if smaller != "1" else "")


def explain_rows() -> str:
    machine = f"Measured on {os.cpu_count()} cores. On a busy machine a row takes many times as long."
    return "\n".join([EXPLANATION, "", machine, "", *(f"- **{row.name}.** {row.does}" for row in get_rows())])


def get_rows() -> list:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.resilience.proof.rows import ROWS  # noqa: PLC0415 - Django has to be set up before

    return ROWS
