"""Measure the shop's speed: `make bench`.

python -m bench               measures all parts on both databases and writes docs/generated/performance.md
python -m bench PART …        measures some parts on SQLite: reads, holds, drop, one-core, growth, figures, waiting,
                              sign-ins, codes, purchases, tables
python -m tests.support.servers.databases python -m bench PART …        some parts on PostgreSQL

It fails if a goal is missed. Purchases have no goal here, because theirs compares two commits. Tables take four minutes
more, so they are measured on their own.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import django

PAGE = Path("docs/generated/performance.md")
HEAD = "| What | Shop | Compared with | Figure (least – most) | Goal | Met |\n|---|---|---|---|---|---|"
MISSED = 2  # the exit code if a goal is missed; Python's own for an error is 1
BENCH = [sys.executable, "-m", "bench"]
ON_POSTGRESQL = [sys.executable, "-m", "tests.support.servers.databases"]
PARTS = ("reads", "holds", "drop", "growth", "figures", "waiting", "sign-ins", "codes")
RUNS = {
    "SQLite (the default)": [[*BENCH, part] for part in (*PARTS, "one-core")],
    "PostgreSQL with Redis": [[*ON_POSTGRESQL, *BENCH, part] for part in PARTS],
}


def main(parts: list[str]) -> int:
    return measure(parts) if parts else measure_everything()


def measure_everything() -> int:
    """Run each part in a process of its own, print its rows and write the page."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    page = "# Performance, as measured\n\nWritten by `make bench`; [performance.md](../performance.md) explains it.\n\n"
    page += f"Commit `{commit.strip()}` on {processors()}, Python {platform.python_version()}.\n"
    is_missed = False
    for database, commands in RUNS.items():
        print(f"{database}\n{HEAD}", flush=True)
        page += f"\n## {database}\n\n{HEAD}\n"
        for command in commands:
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
            print(done.stdout, end="", flush=True)
            if done.returncode not in (0, MISSED):
                return done.returncode
            page += done.stdout
            is_missed |= done.returncode == MISSED
    PAGE.write_text(page)
    return MISSED if is_missed else 0


def measure(parts: list[str]) -> int:
    """Print a row for each measurement."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from bench import drop, phones, purchases, sign_ins, speed, waiting_lists  # noqa: PLC0415 - Django has to be set up before

    functions = {
        "reads": speed.measure_reads,
        "holds": speed.measure_holds,
        "drop": drop.measure_drop,
        "one-core": drop.measure_drop_on_one_core,
        "growth": speed.measure_growth,
        "figures": speed.measure_figures,
        "waiting": waiting_lists.measure_waiting_lists,
        "sign-ins": sign_ins.measure_sign_ins,
        "codes": sign_ins.measure_codes,
        "purchases": purchases.measure_purchases,
        "tables": phones.measure_tables,
    }
    is_missed = False
    for part in parts:
        for row in functions[part]():
            met = "yes" if row.is_met else "**no**"
            print(f"| {row.what} | {row.shop} | {row.other} | **{row.figure}** | {row.goal} | {met} |", flush=True)
            is_missed |= not row.is_met
    return MISSED if is_missed else 0


def processors() -> str:
    models = re.findall(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{len(models)} × {models[0]}" if models else platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
