"""The result of one batch of a proof."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Result:
    """Counts, which are added up over several batches, and one sentence per violation."""

    counts: dict[str, int] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number
