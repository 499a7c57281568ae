"""Putting another function in a function's place."""

from types import ModuleType
from typing import Any


def replace(module: ModuleType, name: str, other: Any) -> None:
    """What callers find under this name in this module. Those who imported it from there before keep theirs."""
    if not hasattr(module, name):
        raise AttributeError(f"{module.__name__} has no {name} any more; the sabotage has to follow the code.")
    setattr(module, name, other)
