"""Run the rows on one database: `python -m tests.resilience.proof.run RESULTS COMMIT [--full] [names …]`.

Every finished batch is a line in the file RESULTS. A batch that is in the file is not run again, so that an interrupted
run can be resumed.
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


def run_all(results: Path, commit: str, names: list[str], *, full: bool) -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from tests.resilience.proof.rows import ROWS  # noqa: PLC0415

    done = {key_of(line) for line in read_lines(results) if is_valid(line, commit)}
    for row in ROWS:
        if connection.vendor not in row.databases or (names and row.name not in names):
            continue
        for batch in range(row.batches_in_full if full else row.batches):
            if (connection.vendor, row.name, batch) not in done:
                line = run_batch(row, batch, {"database": connection.vendor, "commit": commit})
                with results.open("a") as out:
                    out.write(json.dumps(line) + "\n")


def run_batch(row: Any, batch: int, line: Line) -> Line:
    from tests.resilience.proof.result import Result  # noqa: PLC0415

    began = time.monotonic()
    try:
        result = row.run(batch)
    except Exception:  # counts as a violation, and the other rows still run
        result = Result({}, [traceback.format_exc()])
    seconds = round(time.monotonic() - began)
    print(f"{line['database']}: {row.name}, batch {batch + 1}: {seconds} s, {result.counts}, ", end="")
    print(f"{len(result.violations)} violation(s)", flush=True)
    line |= {"piece": row.name, "batch": batch, "day": f"{datetime.now(UTC):%Y-%m-%d}", "seconds": seconds}
    return line | asdict(result)


def is_valid(line: Line, commit: str) -> bool:
    """Return whether a batch needs no other run. One with violations is run again on another commit."""
    return not line["violations"] or line["commit"] == commit


def key_of(line: Line) -> tuple[str, str, int]:
    return line["database"], line["piece"], line["batch"]


def read_lines(results: Path) -> list[Line]:
    """Return the latest line of each batch."""
    return list({key_of(line): line for line in read_every_line(results)}.values())


def read_replaced_lines(results: Path) -> list[tuple[Line, Line]]:
    """Return each line with violations whose batch was run again, with the batch's latest line."""
    latest = {key_of(line): line for line in read_lines(results)}
    lines = read_every_line(results)
    return [(line, latest[key_of(line)]) for line in lines if line["violations"] and line != latest[key_of(line)]]


def read_every_line(results: Path) -> list[Line]:
    return [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # also ends the running shop
    django.setup()
    names = [argument for argument in sys.argv[3:] if argument != "--full"]
    run_all(Path(sys.argv[1]), sys.argv[2], names, full="--full" in sys.argv)
