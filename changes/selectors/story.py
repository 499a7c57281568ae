"""Tell staff what happened to a date, and what those who held seats on it chose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from changes.models.zone_change import read_all_told_times
from changes.selectors.date_changes import COUNTS
from events.models import DateChange, Occurrence, Setting

Answers = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """What happened once, at the times that people were told.

    `answers` counts the orders' bookings by choice; None: nobody was asked or told.
    """

    change: DateChange
    was: Setting
    now: Setting
    answers: Answers | None


def list_story(date: Occurrence) -> list[StoryEntry]:
    """Return what happened to a date, newest first. Two queries."""
    changes: QuerySet[Any] = (
        date.history.annotate(**COUNTS).select_related("by", "was_place", "now_place").order_by("-pk")
    )
    answers = [{name: getattr(change, name) for name in COUNTS} for change in changes]
    told = read_all_told_times(list(changes))
    return [
        StoryEntry(change, was, now, of if of["total"] else None)
        for change, (was, now), of in zip(changes, told, answers, strict=True)
    ]
