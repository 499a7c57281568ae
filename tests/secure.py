"""`make secure`: run the attacks at full size, the fuzzer and the audits, and write docs/generated/secure.md.

python -m tests.secure                 all of it
python -m tests.secure Fuzz Matrix     only these rows; the page keeps the others
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "generated" / "secure.md"
BEGIN, END = "<!-- make secure -->", "<!-- end of make secure -->"
HEAD = ["| What | Commit | Result | Figures | Minutes |", "|---|---|---|---|---|"]
TIMEOUT = 45 * 60  # seconds for one row
STATES = {
    0: "clean",
    2: "NOT CHECKED",
}  # by exit code; 2 if the audits found no database that answered
PYTEST = [sys.executable, "-m", "pytest", "-q"]
FUZZ = [sys.executable, "-m", "tests.security.fuzz", "--cases", os.environ.get("FUZZ_CASES", "20000")]


@dataclass(frozen=True, slots=True)
class Piece:
    name: str
    command: list[str]
    figures: str  # a pattern for the figures in its output


OF_TESTS = r"(\d+ (?:passed|failed).*?) in"
IN_A_BROWSER = ["tests/e2e/journeys/test_cross_site.py", "tests/e2e/journeys/test_hostile_texts.py"]
PIECES = [
    Piece("Matrix", [*PYTEST, "tests/security/access"], OF_TESTS),
    Piece("Traps, texts and uploads", [*PYTEST, "tests/security/attacks"], OF_TESTS),
    Piece("Edge", [*PYTEST, "tests/e2e/edge"], OF_TESTS),
    Piece("Proxy", [*PYTEST, "tests/security/proxy"], r"Proxy: (.*)"),
    Piece("Pictures", [*PYTEST, "tests/events/test_images.py"], OF_TESTS),
    Piece("Browser", [*PYTEST, *IN_A_BROWSER], OF_TESTS),
    Piece("Codes by email", [*PYTEST, "tests/accounts/services/test_email_codes.py"], OF_TESTS),
    Piece("Sign-in limits", [sys.executable, "-m", "tests.security.sign_in_load"], r"Sign-in limits: (.*)"),
    Piece("Fuzz", FUZZ, r"Fuzz: (.*)"),
    Piece("Audits", [sys.executable, "-m", "tests.security.supply.audit"], r"Audit: (.+)"),
]


def main(names: list[str]) -> int:
    failed = 0
    for piece in (piece for piece in PIECES if not names or piece.name in names):
        row, ok = run(piece)
        failed += not ok
        write(read_rows() | {piece.name: row})
    return 1 if failed else 0


def run(piece: Piece) -> tuple[str, bool]:
    began = time.monotonic()
    environment = os.environ | {"SECURE_FULL": "1"}
    try:
        done = subprocess.run(
            piece.command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        output, state = done.stdout + done.stderr, STATES.get(done.returncode, "FAULTS")
    except subprocess.TimeoutExpired as late:
        output, state = str(late.stdout or ""), "FAULTS"
    if state != "clean":
        print(output[-6000:])
    found = re.findall(piece.figures, output)
    figures = found[-1].replace("|", "/") if found else "no figures"
    minutes = (time.monotonic() - began) / 60
    return f"| {piece.name} | {get_commit()} | {state} | {figures} | {minutes:.1f} |", state == "clean"


def get_commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "none"


def read_rows() -> dict[str, str]:
    between = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = [line for line in between.splitlines() if line.startswith("| ") and line not in HEAD]
    return {row.split("|")[1].strip(): row for row in rows}


def write(rows: dict[str, str]) -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    ordered = [rows[piece.name] for piece in PIECES if piece.name in rows]
    table = "\n".join([BEGIN, "", *HEAD, *ordered, "", END])
    PAGE.write_text(before + table + after)
    print("\n".join([*HEAD, *ordered]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
