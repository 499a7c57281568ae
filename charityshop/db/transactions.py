"""Run a function in one transaction, retry it after deadlocks and other conflicts, and lock rows in one order."""

import fcntl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, BinaryIO, ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

Params = ParamSpec("Params")
Result = TypeVar("Result")

ATTEMPTS = 3
sqlite_writer = threading.Lock()
LOST_TO_ANOTHER = {"40P01", "40001"}  # PostgreSQL: deadlock detected, serialization failure


@contextmanager
def sqlite_turn() -> Iterator[None]:
    """Wait until this thread may write to SQLite, which has one writer at a time.

    Threads and processes take turns here. At SQLite's own lock they would sleep and try again, and some would find it
    taken for seconds.
    """
    with sqlite_writer, open_turn() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def open_turn() -> BinaryIO:
    """Raise OperationalError if that fails, as SQLite does for its own file, such as on a disk that was lost."""
    try:
        return open(f"{connection.settings_dict['NAME']}-turn", "ab")
    except OSError as error:
        raise OperationalError("The file beside the database can't be opened.") from error


class Conflict(Exception):
    """Raised by a write that has to run again in a new transaction, because another row has a value that it chose."""


def in_one_transaction(write: Callable[Params, Result]) -> Callable[Params, Result]:
    """Run the function in a transaction, or join the current one.

    The function may run up to three times, so it must have no side effects outside the database.
    """

    @wraps(write)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        if connection.in_atomic_block:
            return write(*args, **kwargs)
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                with sqlite_turn() if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
                    return write(*args, **kwargs)
            except Conflict:
                if not attempts_left:
                    raise
            except OperationalError as error:
                if not attempts_left or getattr(error.__cause__, "sqlstate", None) not in LOST_TO_ANOTHER:
                    raise
        raise AssertionError("the last attempt returns or raises")

    return run


def lock_rows(rows: QuerySet[Any]) -> None:
    """Lock the rows in ID order, so that two transactions cannot deadlock.

    SQLite has no row locks: there, each transaction has locked the database since it began.
    """
    if connection.features.has_select_for_update:
        list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
