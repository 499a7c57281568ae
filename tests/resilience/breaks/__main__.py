"""`python -m tests.resilience.breaks`: remove each safeguard in a copy of the tree, and see a test fail each time.

python -m tests.resilience.breaks                 all of them; docs/generated/breaks.md keeps the table
python -m tests.resilience.breaks "Origin rule"   only these defences; the page keeps the others

First the named tests run on the copy as it is and have to pass; then each break is made, its test has to fail (an error
on the way to the test counts for nothing), and the file is put back.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.resilience.breaks.change import Break
from tests.resilience.breaks.copying import copy_of_the_tree
from tests.resilience.breaks.defences import BREAKS
from tests.resilience.breaks.page import commits_of, write_table

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "generated" / "breaks.md"
AT_MOST = 300  # seconds for the tests of one break
# A file that is changed twice within a second looks unchanged to Python's own cache of compiled files.
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
PYTEST = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]


class Useless(Exception):
    """What was run says nothing about the defence."""


def main(names: list[str]) -> int:
    chosen = [broken for broken in BREAKS if not names or broken.defence in names]
    at = commit()  # as the copy is; the tree may move on meanwhile
    with TemporaryDirectory(prefix="breaks-") as folder:
        tree = copy_of_the_tree(ROOT, Path(folder))
        refuse_red_tests(tree, chosen)
        noticed = [broken for broken in chosen if is_noticed(tree, broken)]
    unnoticed = set(chosen) - set(noticed)
    kept = {broken: seen for broken, seen in commits_of(PAGE).items() if broken not in unnoticed}
    write_table(PAGE, kept | dict.fromkeys(noticed, at))
    print(f"Breaks: {len(noticed)} of {len(chosen)} made a test go red")
    return 1 if unnoticed else 0


def refuse_red_tests(tree: Path, chosen: list[Break]) -> None:
    """A test that is red anyway would notice nothing."""
    tests = list(dict.fromkeys(broken.test for broken in chosen))
    ran = [run_test(tree, test) for test in tests if is_of_the_app(test)]
    if of_python := [test for test in tests if not is_of_the_app(test)]:
        ran.append(run(tree, [*PYTEST, *of_python], at_most=4 * AT_MOST))
    for done in ran:
        if done.returncode:
            raise SystemExit(f"Red before anything is broken:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")


def is_noticed(tree: Path, broken: Break) -> bool:
    """Whether the test fails without the defence."""
    file = tree / broken.file
    whole = file.read_text()
    if whole.count(broken.old) != 1:
        raise SystemExit(f"{broken.file} has {whole.count(broken.old)} times what is to be broken: {broken.old!r}")
    file.write_text(whole.replace(broken.old, broken.new))
    try:
        done = run_test(tree, broken.test)
        noticed = has_failed(done)
    except Useless as why:
        noticed = False
        print(why)
    finally:
        file.write_text(whole)
    print(f"{'red' if noticed else 'GREEN'}: {broken.defence}: {broken.taken_away} ({broken.test})", flush=True)
    return noticed


def run_test(tree: Path, test: str) -> subprocess.CompletedProcess[str]:
    if is_of_the_app(test):
        return run(tree / "frontend", ["npx", "vitest", "run", test.removeprefix("frontend/")])
    return run(tree, [*PYTEST, test])


def is_of_the_app(test: str) -> bool:
    return test.startswith("frontend/")


def run(folder: Path, command: list[str], *, at_most: int = AT_MOST) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=at_most, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise Useless(f"{command[-1]} did not end within {at_most} seconds") from late


def has_failed(done: subprocess.CompletedProcess[str]) -> bool:
    """A test failed; raises Useless where none came to its end."""
    if re.search(r"\b\d+ failed\b", done.stdout):
        return True
    if done.returncode:
        raise Useless(f"No test failed, but something else did:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return False


def commit() -> str:
    git = shutil.which("git") or "git"
    asked = subprocess.run([git, "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "none"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
