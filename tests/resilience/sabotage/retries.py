"""Flags about rows that fail."""

from collections.abc import Callable
from typing import Any

from charityshop.db import retries
from payments.selectors import attention
from tests.resilience.sabotage.patching import replace


def stop_at_broken_rows(_: str) -> None:
    """Let a row that fails end its job, without the rows after it."""

    def attempt_without_retry(job: str, key: Any, work: Callable[[Any], Any]) -> list[Any]:
        return [work(key)]

    replace(retries, "attempt", attempt_without_retry)


def hide_broken_rows(_: str) -> None:
    replace(attention, "list_stuck_items", lambda: iter(()))
