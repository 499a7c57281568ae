"""What a command or a server loads before it can do anything: nothing that only a few ever ask for."""

import subprocess
import sys

from tests.running_shop import ROOT

START = "import django; django.setup(); import charityshop.urls, sys; print(*sys.modules)"
ONLY_FOR_DESCRIPTIONS = {"django.test", "rest_framework.test", "drf_spectacular.openapi", "jinja2"}
ONLY_FOR_SOME = {"paypalserversdk", "icalendar", "segno", "prometheus_client"}


def test_starting_loads_nothing_that_only_a_few_ask_for() -> None:
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (ONLY_FOR_DESCRIPTIONS | ONLY_FOR_SOME) & set(done.stdout.split()) == set()
