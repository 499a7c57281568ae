"""Time zones have one source, the pinned package, for the server and for browsers."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import settings

from charityshop.time_zone import ZoneRules, get_rules

FOLDER = Path(__file__).parents[1]
# What the browser's tests know of time zones, as the server writes it into pages.
FILE = FOLDER / "zone_rules.json"
ZONES = ["America/Los_Angeles", "America/New_York", "America/Vancouver", "Asia/Kolkata", "Europe/Berlin"]
ZONES += ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]


def test_the_systems_time_zones_and_those_of_a_variable_do_not_count(tmp_path: Path) -> None:
    """Both name a folder where Vancouver has the time of Tokyo."""
    (tmp_path / "America").mkdir()
    tokyo = Path(sys.prefix).glob("lib/python*/site-packages/tzdata/zoneinfo/Asia/Tokyo")
    (tmp_path / "America" / "Vancouver").write_bytes(next(tokyo).read_bytes())
    show = (
        "import zoneinfo, datetime; stale = zoneinfo.ZoneInfo('America/Vancouver'); import charityshop;"
        "at = datetime.datetime(2026, 12, 5, 3, tzinfo=datetime.UTC);"
        "print(*(f'{at.astimezone(zone):%H}' for zone in (stale, zoneinfo.ZoneInfo('America/Vancouver'))))"
    )

    done = subprocess.run(
        [sys.executable, "-c", show],
        env=os.environ | {"PYTHONTZPATH": str(tmp_path)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == ["12", "20"], "British Columbia no longer sets its clocks back"


def read_rules(rules: ZoneRules, at: datetime) -> tuple[str, int]:
    """Return name and offset as browsers do."""
    since, place = rules["since"], 0
    for after, clock in rules["changes"]:
        since += after
        if since * 60 > at.timestamp():
            break
        place = clock
    return tuple(rules["clocks"][place])


@pytest.mark.parametrize("name", sorted(available_timezones())[::40])
def test_the_rules_in_pages_are_those_of_the_server(name: str) -> None:
    zone = ZoneInfo(name)
    rules = get_rules(zone)
    for days in range(0, 24_000, 13):
        at = datetime(2000, 1, 1, 0, 30, tzinfo=UTC) + timedelta(days=days)
        local = at.astimezone(zone)
        assert read_rules(rules, at) == (local.tzname(), (local.utcoffset() or timedelta()) // timedelta(minutes=1)), at


def test_the_browsers_tests_know_the_rules_that_the_server_writes() -> None:
    """If it fails, the pinned data are newer: delete the file, and this test writes it again."""
    rules = json.dumps({name: get_rules(ZoneInfo(name)) for name in ZONES}, separators=(",", ":"))
    text = rules.replace('"},"', '"},\n"').replace(']},"', ']},\n"') + "\n"
    if not FILE.exists():
        FILE.write_text(text)

    assert FILE.read_text() == text
