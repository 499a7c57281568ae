"""A process takes as many connections as the system has room for, and asks for that room."""

import resource
import subprocess
import sys

import pytest

SAID = "from charityshop.open_files import ask_for_more, connections_for as c; print(c(ask_for_more()))"


@pytest.mark.parametrize(
    ("soft", "hard", "connections"),
    [(256, 1024, 409), (256, 4096, 1638), (1024, 9000, 2000)],
    ids=["a small system", "a middling one", "one with room"],
)
def test_the_limit_of_open_files_decides(soft: int, hard: int, connections: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAID],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == connections
