"""Start a command of the shop in a separate environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
OWN = {"SHOP_NAME": "Port Alder Players", "SHOP_TIME_ZONE": "America/Los_Angeles", "TAX_RATE": "0.0825"}


@pytest.fixture
def start(tmp_path):
    """Run a command with only these settings in the environment, and those without which no command of a shop runs.

    None removes one.
    """

    def run(arguments: list[str], cwd: Path = ROOT, **variables: str | None) -> subprocess.CompletedProcess[str]:
        base = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{tmp_path / 'shop.sqlite3'}"}
        base |= {"DJANGO_SETTINGS_MODULE": "charityshop.settings"} | OWN
        environment = {name: value for name, value in (base | variables).items() if value is not None}
        command, piped = [sys.executable, *arguments], {"capture_output": True, "text": True}
        return subprocess.run(command, cwd=cwd, env=environment, timeout=60, check=False, **piped)

    return run
