"""The flags that take safeguards away."""

import os
import subprocess
import sys

from tests.resilience.sabotage.flags import FLAGS


def test_every_flag_finds_the_code_that_it_replaces():
    """Otherwise only `make prove` would notice that a function was renamed."""
    flags = dict.fromkeys(FLAGS, "1") | {"DJANGO_SETTINGS_MODULE": "tests.settings"}

    started = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        env=os.environ | flags,
        capture_output=True,
        text=True,
        check=False,
    )

    assert started.returncode == 0, started.stderr
