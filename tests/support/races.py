"""Calls at the same time, each in a thread with its own connection. They need tests with real transactions."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, transaction

from charityshop.exceptions import DomainError

# How often a race is run. Each attempt may take another order. On SQLite a transaction that writes excludes the others,
# so few orders are left.
ATTEMPTS = range(1 if connection.vendor == "sqlite" else 3)
TIMEOUT = 30  # seconds; far longer than any wait

Call = Callable[[], Any]


def run_together(*calls: Call) -> list[Any]:
    """Make the calls at once. Return their results, or the codes of the rules that they break."""
    together = threading.Barrier(len(calls))

    def run(call: Call) -> Any:
        together.wait(TIMEOUT)
        return call_and_disconnect(call)

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def run_during(change: Call, call: Call) -> Any:
    """Start the call during the transaction of the change, commit, and return the call's result or error code."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(call_and_disconnect(call)))
    with transaction.atomic():
        change()
        thread.start()
        thread.join(0.4)  # long enough for a call without locks to finish
        assert thread.is_alive()
    thread.join(TIMEOUT)
    return results[0]


def call_and_disconnect(call: Call) -> Any:
    try:
        return call()
    except DomainError as error:
        return error.code
    finally:
        connection.close()
