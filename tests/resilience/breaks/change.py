"""One defence taken away by one small change."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """In `file` the text `old`, which stands there exactly once, becomes `new`; then `test` has to fail."""

    defence: str
    taken_away: str  # in words
    file: str
    old: str
    new: str
    test: str  # what pytest, or for the browser app vitest, is given
