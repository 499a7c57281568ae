"""Call something while its rows are locked."""

from threading import Thread
from typing import Any

from django.db import connection, transaction

from charityshop.db.transactions import lock_rows
from tests.support.races import TIMEOUT, Call, call_and_disconnect

A_SHORT_TIME = 0.1  # seconds


def call_while_locked(rows: Any, call: Call, *, unlocked: Any = None, meanwhile: Call | None = None) -> Any:
    """Start the call while the rows are locked; return its result, or the code of the rule that it breaks.

    It has locked none of `unlocked` while it waits. `meanwhile` is called before the rows are unlocked.
    """
    results: list[Any] = []
    thread = Thread(target=lambda: results.append(call_and_disconnect(call)))
    with transaction.atomic():
        lock_rows(rows)
        thread.start()
        thread.join(A_SHORT_TIME)
        while thread.is_alive() and not is_somebody_waiting():
            thread.join(A_SHORT_TIME)
        assert thread.is_alive(), "it did not wait"
        if unlocked is not None and connection.features.has_select_for_update:
            assert list(unlocked.select_for_update(nowait=True, no_key=True))
        if meanwhile is not None:
            meanwhile()
    thread.join(TIMEOUT)
    return results[0]


def is_somebody_waiting() -> bool:
    """Return whether a transaction waits for a lock. SQLite doesn't tell; there, everybody waits."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")
        return cursor.fetchone() is not None
