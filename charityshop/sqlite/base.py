"""Django's own backend, but for what it takes a connection's health to be, how a writer waits, statements that are
written once, and triggers, which tables keep (schema.py).
"""

import os
import sqlite3
import time
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.backends.utils import debug_transaction
from django.db.utils import OperationalError

from charityshop.sqlite.operations import DatabaseOperations
from charityshop.sqlite.schema import DatabaseSchemaEditor

File = tuple[int, int] | None
SHORTEST_NAP, LONGEST_NAP = 0.00005, 0.01  # seconds; another's hold has the file for half a millisecond or more
USUAL_PATIENCE = 5.0  # seconds, as Python's driver has it


def file_at(name: object) -> File:
    """Which file the name stands for now; None where there is none."""
    try:
        found = os.stat(str(name))
    except OSError:
        return None
    return found.st_dev, found.st_ino


@lru_cache(1000)
def with_question_marks(sql: str) -> str:
    """As SQLite marks where values go; worked out as Django does it, but once."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    """An open connection goes on in a file that was replaced or taken away by hand, and what it writes there is lost.

    So the first query of each request looks whether the file is still the one that was opened (Django asks that of
    every connection with CONN_HEALTH_CHECKS), and opens it anew where it is not.
    """

    SchemaEditorClass = DatabaseSchemaEditor
    ops_class = DatabaseOperations
    opened: File = None

    def get_new_connection(self, conn_params: Any) -> Any:
        before = file_at(self.settings_dict["NAME"])  # one that is replaced just now is another at the next look
        connection = super().get_new_connection(conn_params)
        self.opened = before or file_at(self.settings_dict["NAME"])
        return connection

    def is_usable(self) -> bool:
        return self.opened == file_at(self.settings_dict["NAME"])

    def _start_transaction_under_autocommit(self) -> None:
        """Waits for other processes' writers, as long as the settings say, and looks again every moment.

        SQLite by itself looks again after up to a tenth of a second, while the file lies idle.
        """
        began, patience = time.monotonic(), self.settings_dict["OPTIONS"].get("timeout", USUAL_PATIENCE)
        begin = f"BEGIN {self.transaction_mode or ''}".rstrip()  # type: ignore[attr-defined]  # the stubs know of none
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            with debug_transaction(self, begin):
                while not self.runs_at_once(begin):
                    waited = time.monotonic() - began
                    if waited > patience:
                        raise OperationalError("Another writer has the database for too long.")
                    time.sleep(min(max(SHORTEST_NAP, waited / 10), LONGEST_NAP))
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {1000 * patience:.0f}")

    def runs_at_once(self, sql: str) -> bool:
        """Without Django's cursor: its errors keep one alive until the garbage collector comes by, perhaps in a thread

        that has the file, and giving it back would wait there for this connection, which waits for the file.
        """
        try:
            self.connection.execute(sql)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise OperationalError(*error.args) from error
        return True

    def ask(self, sql: str, params: Any) -> Any:
        """A cursor to read from. The driver keeps what it has read of statements by itself."""
        return self.connection.execute(with_question_marks(sql), params)
