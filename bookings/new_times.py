"""What an email about a new time or place has to know when it is sent: how the date was before, and why it is not.

Of a date that changes again while the email waits, its readers know only what it was first.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from events.formatting import format_place, format_when
from events.models import Occurrence, Place, Setting
from events.recurrence import Span

Former = Setting | Span | Occurrence
"""When and where a date was. A Span: where it is now."""


def describe_move(date: Occurrence, was: Former, reason: str) -> dict[str, Any]:
    """Return the times as seconds, for JSON, and what staff wrote. `date` has its new time."""
    times = {"start": date.starts_at, "end": date.ends_at}
    new = {name: int(time.timestamp()) for name, time in times.items()}
    return describe_former_time(was) | new | {"reason": reason}


def describe_former_time(was: Former) -> dict[str, Any]:
    times = {"was_start": int(was.starts_at.timestamp()), "was_end": int(was.ends_at.timestamp())}
    if isinstance(was, Span):
        return times
    return times | {"was_place": was.setting.place if isinstance(was, Occurrence) else was.place}


def parse_former_time(move: Mapping[str, Any]) -> Span:
    return Span(*(datetime.fromtimestamp(move[name], UTC) for name in ("was_start", "was_end")))


def parse_former(move: Mapping[str, Any], date: Occurrence) -> Setting:
    """Return when and where a date was."""
    now = date.setting.at(parse_former_time(move))
    return now._replace(place=move.get("was_place") or now.place)


def merge_new_time(new: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an email says instead of one that waited: what its reader knows, and the newest reason."""
    return {**new, **before, "reason": new.get("reason") or before.get("reason", "")} if new or before else {}


def is_moved(date: Occurrence, move: Mapping[str, Any]) -> bool:
    """Return whether the date starts at another time than its readers know, or is at another place."""
    return "was_start" in move and parse_former(move, date).arrival != date.setting.arrival


def set_new_time(move: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Let an email that waits say the new time of a date that changed again, and why, if staff wrote it."""
    move |= {"start": new["start"], "end": new["end"], "reason": new["reason"] or move["reason"]}
    if "was_place" in new:
        move.setdefault("was_place", new["was_place"])


def is_still_at(date: Occurrence, move: Mapping[str, Any], now: datetime) -> bool:
    """Return whether the date takes place as its readers don't know it, neither moved again nor over."""
    times = tuple(int(time.timestamp()) for time in (date.starts_at, date.ends_at))
    is_there = times == (move["start"], move["end"]) and parse_former(move, date) != date.setting
    return is_there and date.takes_place and date.ends_at > now


def format_former(was: Setting, date: Occurrence) -> str:
    """Format as "Fri, Dec 4 · 7:00–10:00 PM PST", with the place if it is another one now."""
    when = format_when(was.starts_at, was.ends_at)
    place = Place.objects.filter(pk=was.place).first() if was.place != date.setting.place else None
    return f"{when}, {format_place(place)}" if place else when


def format_news(dates: Iterable[tuple[Setting, Occurrence]]) -> str:
    """Return what is new about dates, by what they were: "time", "place" or "time and place"."""
    found = list(dates)
    is_elsewhere = any(was.place != date.setting.place for was, date in found)
    is_moved = any(was.span != date.setting.span for was, date in found)
    return "time and place" if is_elsewhere and is_moved else "place" if is_elsewhere else "time"
