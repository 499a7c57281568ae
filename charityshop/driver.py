"""Statements to the database's driver, past the layers of Django's cursor."""

from collections.abc import Callable, Sequence
from operator import attrgetter, methodcaller
from typing import Any

FETCH_ALL, ROW_COUNT = methodcaller("fetchall"), attrgetter("rowcount")


def rows_of(sql: str, params: Sequence[Any], database: Any) -> Any:
    return done(sql, params, database, FETCH_ALL)


def rows_changed(sql: str, params: Sequence[Any], database: Any) -> int:
    """How many."""
    return int(done(sql, params, database, ROW_COUNT))


def done(sql: str, params: Sequence[Any], database: Any, answer: Callable[[Any], Any]) -> Any:
    """Past the layers of Django's cursor where nobody counts or logs statements: they cost more than a short one.

    `answer` reads from the cursor what is wanted of it.
    """
    if database.execute_wrappers or database.queries_logged:
        with database.cursor() as cursor:
            cursor.execute(sql, params)
            return answer(cursor)
    database.close_if_health_check_failed()  # all that Django looks at before a statement
    database.ensure_connection()
    database.validate_thread_sharing()
    database.validate_no_broken_transaction()
    with database.wrap_database_errors:
        return answer(database.ask(sql, params))
