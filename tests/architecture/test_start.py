"""A command or server loads nothing at start that few requests need."""

import subprocess
import sys

from tests.support.servers.running_shop import ROOT

SERVER = "import django; django.setup(); import charityshop.urls"
COMMAND = "import django; django.setup(); import changes.management.commands.upkeep"
RARELY_USED = {"paypalserversdk", "icalendar", "segno", "prometheus_client"}
ONLY_FOR_RESPONSES = {"rest_framework.serializers", "rest_framework.views", "charityshop.urls"}


def list_loaded_modules(start: str) -> set[str]:
    script = f"{start}; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_server_loads_nothing_at_start_that_few_requests_need() -> None:
    assert RARELY_USED & list_loaded_modules(SERVER) == set()


def test_a_command_loads_nothing_that_only_responses_need() -> None:
    assert (RARELY_USED | ONLY_FOR_RESPONSES) & list_loaded_modules(COMMAND) == set()
