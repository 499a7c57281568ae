"""Write and read dumps of the PostgreSQL database with its own programs, pg_dump and pg_restore."""

import os
import shutil
import subprocess
from pathlib import Path

import psycopg
from django.db import connection

DUMP, RESTORE = "pg_dump", "pg_restore"
POOLED = (
    "DATABASE_URL leads to PgBouncer or another pooler, through which pg_dump and pg_restore would break the shop's "
    "connections. Run this with the address of PostgreSQL itself."
)
DROP_ALL_TABLES = """
DO $$
DECLARE each text;
BEGIN
    FOR each IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE 'DROP TABLE ' || each || ' CASCADE';
    END LOOP;
END $$
"""


class ToolFailed(Exception):
    """A program could not do its work. The message is what it printed."""


def are_installed() -> bool:
    return all(map(shutil.which, (DUMP, RESTORE)))


def write_dump(file: Path) -> None:
    """Dump the database as it is now. The shop can keep running. The account has to be allowed to read all rows."""
    run(DUMP, "--format=custom", f"--file={file}", *connect_to())


def list_migrations(file: Path) -> set[tuple[str, str]]:
    """Return app and name of the migrations that a dump contains, from its rows `id, app, name, applied`."""
    rows = run(RESTORE, "--data-only", "--table=django_migrations", "--file=-", str(file)).splitlines()
    return {(app, name) for _, app, name, _ in (row.split("\t") for row in rows if row.count("\t") == 3)}


def load_dump(file: Path) -> None:
    """Replace all tables by those of a dump. If this is interrupted, it has to be run again.

    All tables are dropped first, because those of a newer shop would stay and refer to rows that are replaced. Rights
    are not restored: new tables get those that the database gives by default (deploy/rights.sql).
    """
    options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", *connect_to())
    with connection.cursor() as cursor:
        cursor.execute(DROP_ALL_TABLES)
    run(RESTORE, *options, str(file))


def drop_all_tables(url: str) -> None:
    """Empty another database than the shop's."""
    with psycopg.connect(url, autocommit=True) as database:
        database.execute(DROP_ALL_TABLES)


def connect_to() -> list[str]:
    """Return the option that names the database. `run` passes the password, which the list of processes would show.

    Raise ToolFailed if there is a pooler before it: the programs empty the search path of each connection that it gives
    them, and where others get that connection after them, no table is found.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    if connection.connection.info.backend_pid != process:  # the pooler makes one up
        raise ToolFailed(POOLED)
    return [f"--dbname={connection.connection.info.dsn}"]


def run(*command: str) -> str:
    password = connection.settings_dict["PASSWORD"]
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ToolFailed(done.stderr.strip() or f"{command[0]} failed.")
    return done.stdout
