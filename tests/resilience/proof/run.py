"""Run the rows on one database: `python -m tests.resilience.proof.run RESULTS COMMIT [names …]`.

Every finished batch is a line in the file RESULTS.
"""

import json
import os
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
TIMES = int(os.environ.get("PROOF_TIMES", "1"))


def run_all(results: Path, commit: str, names: list[str]) -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from tests.resilience.proof.rows import ROWS  # noqa: PLC0415

    for row in ROWS:
        if connection.vendor not in row.databases or (names and row.name not in names):
            continue
        for batch in range(row.batches * TIMES):
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
    line |= {"row": row.name, "day": f"{datetime.now(UTC):%Y-%m-%d}", "seconds": seconds}
    return line | asdict(result)


def read_lines(results: Path) -> list[Line]:
    return [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # also ends the running shop
    django.setup()
    run_all(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
