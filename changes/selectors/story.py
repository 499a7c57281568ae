"""Tell staff what happened to a date, and what those who held seats on it chose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from changes import models
from changes.selectors.date_changes import COUNTS
from events.models import DateChange, Occurrence

Answers = Mapping[str, int]
KINDS = {models.DateChange.Kind.MOVE: DateChange.Kind.MOVED, models.DateChange.Kind.CANCEL: DateChange.Kind.CANCELED}

COLUMNS = ("kind", "created_at")


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """What happened once. `answers` counts the orders' bookings by choice; None: nobody was asked or told."""

    change: DateChange
    answers: Answers | None


def list_story(date: Occurrence) -> list[StoryEntry]:
    """Return what happened to a date, newest first. Two queries."""
    history = list(date.history.select_related("by").order_by("-pk"))
    answers: dict[int, Answers] = {}
    # The newest first: who was asked again after a cancellation is counted with those who were asked then.
    asked: QuerySet[Any] = date.date_changes.annotate(**COUNTS)
    for row in asked.exclude(total=0).order_by("-pk").values(*COLUMNS, *COUNTS):
        kind, at = KINDS[row.pop("kind")], row.pop("created_at")
        if of_kind := [change for change in history if change.kind == kind]:
            answers[min(of_kind, key=lambda change: abs(change.at - at)).pk] = row  # written in one transaction
    return [StoryEntry(change, answers.get(change.pk)) for change in history]
