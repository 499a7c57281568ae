"""Fetch and parse calendars."""

from typing import Any

import icalendar
from django.test import Client


def get_calendar(client: Client, path: str = "/calendar.ics") -> icalendar.Calendar:
    answer = client.get(path)
    assert answer.status_code == 200
    return icalendar.Calendar.from_ical(answer.content)


def get_entries(client: Client, path: str = "/calendar.ics") -> list[Any]:
    return list(get_calendar(client, path).walk("VEVENT"))
