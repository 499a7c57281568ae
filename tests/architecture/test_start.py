"""What a command or a server loads before it can do anything: nothing that only a few ever ask for."""

import subprocess
import sys

from tests.support.servers.running_shop import ROOT

SERVER = "import django; django.setup(); import charityshop.urls"
COMMAND = "import django; django.setup(); import orders.management.commands.upkeep"
ONLY_FOR_SOME = {"paypalserversdk", "icalendar", "segno", "prometheus_client"}
ONLY_FOR_ANSWERS = {"rest_framework.serializers", "rest_framework.views", "charityshop.urls"}


def loaded_by(start: str) -> set[str]:
    script = f"{start}; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_starting_loads_nothing_that_only_a_few_ask_for() -> None:
    assert ONLY_FOR_SOME & loaded_by(SERVER) == set()


def test_a_command_loads_nothing_that_only_answers_need() -> None:
    assert (ONLY_FOR_SOME | ONLY_FOR_ANSWERS) & loaded_by(COMMAND) == set()
