"""Django's own backend, with a cursor of its own for statements that are written once."""

from datetime import UTC, datetime
from select import POLLIN, poll
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import BaseTzLoader
from django.db.backends.utils import debug_transaction
from psycopg.pq import ExecStatus, TransactionStatus

ASKED_EVERY = 1.0  # seconds


class Moments(BaseTzLoader):  # type: ignore[misc]  # untyped
    """Reads a moment by Python's own reader of ISO 8601, a tenth of what psycopg's takes."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        try:
            found = datetime.fromisoformat(str(data, "ascii"))
        except ValueError:  # a server that writes moments in another style
            return self.as_django_does(data)
        return found if found.tzinfo is UTC else self.as_django_does(data)

    def as_django_does(self, data: Any) -> datetime:
        found: datetime = super().load(data)
        return found


class DatabaseWrapper(base.DatabaseWrapper):
    """Django puts values into the text of a statement, so the server reads and plans each as one it never saw.

    What is written once is sent apart from its values. The server then keeps it, read and planned, after some runs in
    one connection (`prepare_threshold` in the settings), until a transaction there is taken back.
    """

    kept_cursor: Any = None
    asked_at = float("-inf")  # when the server last said that it is there, on the monotonic clock

    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.timezone is UTC:
            connection.adapters.register_loader("timestamptz", Moments)
        return connection

    # --- Whether the server is still there -------------------------------------------------------------------------
    # Django asks that before the first statement of each request. Who goes away says goodbye, or the system does it for
    # a process that died, and that can be seen without asking; a machine that vanishes from the net says nothing.

    def is_usable(self) -> bool:
        """Asks the server, but within a second of its answer only after an error, or where it has something to say."""
        now = monotonic()
        if not self.errors_occurred and now - self.asked_at < ASKED_EVERY and self.is_quiet():
            return True
        usable = super().is_usable()
        self.asked_at = now if usable else float("-inf")
        return usable

    def is_quiet(self) -> bool:
        if self.connection is None or self.connection.closed:
            return False
        line = poll()
        line.register(self.connection.pgconn.socket, POLLIN)
        return not line.poll(0)

    def ask(self, sql: str, params: Any) -> Any:
        """A cursor to read from at once: the next one who asks gets the same."""
        if self.kept_cursor is None or self.kept_cursor.connection is not self.connection:
            self.kept_cursor = base.ServerBindingCursor(self.connection)  # type: ignore[call-arg]  # the stubs know of none
        return self.kept_cursor.execute(sql, params)

    def _rollback(self) -> None:
        """psycopg's own forgets all that the server keeps prepared, in case it was of tables that are gone now.

        No request makes or drops tables, and a crowd that finds the last seats gone takes back nine transactions of
        ten.
        """
        if self.connection is None or self.connection.info.transaction_status == TransactionStatus.IDLE:
            return
        with debug_transaction(self, "ROLLBACK"), self.wrap_database_errors:
            if self.connection.pgconn.exec_(b"ROLLBACK").status != ExecStatus.COMMAND_OK:
                self.connection.rollback()  # it knows what is wrong
