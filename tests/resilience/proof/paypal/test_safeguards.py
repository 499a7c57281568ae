"""Every unclear answer of PayPal's has a negative control: without its safeguard it has to do harm."""

import os
import subprocess
import sys

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.unclear_faults import UNCLEAR_FAULTS
from tests.resilience.sabotage.flags import FLAGS

CONTROLLED = {name for safeguard in SAFEGUARDS for name in safeguard.harm}
ELSEWHERE = {"verify: 401 for a while"}  # in controls.py: unverified webhooks taken for genuine


def test_every_unclear_answer_has_a_control():
    assert {fault.name for fault in UNCLEAR_FAULTS} - CONTROLLED == ELSEWHERE


def test_every_control_names_a_fault():
    names = [fault.name for fault in FAULTS]

    assert set(names) >= CONTROLLED
    assert len(names) == len(set(names))


def test_every_flag_finds_the_code_that_it_replaces():
    """Otherwise only `make prove` would notice that a function was renamed."""
    flags = dict.fromkeys(FLAGS, "1") | {"DJANGO_SETTINGS_MODULE": "tests.settings"}

    started = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        env=os.environ | flags, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert started.returncode == 0, started.stderr
