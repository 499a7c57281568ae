"""Django's own backend, with a cursor of its own for statements that are written once."""

from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import BaseTzLoader


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

    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.timezone is UTC:
            connection.adapters.register_loader("timestamptz", Moments)
        return connection

    def ask(self, sql: str, params: Any) -> Any:
        """A cursor to read from at once: the next one who asks gets the same."""
        if self.kept_cursor is None or self.kept_cursor.connection is not self.connection:
            self.kept_cursor = base.ServerBindingCursor(self.connection)  # type: ignore[call-arg]  # the stubs know of none
        return self.kept_cursor.execute(sql, params)
