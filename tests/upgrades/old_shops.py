"""Run Python with the settings of the tests, and another database."""

import os
import subprocess
import sys

from django.conf import settings


def run(url: str, *command: str) -> str:
    """Run Python with the shop's settings and this database, and return what it prints."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    command = (sys.executable, *command)
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
