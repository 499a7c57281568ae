"""What link previews say about a date that is over.

The figures are those of apps above this one, so they add a function to DESCRIBERS in `AppConfig.ready()`.
"""

from collections.abc import Callable

from events.models import Occurrence

DESCRIBERS: list[Callable[[Occurrence], str]] = []
"""Each returns a sentence about a past date, or an empty string."""


def describe_past_date(date: Occurrence) -> str:
    return " ".join(filter(None, (describe(date) for describe in DESCRIBERS)))
