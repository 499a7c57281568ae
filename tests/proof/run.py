"""Runs the pieces against the database of this environment: `python -m tests.proof.run KEPT [--full]`.

Every finished batch is a line in the file KEPT; one that stands there is not run again, so an interrupted run goes on
where it was.
"""

import json
import sys
import time
import traceback
from dataclasses import asdict
from pathlib import Path

import django


def run_all(kept: Path, *, full: bool) -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from tests.proof.pieces import PIECES, Result  # noqa: PLC0415

    done = {(line["database"], line["piece"], line["batch"]) for line in lines_of(kept)}
    for piece in PIECES:
        for batch in range(piece.batches_in_full if full else piece.batches):
            if (connection.vendor, piece.name, batch) in done:
                continue
            began = time.monotonic()
            print(f"{connection.vendor}: {piece.name}, batch {batch + 1} …", flush=True)
            try:
                result = piece.run(batch)
            except Exception:  # what does not even end is a violation too, and keeps no other piece from running
                result = Result({}, [traceback.format_exc()])
            seconds = round(time.monotonic() - began)
            line = {"database": connection.vendor, "piece": piece.name, "batch": batch, "seconds": seconds}
            with kept.open("a") as out:
                out.write(json.dumps(line | asdict(result)) + "\n")
            print(f"  {seconds} s, {len(result.violations)} violation(s)", flush=True)


def lines_of(kept: Path) -> list[dict]:
    return [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []


if __name__ == "__main__":
    django.setup()
    run_all(Path(sys.argv[1]), full="--full" in sys.argv)
