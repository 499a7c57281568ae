"""Putting another function in a function's place."""

from typing import Any


def replace(module: Any, name: str, other: Any) -> None:
    """What callers find under this name in this module or class. Those who imported it before keep theirs."""
    if not hasattr(module, name):
        raise AttributeError(f"{module.__name__} has no {name} any more; the sabotage has to follow the code.")
    setattr(module, name, other)
