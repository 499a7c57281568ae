"""Months of the ledger, written as 2026-11. Pure, without Django."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

PATTERN = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")  # \d would match digits of other scripts too
MIN_YEAR = 2000  # there was no shop before


@dataclass(frozen=True, slots=True, order=True)
class LedgerMonth:
    first_day: date

    @classmethod
    def of(cls, day: date) -> "LedgerMonth":
        return cls(day.replace(day=1))

    @property
    def next(self) -> "LedgerMonth":
        return LedgerMonth.of(self.first_day + timedelta(days=31))

    @property
    def last_day(self) -> date:
        return self.next.first_day - timedelta(days=1)

    @property
    def name(self) -> str:
        """Format as "November 2026"."""
        return f"{self.first_day:%B %Y}"

    def __str__(self) -> str:
        return f"{self.first_day:%Y-%m}"


def parse_month(text: str) -> LedgerMonth | None:
    """Parse "2026-11". Return None for anything else."""
    found = PATTERN.fullmatch(text)
    year = int(found[1]) if found else 0
    return LedgerMonth(date(year, int(found[2]), 1)) if found and year >= MIN_YEAR else None
