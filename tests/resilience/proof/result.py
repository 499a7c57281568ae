"""What one batch of a proof has counted and found."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Result:
    """Counts of several batches are added up; `violations` has a sentence for each."""

    counts: dict[str, int] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number
