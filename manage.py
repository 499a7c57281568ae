#!/usr/bin/env python
"""Django's command line for the shop."""

import os
import sys
from pathlib import Path

import environ
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charityshop.settings")
    if sys.argv[1:2] == ["run_demo"]:
        # This command requests demo mode, for itself and what it starts. What .env says takes precedence.
        environ.Env.read_env(Path(__file__).resolve().parent / ".env")
        os.environ["PAYPAL_ENVIRONMENT"] = os.environ.get("PAYPAL_ENVIRONMENT", "").strip() or "simulator"
    execute_from_command_line(sys.argv)
