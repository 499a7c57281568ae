"""Run the rows on one database: `python -m tests.resilience.proof.run KEPT COMMIT [--full] [names …]`.

Every finished batch is a line in the file KEPT; one that stands there is not run again, so an interrupted run goes on
where it was.
"""

import json
import signal
import sys
import time
import traceback
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

Line = dict[str, Any]


def run_all(kept: Path, commit: str, names: list[str], *, full: bool) -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from tests.resilience.proof.rows import PIECES  # noqa: PLC0415

    done = {key_of(line) for line in lines_of(kept) if counts(line, commit)}
    for piece in PIECES:
        if connection.vendor not in piece.databases or (names and piece.name not in names):
            continue
        for batch in range(piece.batches_in_full if full else piece.batches):
            if (connection.vendor, piece.name, batch) not in done:
                line = run_one(piece, batch, {"database": connection.vendor, "commit": commit})
                with kept.open("a") as out:
                    out.write(json.dumps(line) + "\n")


def run_one(piece: Any, batch: int, line: Line) -> Line:
    from tests.resilience.proof.result import Result  # noqa: PLC0415

    began = time.monotonic()
    try:
        result = piece.run(batch)
    except Exception:  # what does not even end is a violation too, and keeps no other piece from running
        result = Result({}, [traceback.format_exc()])
    seconds = round(time.monotonic() - began)
    print(f"{line['database']}: {piece.name}, batch {batch + 1}: {seconds} s, {result.counts}, ", end="")
    print(f"{len(result.violations)} violation(s)", flush=True)
    line |= {"piece": piece.name, "batch": batch, "day": f"{datetime.now(UTC):%Y-%m-%d}", "seconds": seconds}
    return line | asdict(result)


def counts(line: Line, commit: str) -> bool:
    """A batch that found something is run again once the code is another."""
    return not line["violations"] or line["commit"] == commit


def key_of(line: Line) -> tuple[str, str, int]:
    return line["database"], line["piece"], line["batch"]


def lines_of(kept: Path) -> list[Line]:
    """The latest of each batch."""
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    return list({key_of(line): line for line in lines}.values())


def overtaken_lines(kept: Path) -> list[tuple[Line, Line]]:
    """Batches that found something and were run again: what was found, and the latest run."""
    latest = {key_of(line): line for line in lines_of(kept)}
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    return [(line, latest[key_of(line)]) for line in lines if line["violations"] and line != latest[key_of(line)]]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the shop that runs, too
    django.setup()
    options = [word for word in sys.argv[3:] if word != "--full"]
    run_all(Path(sys.argv[1]), sys.argv[2], options, full="--full" in sys.argv)
