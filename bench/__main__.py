"""Measure the shop's speed: `python -m bench`, or with the names of some parts.

python -m tests.support.servers.databases python -m bench      the same on PostgreSQL, with Redis

It prints a table, and fails if a goal is missed. Measure on a machine that does nothing else. Purchases have no goal,
because theirs compares two commits: run both in turns.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import django

HEAD = "| What | Shop | Compared with | Figure (least – most) | Goal | Met |\n|---|---|---|---|---|---|"


def main(parts: list[str]) -> int:
    """Print a row for each measurement."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from bench import drop, purchases, sign_ins, speed  # noqa: PLC0415

    functions = {
        "reads": speed.measure_reads,
        "holds": speed.measure_holds,
        "purchases": purchases.measure_purchases,
        "drop": drop.measure_drop,
        "sign-ins": sign_ins.measure_sign_ins,
    }
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    machine = f"{processors()}, Python {platform.python_version()}"
    print(f"{connection.vendor}, commit `{commit.strip()}` on {machine}\n\n{HEAD}")
    is_missed = False
    for part in parts or functions:
        for row in functions[part]():
            met = "yes" if row.is_met else "**no**"
            print(f"| {row.what} | {row.shop} | {row.other} | **{row.figure}** | {row.goal} | {met} |", flush=True)
            is_missed |= not row.is_met
    return 1 if is_missed else 0


def processors() -> str:
    models = re.findall(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{len(models)} × {models[0]}" if models else platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
