"""What the API's description says of a call: kept beside the call, worked out where the description is made.

drf-spectacular's own decorator loads all of it at once, and behind it REST framework's and Django's test clients: a
tenth of what a command or a server needs to start, for a page that few ever ask for.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.urls import get_resolver
from drf_spectacular.utils import extend_schema

Call = TypeVar("Call", bound=Callable[..., Any])
WAITING: list[tuple[Any, dict[str, Any]]] = []  # calls, and what extend_schema is to be told of them
LOCK = Lock()  # two people may be the first to ask for the description


def described(**words: Any) -> Callable[[Call], Call]:
    """Stands where `extend_schema(**words)` would."""

    def keep(call: Call) -> Call:
        call.kwargs = {}  # type: ignore[attr-defined]  # where extend_schema writes; wrappers share it from here on
        WAITING.append((call, words))
        return call

    return keep


def load_every_view() -> None:
    _ = get_resolver().url_patterns


def describe_calls() -> None:
    """Before a description is made; only the first time does anything."""
    load_every_view()
    with LOCK:
        while WAITING:
            call, words = WAITING.pop()
            extend_schema(**words)(call)
