"""The type of a break: one defense, removed by one small change."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """In `file` the text `old`, which must occur exactly once, is replaced by `new`. Then `test` has to fail."""

    defense: str
    removed: str  # which part of the defense
    file: str
    old: str
    new: str
    test: str  # the argument for pytest or, in the React app, vitest
    on_postgresql: bool = False  # for locks of rows, which SQLite doesn't have
