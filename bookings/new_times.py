"""What an email about a new time has to know when it is sent: when the date was before, when it is since, and why.

Of a date that moves again while the email waits, its readers know only the first time.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from events.formatting import format_when
from events.models import Occurrence
from events.recurrence import Span


def describe_move(date: Occurrence, was: Span | Occurrence, reason: str) -> dict[str, Any]:
    """Return the times as seconds, for JSON, and what staff wrote. `date` has its new time."""
    times = {"start": date.starts_at, "end": date.ends_at}
    new = {name: int(time.timestamp()) for name, time in times.items()}
    return describe_former_time(was) | new | {"reason": reason}


def describe_former_time(was: Span | Occurrence) -> dict[str, Any]:
    return {"was_start": int(was.starts_at.timestamp()), "was_end": int(was.ends_at.timestamp())}


def parse_former_time(move: Mapping[str, Any]) -> Span:
    return Span(*(datetime.fromtimestamp(move[name], UTC) for name in ("was_start", "was_end")))


def merge_new_time(new: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an email says instead of one that waited: the time that its reader knows, and the newest reason."""
    return {**new, **before, "reason": new.get("reason") or before.get("reason", "")} if new or before else {}


def is_moved(date: Occurrence, move: Mapping[str, Any]) -> bool:
    """Return whether the date starts at another time than its readers know."""
    return "was_start" in move and int(date.starts_at.timestamp()) != move["was_start"]


def set_new_time(move: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Let an email that waits say the new time of a date that moved again, and why, if staff wrote it."""
    move["start"], move["end"] = new["start"], new["end"]
    move["reason"] = new["reason"] or move["reason"]


def is_still_at(date: Occurrence, move: Mapping[str, Any], now: datetime) -> bool:
    """Return whether the date takes place at a time that is new, and neither moved again nor is over."""
    times = tuple(int(time.timestamp()) for time in (date.starts_at, date.ends_at))
    is_there = times == (move["start"], move["end"]) != (move["was_start"], move["was_end"])
    return is_there and date.takes_place and date.ends_at > now


def format_former_time(move: Mapping[str, Any]) -> str:
    was = parse_former_time(move)
    return format_when(was.starts_at, was.ends_at)
