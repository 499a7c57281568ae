"""For what comes in its own time: ask again and again until it is so."""

import time
from collections.abc import Callable


def eventually(is_so: Callable[[], bool], seconds: float = 15.0) -> bool:
    """Whether it holds before the time is up; answers as soon as it does."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True
