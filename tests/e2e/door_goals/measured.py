"""A measured goal, and its row in the table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Measured:
    """`times` are in seconds; `number` says how many were tried, if that differs."""

    what: str
    result: str
    goal: str
    is_met: bool
    times: Sequence[float] = ()
    number: int = 0

    @property
    def cells(self) -> list[str]:
        number = self.number or len(self.times)
        has_spread = len(self.times) > 1
        spread = [format_time(find(self.times)) if has_spread else "" for find in (median, get_p95)]
        met = ("yes" if self.is_met else "**no**") if self.goal else ""
        return [self.what, f"{number:,}" if number else "", *spread, f"**{self.result}**", self.goal, met]


def get_p95(times: Sequence[float]) -> float:
    """Return the time that 95 % did not exceed."""
    return sorted(times)[math.ceil(len(times) * 0.95) - 1]


def format_time(seconds: float) -> str:
    if math.isinf(seconds):
        return "never"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    return f"{int(seconds // 60)} min {seconds % 60:.0f} s"


def at_most(what: str, times: Sequence[float], limit: float, *, p95: bool = False) -> Measured:
    """Compare the slowest time, or the p95, with a limit in seconds."""
    slowest = get_p95(times) if p95 else max(times)
    goal = f"{'p95 ' if p95 else ''}≤ {format_limit(limit)}"
    return Measured(what, format_time(slowest), goal, slowest <= limit, times)


def format_limit(seconds: float) -> str:
    """Format a round time."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"
