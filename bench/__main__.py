"""Runs every measurement and writes docs/generated/performance.md: `python -m bench`, under a quarter of an hour.

Once on the embedded database, then once more on PostgreSQL (and Redis where it is installed). `--quick` runs a tiny bit
of everything and writes nothing.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import django

OUT = Path(".run") / "bench.json"


def main(arguments: list[str]) -> int:
    if arguments == ["--here"]:
        run_here()
        return 0
    if arguments == ["--quick"]:
        os.environ["BENCH_QUICK"] = "1"  # before anything reads it, here and in what is started
    OUT.unlink(missing_ok=True)
    OUT.parent.mkdir(exist_ok=True)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    here = [sys.executable, "-m", "bench", "--here"]
    subprocess.run(here, env=environment, check=True)
    subprocess.run([sys.executable, "-m", "tests.support.servers.databases", *here], env=environment, check=True)
    from bench.report import write_report  # noqa: PLC0415

    return write_report([json.loads(line) for line in OUT.read_text().splitlines()])


def run_here() -> None:
    django.setup()
    from bench.session import Session  # noqa: PLC0415 - Django has to be set up before

    with Session() as session:
        results = session.run()
    with OUT.open("a") as out:
        out.write(json.dumps(results) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
