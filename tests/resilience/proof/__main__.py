"""`make prove`: run every proof about seats and money on SQLite and PostgreSQL, and write docs/generated/proof.md.

    python -m tests.resilience.proof                        all rows, about an hour on two quiet cores
    python -m tests.resilience.proof "Kill points" …        only these rows; the page keeps the others
    PROOF_TIMES=20 python -m tests.resilience.proof …       twenty times as much of each, with other random choices

Ctrl-C ends it, and the page says what was finished.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.resilience.proof.page import write_page
from tests.resilience.proof.run import read_lines

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / ".run" / "proof.jsonl"


def main(names: list[str]) -> int:
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.unlink(missing_ok=True)
    codes = run_on_both_databases([str(RESULTS), get_commit(), *names])
    lines = read_lines(RESULTS)
    print(write_page(lines))
    violations = [f"{each['database']}, {each['row']}: {text}" for each in lines for text in each["violations"]]
    print(*violations, sep="\n", file=sys.stderr)
    return 1 if violations or any(codes) else 0


def run_on_both_databases(arguments: list[str]) -> list[int]:
    """Run both databases in parallel, and return their exit codes. Ctrl-C ends both."""
    for number in (signal.SIGINT, signal.SIGTERM):  # shells let background processes ignore SIGINT
        signal.signal(number, signal.default_int_handler)
    command = [sys.executable, "-m", "tests.resilience.proof.run", *arguments]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("DATABASE_URL", None)
    processes = [
        subprocess.Popen([*start, *command], cwd=ROOT, env=environment)
        for start in ([], [sys.executable, "-m", "tests.support.servers.databases"])  # SQLite, PostgreSQL
    ]
    try:
        return [process.wait() for process in processes]
    except KeyboardInterrupt:
        for process in processes:
            process.send_signal(signal.SIGINT)
        return [process.wait() for process in processes]


def get_commit() -> str:
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/generated/proof.md")
    return git("rev-parse", "--short=8", "HEAD") + ("+changes" if changed else "")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
