"""Each of PayPal's unclear answers is in the proof with a control: without its safeguard it has to do harm."""

import os
import subprocess
import sys

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.unclear_faults import UNCLEAR_FAULTS
from tests.resilience.sabotage.deeds import DEEDS

CONTROLLED = {name for safeguard in SAFEGUARDS for name in safeguard.harm}
ELSEWHERE = {"a message cannot be checked: 401 for a while"}  # see controls.py: nobody could verify them


def test_every_unclear_answer_has_a_control():
    assert {fault.name for fault in UNCLEAR_FAULTS} - CONTROLLED == ELSEWHERE


def test_every_control_is_about_a_fault_of_the_proof():
    names = [fault.name for fault in FAULTS]

    assert set(names) >= CONTROLLED
    assert len(names) == len(set(names))


def test_every_flag_finds_what_it_breaks():
    """Otherwise a function that got another name would be noticed only by `make prove`."""
    flags = dict.fromkeys(DEEDS, "1") | {"DJANGO_SETTINGS_MODULE": "tests.settings"}

    started = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        env=os.environ | flags, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert started.returncode == 0, started.stderr
