"""Run a test of the browser app from a test of the server."""

import os
import subprocess

import pytest

from tests.support.servers.running_shop import ROOT

LINES = 60  # of the output of a test that fails, without pages of logs


def run_vitest(path: str, sizes: dict[str, str], *, only: str = "") -> list[str]:
    """Return the end of the output if the test fails. `only` is the name of one test in the file."""
    if not (ROOT / "frontend" / "node_modules" / "installed").exists():
        pytest.skip("needs the browser app's packages")
    command = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--", path]
    command += ["--testNamePattern", only] if only else []
    done = subprocess.run(command, cwd=ROOT, env=os.environ | sizes, capture_output=True, text=True, check=False)
    output = (done.stdout + done.stderr).splitlines()
    return [] if done.returncode == 0 else ["\n".join(output[-LINES:])]
