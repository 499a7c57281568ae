"""Replace functions and values of the shop."""

from typing import Any


def replace(module: Any, name: str, other: Any) -> None:
    """Replace a name of a module or class. Modules that imported it before are not affected."""
    if not hasattr(module, name):
        raise AttributeError(f"{module.__name__} has no {name} any more; update tests/resilience/sabotage.")
    setattr(module, name, other)
