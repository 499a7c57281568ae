"""Run a function in one transaction and retry it after deadlocks and other conflicts."""

import threading
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

Params = ParamSpec("Params")
Result = TypeVar("Result")

ATTEMPTS = 3
# SQLite has one writer at a time. Threads wait here for each other; at the file, SQLite would let them sleep and retry.
sqlite_writer = threading.Lock()
LOST_TO_ANOTHER = {"40P01", "40001"}  # PostgreSQL: deadlock detected, serialization failure


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
                with sqlite_writer if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
                    return write(*args, **kwargs)
            except Conflict:
                if not attempts_left:
                    raise
            except OperationalError as error:
                if not attempts_left or getattr(error.__cause__, "sqlstate", None) not in LOST_TO_ANOTHER:
                    raise
        raise AssertionError("the last attempt returns or raises")

    return run
