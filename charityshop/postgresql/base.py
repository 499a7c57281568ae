"""Django's own backend, with a second kind of cursor for statements that are written once."""

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django puts values into the text of a statement, so the server reads and plans each as one it never saw.

    What is written once is sent apart from its values. The server then keeps it, read and planned, after some runs in
    one connection (`prepare_threshold` in the settings), until a transaction there is taken back.
    """

    def prepared_cursor(self) -> Any:
        return base.ServerBindingCursor(self.connection)  # type: ignore[call-arg]  # the stubs know of no connection
