"""`python -m tests.resilience.breaks`: remove each defense in a copy of the tree, and expect a test to fail each time.

python -m tests.resilience.breaks                 all of them; writes the table in docs/generated/breaks.md
python -m tests.resilience.breaks "Origin rule"   only these defenses; the page keeps the others

First all named tests have to pass on the unchanged copy. Then each break is made, its test has to fail (an error before
the test does not count), and the file is restored.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.resilience.breaks.change import Break
from tests.resilience.breaks.defenses import BREAKS
from tests.resilience.breaks.page import read_commits, write_table
from tests.resilience.breaks.tree_copy import copy_tree

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "generated" / "breaks.md"
TIMEOUT = 300  # seconds for the tests of one break
# Python's cache of compiled files does not notice a file that is changed twice within a second.
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
PYTEST = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
ON_POSTGRESQL = [sys.executable, "-m", "tests.support.servers.databases"]


class NoResult(Exception):
    """The run says nothing about the defense."""


def main(names: list[str]) -> int:
    chosen = [broken for broken in BREAKS if not names or broken.defense in names]
    commit = get_commit()  # of the copy; the tree may change meanwhile
    with TemporaryDirectory(prefix="breaks-") as folder:
        tree = copy_tree(ROOT, Path(folder))
        refuse_failing_tests(tree, chosen)
        noticed = [broken for broken in chosen if is_noticed(tree, broken)]
    unnoticed = set(chosen) - set(noticed)
    others = {broken: seen for broken, seen in read_commits(PAGE).items() if broken not in unnoticed}
    write_table(PAGE, others | dict.fromkeys(noticed, commit))
    print(f"Breaks: {len(noticed)} of {len(chosen)} made a test go red")
    return 1 if unnoticed else 0


def refuse_failing_tests(tree: Path, chosen: list[Break]) -> None:
    """A test that fails anyway would prove nothing."""
    tests = list(dict.fromkeys(broken.test for broken in chosen if is_of_react_app(broken.test)))
    ran = [run_test(tree, test) for test in tests]
    for start, on_postgresql in (([], False), (ON_POSTGRESQL, True)):
        python = [broken.test for broken in chosen if broken.on_postgresql == on_postgresql]
        if of_python := [test for test in dict.fromkeys(python) if not is_of_react_app(test)]:
            ran.append(run(tree, [*start, *PYTEST, *of_python], timeout=4 * TIMEOUT))
    for done in ran:
        if done.returncode:
            raise SystemExit(f"Failed before anything was broken:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")


def is_noticed(tree: Path, broken: Break) -> bool:
    """Return whether the test fails without the defense."""
    file = tree / broken.file
    source = file.read_text()
    if source.count(broken.old) != 1:
        raise SystemExit(f"{broken.file} has {source.count(broken.old)} times the text to replace: {broken.old!r}")
    file.write_text(source.replace(broken.old, broken.new))
    try:
        done = run_test(tree, broken.test, on_postgresql=broken.on_postgresql)
        noticed = has_failed(done)
    except NoResult as error:
        noticed = False
        print(error)
    finally:
        file.write_text(source)
    print(f"{'red' if noticed else 'GREEN'}: {broken.defense}: {broken.removed} ({broken.test})", flush=True)
    return noticed


def run_test(tree: Path, test: str, *, on_postgresql: bool = False) -> subprocess.CompletedProcess[str]:
    if is_of_react_app(test):
        return run(tree / "frontend", ["npx", "vitest", "run", test.removeprefix("frontend/")])
    return run(tree, [*(ON_POSTGRESQL if on_postgresql else []), *PYTEST, test])


def is_of_react_app(test: str) -> bool:
    return test.startswith("frontend/")


def run(folder: Path, command: list[str], *, timeout: int = TIMEOUT) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise NoResult(f"{command[-1]} did not end within {timeout} seconds") from late


def has_failed(done: subprocess.CompletedProcess[str]) -> bool:
    """Return whether a test failed. Raise NoResult if the run ended otherwise without success."""
    if re.search(r"\b\d+ failed\b", done.stdout):
        return True
    if done.returncode:
        raise NoResult(f"No test failed, but something else did:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return False


def get_commit() -> str:
    git = shutil.which("git") or "git"
    done = subprocess.run([git, "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "none"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
