"""What an email about a new time has to know when it is sent: when the date was before, and when it is since."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from events.formatting import format_when
from events.models import Occurrence
from events.recurrence import Span
from outbox.models import Outgoing


def list_unsent(kind: str, about: str) -> list[Any]:
    """Return the data of emails of this kind that are not sent yet, oldest first. Their readers know no later time."""
    waiting = Outgoing.objects.filter(channel=Outgoing.Channel.MAIL, next_try_at__isnull=False)
    return list(waiting.filter(kind=kind, about=about).order_by("pk").values_list("data", flat=True))


def describe_move(date: Occurrence, was: Span | Occurrence, unsent: Sequence[Mapping[str, int]] = ()) -> dict[str, int]:
    """Return the times as seconds, for JSON. `date` has its new time, `unsent` are earlier moves in unsent emails."""
    times = {"was_start": was.starts_at, "was_end": was.ends_at, "start": date.starts_at, "end": date.ends_at}
    move = {name: int(time.timestamp()) for name, time in times.items()}
    return move | {name: unsent[0][name] for name in ("was_start", "was_end") if unsent}


def is_still_at(date: Occurrence, move: Mapping[str, int], now: datetime) -> bool:
    """Return whether the date takes place at a time that is new, and neither moved again nor is over."""
    times = tuple(int(time.timestamp()) for time in (date.starts_at, date.ends_at))
    is_there = times == (move["start"], move["end"]) != (move["was_start"], move["was_end"])
    return is_there and date.status == Occurrence.Status.SCHEDULED and date.ends_at > now


def format_former_time(move: Mapping[str, int]) -> str:
    return format_when(*(datetime.fromtimestamp(move[name], UTC) for name in ("was_start", "was_end")))
