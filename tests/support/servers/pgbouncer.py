"""PgBouncer in transaction mode, before one database of the tests' PostgreSQL."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.support.servers.prepared_database import server_settings
from tests.support.servers.running_shop import free_port
from tests.support.waiting import eventually

CONNECTIONS = 4  # to PostgreSQL: fewer than the shop's threads, which share them
SETTINGS = """
[databases]
{name} = dbname={name} {server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
"""


@contextmanager
def running_pgbouncer(name: str) -> Iterator[str]:
    """Yield the URL by which PgBouncer leads to the database of this name."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if program is None:
        sys.exit("These tests need PgBouncer. On Debian: apt install pgbouncer")
    port, folder = free_port(), Path(tempfile.mkdtemp(prefix="pgbouncer-"))
    folder.chmod(0o755)  # for another account
    server = " ".join(f"{key}={value}" for key, value in server_settings().items() if value)
    text = SETTINGS.format(name=name, server=server, port=port, connections=CONNECTIONS)
    (folder / "pgbouncer.ini").write_text(text)
    with (folder / "log").open("wb") as log:
        command = [program, str(folder / "pgbouncer.ini")]
        process = subprocess.Popen(command, stdout=log, stderr=log, user=choose_account())
        url = f"postgresql://shop@127.0.0.1:{port}/{name}"
        try:
            assert eventually(lambda: answers(url)), (folder / "log").read_text()
            yield url
        finally:
            process.terminate()
            process.wait(10)
            shutil.rmtree(folder)


def choose_account() -> str | None:
    """Return who runs it, as it refuses root: who owns PostgreSQL's socket, or nobody in particular."""
    if os.getuid():
        return None
    host = Path(server_settings()["host"])
    return pwd.getpwuid(host.stat().st_uid).pw_name if host.is_dir() else "nobody"


def answers(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False
