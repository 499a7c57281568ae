"""The rules of a time zone: its file, and a table for browsers, whose own data are older or newer than the shop's."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, TypedDict
from zoneinfo import ZoneInfo

# After LAST, browsers use the rules of 28 years before, when all days had the same weekdays. By then, the changes that
# are known in advance repeat by a rule.
FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2066, 1, 1, tzinfo=UTC)
MINUTE, WEEK = timedelta(minutes=1), timedelta(weeks=1)


class Clock(NamedTuple):
    """What clocks show: the zone's abbreviation, such as PST, and the minutes that they are ahead of UTC."""

    name: str
    ahead: int


class ZoneRules(TypedDict):
    """`changes` are pairs: the minutes since the change before, or since `since`, and the place in `clocks` from then.

    The first of the `clocks` is that of `since`. Both times are in minutes since 1970.
    """

    since: int
    until: int
    clocks: list[Clock]
    changes: list[tuple[int, int]]


@lru_cache(maxsize=4)
def get_rules(zone: ZoneInfo) -> ZoneRules:
    clocks, changes = [read_clock(FIRST, zone)], []
    last = at = FIRST
    while at < LAST:
        if read_clock(at + WEEK, zone) == read_clock(at, zone):
            at += WEEK
            continue
        at = find_change(at, zone)
        clock = read_clock(at, zone)
        if clock not in clocks:
            clocks.append(clock)
        changes.append(((at - last) // MINUTE, clocks.index(clock)))
        last = at
    return {"since": count_minutes(FIRST), "until": count_minutes(LAST), "clocks": clocks, "changes": changes}


def find_change(start: datetime, zone: ZoneInfo) -> datetime:
    """Return the first minute of the next week at which the clock is another one."""
    before, low, high = read_clock(start, zone), 0, WEEK // MINUTE
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if read_clock(start + middle * MINUTE, zone) == before else (low, middle)
    return start + high * MINUTE


def read_clock(at: datetime, zone: ZoneInfo) -> Clock:
    local = at.astimezone(zone)
    return Clock(local.tzname() or "", (local.utcoffset() or timedelta()) // MINUTE)


def read_file(name: str) -> bytes:
    """Return the file that `ZoneInfo` reads: that of the package, because the shop searches no folders."""
    found = [path for folder in zoneinfo.TZPATH if (path := Path(folder, name)).is_file()]
    return found[0].read_bytes() if found else files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def count_minutes(at: datetime) -> int:
    return int(at.timestamp()) // 60
