"""`make prove`: every proof about seats and money on SQLite and on PostgreSQL, as a table in docs/proof.md.

`python -m tests.proof [--full]`. The full one has the sizes of a night, and goes on where it was interrupted.
"""

import os
import subprocess
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.proof.run import lines_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "proof.md"
ALIKE = {"places", "faults", "steps in each", "safeguards taken away"}  # the same in every batch; others are added up


def main(*, full: bool) -> int:
    commit = git("rev-parse", "--short", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/proof.md")
    kept = ROOT / ".run" / "proof" / f"{commit}-{'full' if full else 'short'}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not full:
        kept.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.proof.run", str(kept), *(["--full"] if full else [])]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("DATABASE_URL", None)
    for start in ([], [sys.executable, "-m", "tests.databases"]):  # SQLite, then a PostgreSQL
        subprocess.run([*start, *command], cwd=ROOT, env=environment, check=True)
    lines = lines_of(kept)
    page = page_of(lines, commit + (" with uncommitted changes" if changed else ""), full=full)
    PAGE.write_text(page)
    print(page)
    for line in lines:
        for violation in line["violations"]:
            print(f"{line['database']}, {line['piece']}: {violation}", file=sys.stderr)
    return 1 if any(line["violations"] for line in lines) else 0


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def page_of(lines: list[dict[str, Any]], commit: str, *, full: bool) -> str:
    """Only what was counted in this run."""
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        grouped[line["piece"], line["database"]].append(line)
    smaller = os.environ.get("PROOF_SMALLER", "1")
    size = f" Every size is divided by {smaller} (`PROOF_SMALLER={smaller}`)." if smaller != "1" else ""
    head = [
        "# Proof",
        "",
        f"Written by `make {'prove-full' if full else 'prove'}` on {datetime.now(UTC):%Y-%m-%d}, at commit {commit},",
        f"on {os.cpu_count()} cores.{size} Each row ends with `check_books`; kill points and faults also with",
        "`check_books --paypal`, which compares with PayPal's own record. A negative control takes a safeguard away,",
        "and counts as violated where the harm did *not* show.",
        "",
        "| Proof | Database | What was done | Violations | Seconds |",
        "|---|---|---|---|---|",
    ]
    rows = [
        f"| {piece} | {database} | {in_words(batches)} | {sum(len(line['violations']) for line in batches)} | "
        f"{sum(line['seconds'] for line in batches)} |"
        for (piece, database), batches in grouped.items()
    ]
    return "\n".join([*head, *rows, ""])


def in_words(batches: list[dict[str, Any]]) -> str:
    counts: dict[str, int] = {}
    for line in batches:
        for name, number in line["counts"].items():
            counts[name] = number if name in ALIKE else counts.get(name, 0) + number
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


if __name__ == "__main__":
    sys.exit(main(full="--full" in sys.argv))
