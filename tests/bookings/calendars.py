"""The shop's calendars, as a calendar reads them."""

from typing import Any

import icalendar
from django.test import Client


def calendar_at(client: Client, path: str = "/calendar.ics") -> icalendar.Calendar:
    answer = client.get(path)
    assert answer.status_code == 200
    return icalendar.Calendar.from_ical(answer.content)


def entries_at(client: Client, path: str = "/calendar.ics") -> list[Any]:
    return list(calendar_at(client, path).walk("VEVENT"))
