"""`make prove`: every proof about seats and money on SQLite and on PostgreSQL, as a table in docs/generated/proof.md.

    python -m tests.resilience.proof                        all rows, at sizes that an hour allows
    python -m tests.resilience.proof "Kill points" …        only these rows; the page keeps the others
    python -m tests.resilience.proof --go-on                what the last, interrupted run left unfinished
    python -m tests.resilience.proof --full                 full sizes; continues an interrupted run
    python -m tests.resilience.proof [--full] --page        runs nothing, and writes the page from what is kept

The full run takes many hours, so what it finished is kept beside this file and committed with the page: it goes on
from there on any machine, and each row says which commits its batches were counted at. What the short run counted
counts there too. To begin it anew, take away `tests/resilience/proof/full.jsonl`. The short run's are kept in
~/.cache/charity-card-shop-proof. PROOF_KEEP names another folder for both and for the page: a run that is only a try
stays out of the tree.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.resilience.proof.page import write_page
from tests.resilience.proof.run import Line, key_of, lines_of

ROOT = Path(__file__).resolve().parents[3]
SMALLER = int(os.environ.get("PROOF_SMALLER", "1"))


def main(words: list[str]) -> int:
    full = "--full" in words
    names = [word for word in words if not word.startswith("--")]
    kept = kept_file(full=full)
    if "--page" not in words:
        if not full and "--go-on" not in words:
            kept.unlink(missing_ok=True)
        run_everywhere([str(kept), commit(), *(["--full"] if full else []), *names])
    lines = lines_of(kept)
    if not full and SMALLER == 1:
        write_page(hand_on(lines, kept_file(full=True)), full=True)
    print(write_page(lines, full=full))
    for line in lines:
        for violation in line["violations"]:
            print(f"{line['database']}, {line['piece']}: {violation}", file=sys.stderr)
    return 1 if any(line["violations"] for line in lines) else 0


def kept_file(*, full: bool) -> Path:
    usual = Path(__file__).parent if full else Path.home() / ".cache" / "charity-card-shop-proof"
    folder = Path(os.environ.get("PROOF_KEEP") or usual)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{'full' if full else 'short'}.jsonl"


def hand_on(lines: list[Line], to: Path) -> list[Line]:
    """A batch of the short run is one of the full run's too, and need not be run again for it. Answers all of those."""
    there = {key_of(line) for line in lines_of(to) if not line["violations"]}
    with to.open("a") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines if key_of(line) not in there)
    return lines_of(to)


def run_everywhere(arguments: list[str]) -> None:
    """Both databases side by side: much of a proof is waiting. Ctrl-C ends both, and what is finished is kept."""
    for told_to_end in (signal.SIGINT, signal.SIGTERM):  # SIGINT too: in the background a shell has it ignored, by all
        signal.signal(told_to_end, signal.default_int_handler)
    command = [sys.executable, "-m", "tests.resilience.proof.run", *arguments]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("DATABASE_URL", None)
    running = [
        subprocess.Popen([*start, *command], cwd=ROOT, env=environment)
        for start in ([], [sys.executable, "-m", "tests.support.servers.databases"])  # SQLite; a PostgreSQL
    ]
    try:
        codes = [process.wait() for process in running]
    except KeyboardInterrupt:
        for process in running:
            process.send_signal(signal.SIGINT)
        for process in running:
            process.wait()
        return
    if any(codes):
        sys.exit(f"A proof ended with {codes}; what was finished before is kept.")


def commit() -> str:
    written = (":!docs/generated/proof.md", ":!tests/resilience/proof/full.jsonl")  # by a proof itself
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    return git("rev-parse", "--short=8", "HEAD") + ("+changes" if changed else "")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
