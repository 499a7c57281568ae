"""Run tests of other suites at the sizes of the proof, which they read from environment variables."""

import os
import subprocess
import sys

from tests.support.servers.running_shop import ROOT

LINES = 60  # of the output of a test that fails, without pages of logs


def run_pytest(path: str, sizes: dict[str, str]) -> list[str]:
    """Return the end of the output if a test fails."""
    return run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--show-capture=no", path], sizes)


def run_vitest(path: str, sizes: dict[str, str], *, only: str = "") -> list[str]:
    """Return the end of the output if a test of the browser app fails. `only` is the name of one test."""
    command = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--", path]
    return run([*command, "--testNamePattern", only] if only else command, sizes)


def run(command: list[str], sizes: dict[str, str]) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, env=os.environ | sizes, capture_output=True, text=True, check=False)
    output = (done.stdout + done.stderr).splitlines()
    return [] if done.returncode == 0 else ["\n".join(output[-LINES:])]
