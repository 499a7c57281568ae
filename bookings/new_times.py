"""What an email about a new time has to know when it is sent: when the date was before, and when it is since."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bookings.formatting import format_when
from events.models import Occurrence
from events.recurrence import Span


def describe_move(date: Occurrence, was: Span | Occurrence) -> dict[str, int]:
    """Return the times as seconds, for JSON. `date` has its new time."""
    times = {"was_start": was.starts_at, "was_end": was.ends_at, "start": date.starts_at, "end": date.ends_at}
    return {name: int(time.timestamp()) for name, time in times.items()}


def is_still_at(date: Occurrence, move: Mapping[str, int], now: datetime) -> bool:
    """Return whether the date takes place, and neither moved again nor is over."""
    start, end = (int(time.timestamp()) for time in (date.starts_at, date.ends_at))
    is_there = (start, end) == (move["start"], move["end"])
    return is_there and date.status == Occurrence.Status.SCHEDULED and date.ends_at > now


def format_former_time(move: Mapping[str, int]) -> str:
    return format_when(*(datetime.fromtimestamp(move[name], UTC) for name in ("was_start", "was_end")))
