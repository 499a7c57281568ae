"""Nights as they are read over the wire."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from events.models import Event, Occurrence
from tests.support.factories import OccurrenceFactory, in_days

SHOP = ZoneInfo("America/Los_Angeles")


def series_of(event: Event, days: list[int]) -> list[Occurrence]:
    return [OccurrenceFactory(event=event, starts_at=in_days(day)) for day in days]


def wire(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def named(answer: Any) -> list[str]:
    return [row["name"] for row in answer.json()["products"]]
