"""`make prove`: run every proof about seats and money on SQLite and PostgreSQL, and write docs/generated/proof.md.

    python -m tests.resilience.proof                        all rows, at sizes that take up to two hours
    python -m tests.resilience.proof "Kill points" …        only these rows; the page keeps the others
    python -m tests.resilience.proof --resume               the batches that an interrupted run left
    python -m tests.resilience.proof --full                 full sizes; resumes an interrupted run
    python -m tests.resilience.proof [--full] --page        only write the page from stored results

The full run takes many hours. Its results are stored beside this file and committed with the page, so that any machine
can resume it, and each row names the commits of its batches. Results of the short run count there too. To start the
full run again, delete `tests/resilience/proof/full.jsonl`. The short run's results are stored in
~/.cache/charity-card-shop-proof. PROOF_KEEP names another folder for both and for the page, for trial runs.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.resilience.proof.page import write_page
from tests.resilience.proof.run import Line, key_of, read_lines

ROOT = Path(__file__).resolve().parents[3]
SMALLER = int(os.environ.get("PROOF_SMALLER", "1"))


def main(arguments: list[str]) -> int:
    full = "--full" in arguments
    names = [argument for argument in arguments if not argument.startswith("--")]
    results = get_results_file(full=full)
    if "--page" not in arguments:
        if not full and "--resume" not in arguments:
            results.unlink(missing_ok=True)
        run_on_both_databases([str(results), get_commit(), *(["--full"] if full else []), *names])
    lines = read_lines(results)
    if not full and SMALLER == 1:
        write_page(copy_lines(lines, get_results_file(full=True)), full=True)
    print(write_page(lines, full=full))
    for line in lines:
        for violation in line["violations"]:
            print(f"{line['database']}, {line['piece']}: {violation}", file=sys.stderr)
    return 1 if any(line["violations"] for line in lines) else 0


def get_results_file(*, full: bool) -> Path:
    default = Path(__file__).parent if full else Path.home() / ".cache" / "charity-card-shop-proof"
    folder = Path(os.environ.get("PROOF_KEEP") or default)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{'full' if full else 'short'}.jsonl"


def copy_lines(lines: list[Line], results: Path) -> list[Line]:
    """Add the short run's batches to the full run's results, which then need not run them. Return all of the latter."""
    existing = {key_of(line) for line in read_lines(results) if not line["violations"]}
    with results.open("a") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines if key_of(line) not in existing)
    return read_lines(results)


def run_on_both_databases(arguments: list[str]) -> None:
    """Run both databases in parallel. Ctrl-C ends both, and finished batches stay stored."""
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
        codes = [process.wait() for process in processes]
    except KeyboardInterrupt:
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            process.wait()
        return
    if any(codes):
        sys.exit(f"A proof ended with {codes}; batches that were finished before are stored.")


def get_commit() -> str:
    written = (":!docs/generated/proof.md", ":!tests/resilience/proof/full.jsonl")  # by the proof itself
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    return git("rev-parse", "--short=8", "HEAD") + ("+changes" if changed else "")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
