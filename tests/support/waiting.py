"""Wait for a condition."""

import time
from collections.abc import Callable


def eventually(is_so: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Return True as soon as the condition holds, or False when the time is up."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True
