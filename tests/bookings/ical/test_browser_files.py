"""Calendar files; frontend/src/common/lib/time/calendar.test.ts compares what the browser app writes with these."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest

CASES = json.loads((Path(__file__).resolve().parents[2] / "calendar_file_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["entry"]["name"][:20])
def test_the_servers_parser_reads_a_file_of_the_browser(case: dict[str, Any]) -> None:
    expected, content = case["entry"], "".join(f"{line}\r\n" for line in case["lines"]).encode()

    calendar = icalendar.Calendar.from_ical(content)

    (entry,) = calendar.walk("VEVENT")
    assert (calendar.errors, entry.errors) == ([], [])
    assert calendar["VERSION"] == "2.0"
    assert entry["SUMMARY"] == expected["name"]
    assert entry["UID"] == expected.get("uid", expected["url"])
    assert entry["SEQUENCE"] == expected.get("sequence", 0)
    start = datetime.fromisoformat(expected["startTime"]).replace(microsecond=0)
    assert (entry.start, entry.end) == (start, start + timedelta(minutes=60))
    assert (entry["URL"], entry["STATUS"]) == (expected["url"], "CONFIRMED")
    place = expected["location"]
    assert entry.get("LOCATION") == (None if place == "Default" else place)
    note = expected.get("note")
    assert entry.get("DESCRIPTION") == (note and re.sub(r"\r\n?", "\n", note))
    assert entry["DTSTAMP"].dt == datetime.fromisoformat("2026-08-01T12:00:00Z")
    assert max(len(line) for line in content.split(b"\r\n")) <= 75
