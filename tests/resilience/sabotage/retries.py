"""What the flags about rows that fail break."""

from collections.abc import Callable
from typing import Any

from charityshop.db import retries
from orders.selectors import attention
from tests.resilience.sabotage.replacing import replace


def stop_at_broken_rows(_: str) -> None:
    """A row that fails ends its job, and with it the rows after it."""

    def attempt_without_a_net(job: str, key: Any, work: Callable[[Any], Any]) -> list[Any]:
        return [work(key)]

    replace(retries, "attempt", attempt_without_a_net)


def keep_broken_rows_quiet(_: str) -> None:
    replace(attention, "list_stuck", lambda: iter(()))
